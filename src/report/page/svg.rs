//! Charts as parts of a page.

/// Attributes that say what holds without them in a page whose charts have its font.
const REDUNDANT: [&str; 3] = [" opacity=\"1\"", " stroke=\"none\"", " font-family=\"sans-serif\""];

/// Returns an SVG file as an element of a page: without its XML declaration, redundant attributes
/// and decimals that no screen shows.
pub(super) fn inline(svg: &str) -> String {
    let start = svg.find("<svg").unwrap_or(0);
    let svg = svg.get(start..).unwrap_or(svg);
    let svg = REDUNDANT.iter().fold(svg.to_owned(), |svg, one| svg.replace(one, ""));
    // whitespace next to tags is not drawn
    let svg = svg.replace(">\n", ">").replace("\n<", "<");
    // quotes in text are escaped, so that every other part is the value of an attribute
    let parts = svg.split('"').enumerate();
    let short = parts.map(|(place, part)| match place % 2 {
        1 => shorten_numbers(part),
        _ => part.to_owned(),
    });
    short.collect::<Vec<_>>().join("\"")
}

/// Returns the width of an SVG element in pixels.
pub(super) fn width(svg: &str) -> Option<u32> {
    let (_, rest) = svg.split_once(" width=\"")?;
    let (width, _) = rest.split_once('"')?;
    width.parse().ok()
}

/// Cuts all decimals after the second.
fn shorten_numbers(value: &str) -> String {
    let mut decimals = None;
    let is_kept = |c: &char| {
        decimals = match (c, decimals) {
            ('.', _) => Some(0),
            ('0'..='9', Some(count)) => Some(count + 1),
            _ => None,
        };
        decimals.is_none_or(|count| count <= 2)
    };
    value.chars().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_keeps_what_is_drawn() {
        let svg = "<?xml version=\"1.0\"?>\n<svg width=\"9\">\n<text x=\"1.23987\" opacity=\"1\" \
                   font-family=\"sans-serif\">\n0.12345 &quot;a&quot;\n</text>\n<path d=\"M0.5 \
                   1.999,2.0011\" opacity=\"0.5\"/>\n</svg>\n";
        let expected = "<svg width=\"9\"><text x=\"1.23\">0.12345 &quot;a&quot;</text><path \
                        d=\"M0.5 1.99,2.00\" opacity=\"0.5\"/></svg>";
        assert_eq!(inline(svg), expected);
        assert_eq!((width(expected), width("<svg>")), (Some(9), None));
    }
}
