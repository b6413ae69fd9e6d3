"""Builds Archivo-400.ttf and Archivo-700.ttf from the files of npm's @fontsource/archivo.

The files are for plotters alone: in bitmaps it takes ascent and descent together for 1.24 em, and
puts letters 0.14 em higher than in SVG. Both are made up for here, so that both formats look alike.

Usage: python3 build.py node_modules/@fontsource/archivo/files (needs fonttools and brotli)
"""

import sys
from pathlib import Path

from fontTools.merge import Merger
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

# the shapes of characters that the font lacks, for stems of width 1, in thousandths of an em
SIGNS = {
    "≥": [[(60, 590), (500, 400), (500, 340), (60, 150), (60, 230), (390, 370), (60, 510)],
          [(60, 0), (500, 0), (500, 70), (60, 70)]],
    "≤": [[(500, 590), (60, 400), (60, 340), (500, 150), (500, 230), (170, 370), (500, 510)],
          [(60, 0), (500, 0), (500, 70), (60, 70)]],
    "→": [[(60, 330), (640, 330), (470, 160), (530, 110), (790, 365), (530, 620), (470, 570),
           (640, 400), (60, 400)]],
}


def build(files: Path, weight: int, target: Path) -> None:
    parts = [files / f"archivo-{part}-{weight}-normal.woff2" for part in ("latin", "latin-ext")]
    plain = []
    for place, part in enumerate(parts):
        font = TTFont(part)
        font.flavor = None
        options = Options()
        options.layout_features = ["tnum"]
        options.hinting = False
        options.notdef_outline = True
        subsetter = Subsetter(options)
        known = {code for code in font.getBestCmap() if code < 0x180 or 0x2000 <= code < 0x2300}
        subsetter.populate(unicodes=known)
        subsetter.subset(font)
        tabular(font)
        for table in ("GSUB", "GPOS", "GDEF"):
            if table in font:
                del font[table]
        name = f"/tmp/archivo-{weight}-{place}.ttf"
        font.save(name)
        plain.append(name)
    font = Merger().merge(plain)
    for glyph in (font["glyf"][name] for name in font.getGlyphOrder()):
        if glyph.numberOfContours > 0:
            glyph.coordinates.translate((0, -140))
            glyph.recalcBounds(font["glyf"])
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = 985, -255, 0
    # as wide as that of the fonts that stand in for this one in browsers
    font["hmtx"][font.getBestCmap()[ord(" ")]] = (270, 0)
    for sign, contours in SIGNS.items():
        add(font, sign, contours)
    font.save(target)


def tabular(font: TTFont) -> None:
    """Makes figures equally wide: plotters applies no features."""
    if "GSUB" not in font:
        return
    table = font["GSUB"].table
    wanted = {
        index for one in table.FeatureList.FeatureRecord if one.FeatureTag == "tnum"
        for index in one.Feature.LookupListIndex
    }
    for index in wanted:
        for part in table.LookupList.Lookup[index].SubTable:
            mapping = getattr(part, "ExtSubTable", part).mapping
            for cmap in font["cmap"].tables:
                for code, name in cmap.cmap.items():
                    cmap.cmap[code] = mapping.get(name, name)


def add(font: TTFont, sign: str, contours: list) -> None:
    pen = TTGlyphPen(None)
    for contour in contours:
        pen.moveTo(contour[0])
        for point in contour[1:]:
            pen.lineTo(point)
        pen.closePath()
    name = f"uni{ord(sign):04X}"
    font.setGlyphOrder(font.getGlyphOrder() + [name])
    font["glyf"][name] = pen.glyph()
    font["glyf"][name].coordinates.translate((0, -140))
    width = max(x for contour in contours for x, _ in contour) + 60
    font["hmtx"][name] = (width, 60)
    for cmap in font["cmap"].tables:
        cmap.cmap[ord(sign)] = name


if __name__ == "__main__":
    for weight in (400, 700):
        build(Path(sys.argv[1]), weight, Path(__file__).parent / f"Archivo-{weight}.ttf")
