/** What each command answers, as a text of Discord. Names of players are shown as they are: their marks do not count. */
import { escapeMarkdown } from "discord.js";
import { LookupError } from "./lookup.js";

const MAX_CHARACTERS = 1_900;
const MAX_CHOICES = 25;
/** Discord's number for an option that is a text. */
const TEXT_OPTION = 3;

export const COMMANDS = [
  { name: "online", description: "Servers of the cluster, and how many players each has" },
  { name: "who", description: "Who is online", options: [option("server", "A server of the cluster", false)] },
  { name: "player", description: "A player of the cluster", options: [option("name", "The player's name", true)] },
  { name: "tribe", description: "A tribe of the cluster", options: [option("name", "The tribe's name", true)] },
];

function option(name, description, required) {
  return { type: TEXT_OPTION, name, description, required, autocomplete: true, max_length: 64 };
}

/**
 * @param ask asks the lookup
 * @param {string} command
 * @param {Record<string, string>} options what was typed
 * @returns the text of the answer
 */
export async function answer(ask, command, options) {
  try {
    const lines = await ANSWERS[command](ask, options);
    return fitting(lines);
  } catch (error) {
    if (error instanceof LookupError) return error.message;
    throw error;
  }
}

/** What Discord offers while somebody types: names that the search finds. */
export async function suggestions(ask, command, typed) {
  if (command === "who") {
    const servers = await ask("/Servers");
    return servers
      .map(({ Key }) => Key)
      .filter((key) => key.includes(typed.toLowerCase()))
      .slice(0, MAX_CHOICES);
  }
  if (typed.trim() === "") return [];
  const found = await ask("/Search", { type: command, q: typed, limit: MAX_CHOICES });
  return [...new Set(found.map(nameOf))];
}

const ANSWERS = {
  async online(ask) {
    const servers = await ask("/Servers");
    if (servers.length === 0) return ["The cluster has no servers yet."];
    return servers.map(({ Key, Players, MaxPlayers, Map: map, Reachable }) => {
      const room = MaxPlayers === null ? `${Players}` : `${Players}/${MaxPlayers}`;
      return `**${shown(Key)}**${map ? ` (${shown(map)})` : ""}: ${room}${Reachable ? "" : ", does not answer"}`;
    });
  },

  async who(ask, { server }) {
    const online = await ask("/Online");
    const wanted = server === undefined ? online : online.filter(({ Server }) => Server === server.toLowerCase());
    if (wanted.length === 0) return [`Nobody is online${server === undefined ? "" : ` on ${shown(server)}`}.`];
    const servers = Map.groupBy ? Map.groupBy(wanted, ({ Server }) => Server) : grouped(wanted);
    return [...servers].map(
      ([key, players]) => `**${shown(key)}** (${players.length}): ${players.map(short).join(", ")}`,
    );
  },

  async player(ask, { name }) {
    const [first, ...others] = await ask("/Search", { type: "Player", q: name, limit: 5 });
    if (!first) return [`No player is called ${shown(name)}.`];
    const [player, online] = await Promise.all([ask(`/Player/${first.Id}`), ask("/Online")]);
    const here = online.find(({ Id }) => Id === player.Id);
    return [
      `**${shown(nameOf(player))}**, level ${player.Level}${player.PlatformName ? `, plays as ${shown(player.PlatformName)}` : ""}`,
      player.Tribe ? `Tribe: ${shown(player.Tribe.Name)} (${player.Tribe.Members})` : "In no tribe",
      here ? `Online on **${shown(here.Server)}**` : "Not online",
      ...bansOf(player),
      ...(others.length > 0 ? [`Also found: ${others.map((each) => shown(nameOf(each))).join(", ")}`] : []),
    ];
  },

  async tribe(ask, { name }) {
    const [first, ...others] = await ask("/Search", { type: "Tribe", q: name, limit: 5 });
    if (!first) return [`No tribe is called ${shown(name)}.`];
    const { Name, Owner, Members } = await ask(`/Tribe/${first.Id}`);
    const online = Members.filter(({ Online }) => Online);
    const away = Members.filter(({ Online }) => !Online);
    return [
      `**${shown(Name)}**, ${Members.length} ${Members.length === 1 ? "member" : "members"}${Owner ? `, owned by ${shown(nameOf(Owner))}` : ""}`,
      ...(online.length > 0 ? [`Online: ${online.map(short).join(", ")}`] : []),
      ...(away.length > 0 ? [`Away: ${away.map(short).join(", ")}`] : []),
      ...(others.length > 0 ? [`Also found: ${others.map((each) => shown(nameOf(each))).join(", ")}`] : []),
    ];
  },
};

function bansOf({ CommunityBanned, AntiCheatBanned, NumberOfAntiCheatBans, NumberOfGameBans, DaysSinceLastBan }) {
  const bans = [
    ...(CommunityBanned ? ["by the Steam community"] : []),
    ...(AntiCheatBanned ? [`by VAC (${NumberOfAntiCheatBans})`] : []),
    ...(NumberOfGameBans > 0 ? [`by games (${NumberOfGameBans})`] : []),
  ];
  return bans.length === 0 ? [] : [`Banned ${bans.join(", ")}; the last ban is ${DaysSinceLastBan} days old`];
}

function grouped(players) {
  const servers = new Map();
  for (const each of players) servers.set(each.Server, [...(servers.get(each.Server) ?? []), each]);
  return servers;
}

/** Of a player or a tribe. */
function nameOf({ CharacterName, PlatformName, Name }) {
  return Name ?? (CharacterName || PlatformName);
}

function short(player) {
  return `${shown(nameOf(player))} (${player.Level})`;
}

/** Characters that turn the direction of the text after them, also that of the message. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name in a message. */
export function shown(name) {
  return escapeMarkdown(name.replaceAll(DIRECTIONS, "").replaceAll(/\s/g, " "), {
    heading: true,
    bulletedList: true,
    numberedList: true,
    maskedLink: true,
  })
    .replaceAll(/[<@]/g, String.raw`\$&`)
    .replaceAll("://", String.raw`:\//`);
}

/** As much as one message holds; what is left out is counted. */
function fitting(lines) {
  const kept = [];
  let left = MAX_CHARACTERS;
  for (const line of lines) {
    const part = line.length <= left ? line : cut(line, left);
    kept.push(part);
    left -= part.length + 1;
    if (part !== line || left < 100) {
      if (kept.length < lines.length) kept.push(`... and ${lines.length - kept.length} lines more`);
      break;
    }
  }
  return kept.join("\n");
}

/** Whole names only, with how many are left out. */
function cut(line, characters) {
  const names = line.split(", ");
  let text = names[0];
  for (const [at, name] of names.entries()) {
    if (at === 0) continue;
    if (text.length + name.length + 40 > characters) return `${text}, ... and ${names.length - at} more`;
    text += `, ${name}`;
  }
  return text.slice(0, characters);
}
