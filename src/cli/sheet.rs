//! `warodds sheet`: a page to print with the odds of each unit of a list.

use std::path::{Path, PathBuf};

use clap::Args;
use warodds_server::code_squares;
use warodds_server::http::PageUrl;

use super::ask::add_list_texts;
use super::engine::isa;
use super::failure::Failure;
use super::file_format::FileFormat;
use super::input::{Input, list_path};
use super::output::open;
use super::results::{Destination, Extent};
use super::watch::Watch;
use super::{print, version};
use crate::answer::{Answer, FieldAnswer, MatrixAnswer};
use crate::army::ArmyList;
use crate::catalogue::Catalogue;
use crate::games::asoiaf::results::event;
use crate::games::asoiaf::values::Defense;
use crate::games::asoiaf::{Body, Facing, Reach, Weapon};
use crate::report::sheet::{Sheet, SheetCell, SheetUnit, render};
use crate::report::{Artifact, charts, field, page};
use crate::request::link::Link;
use crate::request::{self, RawFields, Reply, Setup, Value, kind};
use crate::scenario::list_text;

/// Write a sheet to print, with the odds of each unit of a list.
///
/// For each unit and enemy the sheet has the expected wounds, the chance that a rank is lost and
/// that the enemy is destroyed, by arc, with and without a charge, and for shots; all exact, for
/// unhurt units in open ground. Above them it has the chance that a charge arrives, by distance.
/// The sheet is black on white and fits A4 and letter paper: print it from a browser.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct SheetArgs {
    /// The army list.
    #[arg(value_name = "LIST", value_parser = list_path())]
    list: PathBuf,
    /// The enemies: an army list, a faction, or a filter as in `warodds matrix` [default: all
    /// current units, averaged by defense value].
    #[arg(long, value_name = "LIST|FILTER")]
    against: Option<String>,
    /// The page that QR codes lead to, such as that of `warodds serve --lan` [default: no codes].
    #[arg(long, value_name = "URL")]
    public: Option<PageUrl>,
    /// Directory of the sheet: DIR/<list>-sheet/index.html, with each page as SVG and PNG.
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
    /// Write no pictures of its pages.
    #[arg(long)]
    no_pictures: bool,
    /// Open the sheet in a browser.
    #[arg(long)]
    open: bool,
    /// Show no notes on written files.
    #[arg(long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  warodds sheet scenarios/lists/stark-40.toml --against lannister --open
  warodds sheet my-list.txt --against their-list.txt
  warodds sheet my-list.txt --public http://192.168.0.7:8420";

/// Writes the sheet.
pub(super) fn run(arguments: &SheetArgs) -> Result<(), Failure> {
    let text = list_text(&arguments.list)?;
    let input = Input::of(arguments.list.clone(), text);
    let destination = Destination::of_game(&arguments.out, &input, "-sheet")?;
    destination.check_writable(false, &FileFormat::OF_SHEETS)?;
    let sheet = Request::of(arguments, &input)?.sheet()?;
    let mut files = vec![Artifact::new(page::FILE, render(&sheet))];
    if !arguments.no_pictures {
        files.extend(charts::draw_sheet(&sheet).map_err(anyhow::Error::from)?.files);
    }
    let written = destination.write(Extent::Whole, &files)?;
    if !arguments.quiet {
        print::note(&written);
    }
    let page = destination.page(Extent::Whole);
    print::print(&page.display().to_string())?;
    if arguments.open {
        open(&page);
    }
    Ok(())
}

/// A sheet to make.
struct Request<'a> {
    list: ArmyList,
    /// The filter of the units of the list.
    own: String,
    /// The filter of the enemies, if there is one.
    against: Option<String>,
    public: Option<&'a PageUrl>,
    setup: Setup<'static>,
}

/// The shortest and longest distances of charges on a sheet.
const DISTANCES: &str = "4..14";

impl<'a> Request<'a> {
    fn of(arguments: &'a SheetArgs, input: &Input) -> Result<Self, Failure> {
        let catalogue = Catalogue::shipped();
        let list = ArmyList::parse(&input.name(), &input.text, catalogue)
            .map_err(|faults| Failure::BadScenarios(vec![faults.into()]))?;
        let filter = |file: &Path| format!("list={}", file.display());
        let setup = Setup { catalogue, isa: isa()?, battles: None };
        let (own, public) = (filter(&arguments.list), arguments.public.as_ref());
        Ok(Self { list, own, against: arguments.against.clone(), public, setup })
    }

    fn sheet(&self) -> Result<Sheet, Failure> {
        let mut columns = Vec::new();
        for is_charge in [false, true] {
            for facing in [Facing::Front, Facing::Flank, Facing::Rear] {
                columns.push(Some(self.matrix(facing, is_charge, "melee")?));
            }
        }
        let is_shooter = |attacks: &[Weapon]| attacks.iter().any(|one| one.reach != Reach::Melee);
        let shoots = self.list.units.iter().any(|one| is_shooter(&one.card.entry.unit.attacks));
        let shots = shoots.then(|| self.matrix(Facing::Front, false, "ranged")).transpose()?;
        columns.push(shots);
        let answers: Vec<&MatrixAnswer> = columns.iter().flatten().collect();
        let mut names: Vec<(&str, &str)> = Vec::new();
        for unit in answers.iter().flat_map(|answer| &answer.attackers) {
            if !names.iter().any(|(_, name)| *name == unit.name) {
                names.push((&unit.id, &unit.name));
            }
        }
        let enemies = self.enemies(&answers)?;
        let units = names.iter().map(|(id, name)| self.unit(id, name, &enemies, &columns));
        let units = units.collect::<Result<_, Failure>>()?;
        // the shots leave out all units that do not shoot
        let remarks = answers.first().map(|one| field::collect_remarks(false, &one.remarks));
        let remarks = remarks.unwrap_or_default().into_iter().map(|one| without_output(&one));
        let remarks = remarks.collect();
        let title = self.list.title.clone().unwrap_or_else(|| self.list.faction().to_owned());
        Ok(Sheet { title, about: self.about(&answers), units, remarks, version: version::short() })
    }

    fn about(&self, answers: &[&MatrixAnswer]) -> String {
        let header = answers.first().map(|answer| &answer.header);
        // the name of a matrix is that of both of its sides
        let sides = header.and_then(|header| header.name.split_once(" → "));
        let enemies = match (&self.against, sides) {
            (Some(_), Some((_, enemies))) => enemies,
            _ => "all current units, averaged for each defense value",
        };
        let edition = header.map_or("", |header| header.edition);
        format!(
            "Against {enemies}. Exact, rules of {edition}, best attack of each card, open ground."
        )
    }

    /// Answers all attacks of one arc.
    fn matrix(
        &self,
        facing: Facing,
        is_charge: bool,
        weapon: &str,
    ) -> Result<MatrixAnswer, Failure> {
        let against = self.against.as_deref().unwrap_or("all");
        let fields = RawFields::new()
            .with("attackers", &self.own)
            .with("defenders", against)
            .with("facing", &facing.show())
            .with("weapon", weapon)
            .with("sort", "given");
        let fields = if is_charge { fields.with("charge", "") } else { fields };
        let reply = self.reply("matrix", fields).map_err(|failure| match failure {
            Failure::BadInput(wrong) => Failure::input(wrong.replace("--defenders", "--against")),
            other => other,
        });
        match reply? {
            Reply::Field(found) => match *found {
                FieldAnswer::Matrix(answer) => Ok(*answer),
                _ => Err(unexpected()),
            },
            _ => Err(unexpected()),
        }
    }

    fn reply(&self, name: &str, mut fields: RawFields) -> Result<Reply, Failure> {
        let kind = kind(name)?;
        add_list_texts(kind.keys(), &mut fields)?;
        Ok(request::reply(&kind, &fields, &self.setup, &Watch::nothing())?)
    }

    /// Returns the enemies of each row: one, or without a filter all of a defense value.
    fn enemies(&self, answers: &[&MatrixAnswer]) -> Result<Vec<EnemyRow>, Failure> {
        let mut rows: Vec<EnemyRow> = Vec::new();
        let mut known: Vec<&str> = Vec::new();
        for unit in answers.iter().flat_map(|answer| &answer.defenders) {
            if known.contains(&unit.name.as_str()) {
                continue;
            }
            known.push(&unit.name);
            let card = self.setup.catalogue.find_unit(&unit.id).map_err(Failure::input)?.unit;
            let (id, name, body) = (unit.id.clone(), unit.name.clone(), card.body);
            let enemy = Enemy { id, name, marked_name: field::marked_name(unit), body };
            let key = self.against.is_none().then_some(card.defense);
            match rows.iter_mut().find(|row| key.is_some() && row.key == key) {
                Some(row) => row.enemies.push(enemy),
                None => rows.push(EnemyRow { key, enemies: vec![enemy] }),
            }
        }
        rows.sort_by_key(|row| row.key.map(Defense::get));
        Ok(rows)
    }

    fn unit(
        &self,
        id: &str,
        name: &str,
        enemies: &[EnemyRow],
        columns: &[Option<MatrixAnswer>],
    ) -> Result<SheetUnit, Failure> {
        let row = |row: &EnemyRow| {
            let cell = |answer: &Option<MatrixAnswer>| {
                let answer = answer.as_ref()?;
                let cells = row.enemies.iter().filter_map(|enemy| enemy.cell(name, answer));
                SheetCell::mean(&cells.collect::<Vec<_>>())
            };
            (row.label(), columns.iter().map(cell).collect())
        };
        let rows = enemies.iter().map(row).collect();
        let first = enemies.first().and_then(|row| row.enemies.first());
        let first = first.map_or("", |enemy| enemy.id.as_str());
        let code = self.public.map(|url| self.code(url, [id, first])).transpose()?;
        let charges = self.charges([id, first])?;
        let mut attackers = columns.iter().flatten().flat_map(|answer| &answer.attackers);
        let attacker = attackers.find(|unit| unit.name == name);
        let name = attacker.map_or_else(|| name.to_owned(), field::marked_name);
        Ok(SheetUnit { name, charges, rows, code })
    }

    /// Returns the chance that a charge arrives for each distance; none for a unit that cannot
    /// charge.
    fn charges(&self, [attacker, defender]: [&str; 2]) -> Result<Vec<(u64, f64)>, Failure> {
        let unit = self.setup.catalogue.find_unit(attacker).map_err(Failure::input)?.unit;
        let has_melee = unit.attacks.iter().any(|one| one.reach == Reach::Melee);
        if unit.speed.is_none() || !has_melee {
            return Ok(Vec::new());
        }
        let fields = RawFields::new()
            .with("attacker", attacker)
            .with("defender", defender)
            .with("distance", DISTANCES);
        let Reply::Cases(answers) = self.reply("charge", fields)? else {
            return Err(unexpected());
        };
        let chance = |answer: &Answer| {
            let distance = answer.case.iter().find(|one| one.axis == "distance")?;
            Some((distance.data.as_u64()?, answer.event(event::REACHED)?.probability()))
        };
        Ok(answers.iter().filter_map(chance).collect())
    }

    /// Returns the QR code of the attack of two units on a page.
    fn code(
        &self,
        url: &PageUrl,
        [attacker, defender]: [&str; 2],
    ) -> Result<Vec<Vec<bool>>, Failure> {
        let fields = RawFields::new().with("attacker", attacker).with("defender", defender);
        let link = Link::text(&kind("attack")?, &fields, self.setup.catalogue)?;
        code_squares(&format!("{url}#{link}")).map_err(|fault| Failure::input(fault.message()))
    }
}

/// Returns a remark about many units without the mark, which no row has, and without the end that
/// refers to other forms of output: a sheet has none.
fn without_output(remark: &str) -> String {
    let end = "; the JSON and CSV output lists them.";
    remark
        .strip_suffix(end)
        .map_or_else(|| remark.to_owned(), |start| format!("{}.", start.trim_start_matches("* ")))
}

fn unexpected() -> Failure {
    Failure::Failed(anyhow::anyhow!("a question was answered by an answer of another kind"))
}

/// The enemies of a row.
struct EnemyRow {
    key: Option<Defense>,
    enemies: Vec<Enemy>,
}

impl EnemyRow {
    fn label(&self) -> String {
        match (self.key, self.enemies.as_slice()) {
            (Some(defense), all) => format!("defense {}+ ({} units)", defense.get(), all.len()),
            (None, [enemy, ..]) => enemy.marked_name.clone(),
            (None, []) => String::new(),
        }
    }
}

struct Enemy {
    id: String,
    name: String,
    /// The name, marked if abilities of the unit are not counted.
    marked_name: String,
    body: Body,
}

impl Enemy {
    /// Returns what the attack of a unit does to it; `None` if there is none.
    fn cell(&self, attacker: &str, answer: &MatrixAnswer) -> Option<SheetCell> {
        let row = answer.attackers.iter().position(|unit| unit.name == attacker)?;
        let column = answer.defenders.iter().position(|unit| unit.name == self.name)?;
        let wounds = answer.distribution(row, column)?;
        let at_least = |count: u8| wounds.at_least(count.into());
        let rank = (self.body.ranks() > 1).then(|| at_least(self.body.wounds_per_rank()));
        let destroyed = at_least(self.body.wounds());
        Some(SheetCell { wounds: wounds.mean(), rank, destroyed })
    }
}
