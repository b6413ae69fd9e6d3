//! The text form, line by line.

mod forms;
mod terms;
mod words;

use super::raw_list::{PieceRole, RawList};
use super::text_form::read;
use crate::document::read_text_form;

fn written(text: &str) -> RawList {
    read_text_form("list", text, read).unwrap_or_else(|(_, faults)| panic!("{faults}"))
}

/// Pieces as role, name and cost.
fn pieces(text: &str) -> Vec<(PieceRole, String, Option<u8>)> {
    let all = written(text).pieces.into_iter();
    all.map(|piece| (piece.role, piece.raw.name, piece.raw.cost)).collect()
}

#[test]
fn read_accepts_bullets_numbers_and_kinds_of_brackets() {
    for line in [
        "Stark Bowmen (6)",
        "- Stark Bowmen (6 pts)",
        "• Stark Bowmen [6]",
        "  3. Stark Bowmen: 6",
        "* Stark Bowmen - 6 points",
        "Stark Bowmen\t6",
        "1) Stark Bowmen …… (6pts)",
        "1x Stark Bowmen {6}",
        "> Stark Bowmen — 6 pts",
    ] {
        let name = pieces(line)
            .into_iter()
            .map(|(role, name, cost)| (role, name.trim_end_matches(['…', ' ']).to_owned(), cost));
        assert_eq!(
            name.collect::<Vec<_>>(),
            [(PieceRole::Any, "Stark Bowmen".to_owned(), Some(6))],
            "{line}"
        );
    }
    let bare = |name: &str| vec![(PieceRole::Any, name.to_owned(), None)];
    assert_eq!(pieces("Robb Stark, The Wolf Lord"), bare("Robb Stark, The Wolf Lord"));
    assert_eq!(pieces("Robb Stark – The Wolf Lord"), bare("Robb Stark – The Wolf Lord"));
    assert_eq!(pieces("Lannister Guardsmen 1.0"), bare("Lannister Guardsmen 1.0"));
    assert_eq!(pieces("Selyse & Shireen"), bare("Selyse & Shireen"));
    assert_eq!(
        pieces("Scorpion Modifications (Builder)"),
        bare("Scorpion Modifications (Builder)")
    );
    assert_eq!(
        pieces("2x Stark Bowmen (6)"),
        [pieces("Stark Bowmen (6)"), pieces("Stark Bowmen (6)")].concat()
    );
    assert_eq!(pieces("Stark Bowmen (6) x2").len(), 2);
    assert!(
        pieces("\n---\n# a remark\n// another\n=====\nMade with a builder\nhttps://example.org/a")
            .is_empty()
    );
}

#[test]
fn read_attaches_pieces_after_a_connector() {
    let expected = [
        (PieceRole::Any, "Umber Berserkers".to_owned(), Some(6)),
        (PieceRole::Attachment, "Umber Champion".to_owned(), Some(1)),
        (PieceRole::Any, "Stark Bowmen".to_owned(), Some(6)),
    ];
    for text in [
        "Umber Berserkers (6)\n  with Umber Champion (1)\nStark Bowmen (6)",
        "Umber Berserkers (6) with Umber Champion (1)\nStark Bowmen (6)",
        "Umber Berserkers (6) + Umber Champion (1)\n- Stark Bowmen (6)",
        "Umber Berserkers (6)\n+ Umber Champion (1)\nStark Bowmen (6)",
        "Umber Berserkers (6)\nwith Umber Champion (1 pts) - Stark Bowmen (6 pts)",
        "Umber Berserkers [6] w/ Umber Champion [1], Stark Bowmen [6]",
        "Umber Berserkers (6)\n- Attachment: Umber Champion (1)\nStark Bowmen (6)",
    ] {
        assert_eq!(pieces(text), expected, "{text}");
    }
    let without_costs = pieces("Umber Berserkers with Umber Champion");
    assert_eq!(
        without_costs.iter().map(|one| one.0).collect::<Vec<_>>(),
        [PieceRole::Any, PieceRole::Attachment]
    );
}

#[test]
fn headings_set_role_faction_points_and_commander() {
    let list = written(
        "Faction: House Stark\nCommander: Eddard Stark – Lord of Winterfell (C)\n\
         Points: 40 | Activations: 7\nCombat Units (1):\n- Stark Bowmen (6)\n\
         Non-Combat Units:\n- Sansa Stark (4)\nAttachments\nUmber Champion",
    );
    assert_eq!(list.faction.map(|raw| raw.name), Some("House Stark".to_owned()));
    assert_eq!(
        list.commander.map(|raw| raw.name),
        Some("Eddard Stark – Lord of Winterfell".to_owned())
    );
    assert_eq!(list.points.map(|(points, _)| points), Some(40));
    let roles: Vec<PieceRole> = list.pieces.iter().map(|piece| piece.role).collect();
    assert_eq!(roles, [PieceRole::Unit, PieceRole::Ncu, PieceRole::Unattached]);
    for (text, points) in
        [("Points: 39/40", 40), ("Size: 30 points", 30), ("40 points", 40), ("pts: 39 of 50", 50)]
    {
        assert_eq!(written(text).points.map(|(points, _)| points), Some(points), "{text}");
    }
    let below = written("Commander:\nRobb Stark\nStark Bowmen\n");
    assert_eq!(below.commander.map(|raw| raw.name), Some("Robb Stark".to_owned()));
    assert_eq!(below.pieces.len(), 1);
}

#[test]
fn positions_are_those_of_names() {
    let text = "é\n• Stark Bowmen (6) with  Umber Champion (1)";
    for piece in written(text).pieces {
        assert_eq!(text.get(piece.raw.span), Some(piece.raw.name.as_str()));
    }
}
