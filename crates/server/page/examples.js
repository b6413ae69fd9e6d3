// A question of each kind to start from. Loaded with the menu.

const STARK = `Name: The Wolf Lord's Host
Points: 40
Stark Sworn Swords
 with Robb Stark, The Wolf Lord
Stark Sworn Swords
 with Sworn Sword Captain
House Umber Berserkers
Stark Outriders
Stark Bowmen
Grey Wind
`;
const LANNISTER = `Name: The Kingslayer's Guard
Points: 40
Lannister Guardsmen
 with Jaime Lannister, The Kingslayer
Lannister Guardsmen
 with Guard Captain
Lannister Halberdiers
House Clegane Mountain's Men
Lannister Crossbowmen
Gregor Clegane
`;
const ROLLS = `attack "stark sworn swords" "lannister guardsmen" --charge --rolled 6
enemy attack "lannister guardsmen" "stark sworn swords" --rolled 1
attack "stark bowmen" "lannister guardsmen" --rolled 2
`;
const CAMPAIGN = `title = "The border war"
game = "warmachine"
[campaign]
target = 5
rounds = 20
[areas]
capital = ["mill"]
mill = ["mine"]
mine = ["ford"]
ford = ["pit"]
pit = ["fortress"]
fortress = []
[players.cygnar]
name = "Cygnar"
areas = ["capital", "mill", "mine"]
strength = 1.2
[players.khador]
name = "Khador"
areas = ["ford", "pit", "fortress"]
[battle]
near = 1.1
distant = 1.25
`;
const text = encodeURIComponent;

/// A question of each kind without a tab, as a link.
export const EXAMPLES = {
  panic: "panic/stark-sworn-swords",
  retreat: "retreat/stark-sworn-swords?distance=3",
  compare: "compare/stark-sworn-swords/house-umber-berserkers?against=lannister",
  attachments: "attachments?for=stark-sworn-swords&against=lannister",
  worth: "worth/stark-sworn-swords%2Bsworn-sword-captain?against=lannister",
  rate: "rate?units=stark",
  survive: "survive/stark-sworn-swords?by=lannister-guardsmen",
  sequence: "sequence/lannister-guardsmen?by=stark-bowmen&by=stark-sworn-swords:charge",
  deck: "deck",
  battle: `battle?a=${text(STARK)}&b=${text(LANNISTER)}&mode=a-clash-of-kings&games=200`,
  luck: `luck/${text(ROLLS)}`,
  campaign: `campaign/${text(CAMPAIGN)}`,
  explain: "explain/stark-sworn-swords/lannister-guardsmen",
  "westeros/attack": "westeros/attack/red/blue",
  "westeros/pursuit": "westeros/pursuit/red%20cavalry/green?hexes=2",
  "westeros/dogs-of-war": "westeros/dogs-of-war/green",
  "westeros/exchange": "westeros/exchange/blue/red",
  "westeros/rout":
    "westeros/rout?units=x:%20a%20red&units=y:%20b%20green&order=x%20attacks%20y&order=x%20attacks%20y&marker=10",
  "westeros/orders": "westeros/orders?dice=6&green=3&red=1",
  "westeros/fire": "westeros/fire?level=2&put-out=2&rounds=2",
  "warmachine/threshold": "warmachine/threshold?fury=3&threshold=9",
  "warmachine/effects": "warmachine/effects?arm=16",
  "warmachine/damage": "warmachine/damage?skill=7&def=14&pow=20&arm=18",
  "warmachine/boost-or-buy":
    "warmachine/boost-or-buy?skill=7&def=14&pow=20&arm=18&points=2&plan=best-damage",
  "warmachine/leech": "warmachine/leech?arc=6&held=2&beasts=4:9&beasts=3:8&plan=best",
  "warmachine/focus": "warmachine/focus?arc=5&def=13&arm=18&jacks=7:19:2&plan=best",
};

/// The names of kinds where they differ from their last part.
const NAMES = {
  "warmachine/boost-or-buy": "Boost",
  campaign: "Campaign",
  "warmachine/threshold": "Frenzy",
  "westeros/dogs-of-war": "Dogs",
};

/// Returns the kinds of a game: each with its short name and a question to start from.
export function kindsOf(game) {
  const isOf = (kind) =>
    kind.startsWith(`${game}/`) || (game === "warmachine" && kind === "campaign");
  return Object.entries(EXAMPLES)
    .filter(([kind]) => isOf(kind))
    .map(([kind, link]) => {
      const name = NAMES[kind] ?? kind.split("/").at(-1);
      return [kind, name[0].toUpperCase() + name.slice(1), link];
    });
}
