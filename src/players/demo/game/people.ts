/**
 * Invented people with realistic names. There are plain names, clan tags, look-alike letters of other alphabets, other
 * scripts, symbols, and names that look like a line of a list.
 */

/** The names of a player on the platform and in the game. */
export interface Person {
  readonly platformName: string;
  readonly characterName: string;
  readonly isFemale?: boolean;
}

/** Those who play ARK: Survival Evolved. */
export const EVOLVED_PEOPLE: readonly Person[] = [
  { platformName: "annaplays", characterName: "Anna Rex", isFemale: true },
  { platformName: "juergen_k", characterName: "Jürgen" },
  { platformName: "xX_Wolf_Xx", characterName: "DarkWolf" },
  { platformName: "wolfy", characterName: "darkwolf77" },
  { platformName: "DarkWоlf", characterName: "DarkWоlf" },
  { platformName: "symbols", characterName: "$#@%!" },
  { platformName: "xm", characterName: "小明" },
  { platformName: "[RHK] Torben", characterName: "Torben" },
  { platformName: "[RHK] Mika", characterName: "Mika the Red", isFemale: true },
  { platformName: "[RHK] b0rg3r", characterName: "B0rg3r" },
  { platformName: "|WP| Greywind", characterName: "Greywind" },
  { platformName: "|WP| Ylva", characterName: "Ylva", isFemale: true },
  { platformName: "pr0_gam3r_1337", characterName: "L33tSauce" },
  { platformName: "A, b. c", characterName: "A, b. c" },
  { platformName: "0. Nobody, at all", characterName: "Nobody" },
  { platformName: "さくら", characterName: "さくら", isFemale: true },
  { platformName: "たけし_2019", characterName: "武" },
  { platformName: "龙王", characterName: "龙王" },
  { platformName: "Дмитрий", characterName: "Дима" },
  { platformName: "Οδυσσέας", characterName: "Odysseas" },
  { platformName: "🦖 RexLover 🦖", characterName: "RexLover🦖" },
  { platformName: "꧁Sh4d0w꧂", characterName: "꧁Sh4d0w꧂" },
  { platformName: "Zoë", characterName: "Zoë", isFemale: true },
  { platformName: "François.M", characterName: "François" },
  { platformName: "Łukasz", characterName: "Łukasz Kowal" },
  { platformName: "Bob", characterName: "Bob" },
  { platformName: "Bob", characterName: "bob" },
  { platformName: "Bobby Tables'); --", characterName: "Bobby Tables" },
  { platformName: "The Longest Name That Steam Will Take", characterName: "Longest Name Around Here" },
  { platformName: "The Longest Name That Fits", characterName: "Second Longest" },
  { platformName: "Human", characterName: "Human" },
  { platformName: "Human (2)", characterName: "Human" },
  { platformName: "ᴛɪɴʏ", characterName: "ᴛɪɴʏ ᴛɪᴍ" },
  { platformName: "Ｗｉｄｅ", characterName: "Ｗｉｄｅ Ｂｏｙ" },
  { platformName: "<b>Bold</b>", characterName: "<b>Bold</b>" },
  { platformName: "MrsHenderson", characterName: "Mrs. Henderson", isFemale: true },
  { platformName: "kraken", characterName: "Release the Kraken" },
  { platformName: "Aoife", characterName: "Aoife", isFemale: true },
  { platformName: "O'Malley", characterName: "Sean O'Malley" },
  { platformName: "naïve café", characterName: "Naïve" },
];

/** Those who play ARK: Survival Ascended. The game cuts their platform names after 16 characters; none here is longer. */
export const ASCENDED_PEOPLE: readonly Person[] = [
  { platformName: "Helena W.", characterName: "Helena", isFemale: true },
  { platformName: "Rockwell", characterName: "Sir Edmund" },
  { platformName: "mei.yin", characterName: "梅", isFemale: true },
  { platformName: "N3rva", characterName: "Gaius" },
  { platformName: "[ASC] Pike", characterName: "Pike" },
  { platformName: "[ASC] Ruth", characterName: "Ruth", isFemale: true },
  { platformName: "[ASC] vexx", characterName: "vexx" },
  { platformName: "カイ", characterName: "カイ" },
  { platformName: "김민수", characterName: "민수" },
  { platformName: "Øystein", characterName: "Øystein" },
  { platformName: "Ǝlite", characterName: "Ǝlite" },
  { platformName: "раураl", characterName: "раураl" },
  { platformName: "paypal", characterName: "paypal" },
  { platformName: "★Star★", characterName: "★Star★" },
  { platformName: "👻", characterName: "👻" },
  { platformName: "Moritz", characterName: "Moritz" },
  { platformName: "moritz", characterName: "MORITZ" },
  { platformName: "Ines", characterName: "Inês", isFemale: true },
  { platformName: "عمر", characterName: "عمر" },
  { platformName: "שרה", characterName: "שרה", isFemale: true },
  { platformName: "Q", characterName: "Q" },
  { platformName: "123", characterName: "123" },
  { platformName: "null", characterName: "null" },
  { platformName: "Tom & Jerry", characterName: "Tom & Jerry" },
];

/** Names for players who change theirs. */
export const SPARE_NAMES: readonly string[] = [
  "Nyx",
  "Ragnar",
  "Пётр",
  "花火",
  "xX_Sn1per_Xx",
  "Lady Grey",
  "Käpt'n Blaubär",
  "El Niño",
  "DodoFarmer",
  "🔥Phoenix🔥",
  "Wanderer",
  "T-Bone",
  "Siân",
  "gg ez",
  "Mr. Bubbles",
  "Ünal",
  "ηero",
  "Raptor Jesus",
  "Quetzal",
  "Ghost_404",
];

/** Names for tribes. */
export const TRIBE_NAMES: readonly string[] = [
  "Red Hawks",
  "Wolf Pack",
  "The Dodo Council",
  "ΩMEGA",
  "[RHK] Red Hawk Kompanie",
  "桜の部族",
  "Valhalla",
  "Nomads",
  "Tribe of Human",
  "Bronto Burgers",
  "Тайга",
  "LFG",
  "Les Mammouths",
  "No Tames No Pain",
  "Obelisk & Sons",
  "ⓓⓞⓓⓞ",
];

/** The creatures of the island. */
export const SPECIES: readonly string[] = [
  "Raptor",
  "Parasaur",
  "Rex",
  "Argentavis",
  "Ankylosaurus",
  "Trike",
  "Dodo",
  "Carnotaurus",
  "Spino",
  "Therizinosaur",
];

/** The lines of chat. */
export const SAYINGS: readonly string[] = [
  "hello",
  "anyone selling polymer?",
  "who has a rex egg",
  "server lag again...",
  "грузится?",
  "おはよう",
  "brb",
  "gg 😀",
];
