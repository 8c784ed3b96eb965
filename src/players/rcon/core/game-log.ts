/**
 * Reads ARK's answer to `GetGameLog`: the lines of the server's log since the last request. It needs `-servergamelog`,
 * and lines of tribes need `-servergamelogincludetribelogs`.
 */
import { answerLines, readSaid } from "./chat.ts";

/** The event of a line. Names are what players chose; only `tribeId` names something for certain. */
export type GameLogEvent =
  | { readonly kind: "joined"; readonly name: string }
  | { readonly kind: "left"; readonly name: string }
  | {
      readonly kind: "tribe";
      readonly tribeId: number;
      readonly tribeName: string;
      /** The day and time (`HH:MM:SS`) in the game. */
      readonly day: number;
      readonly time: string;
      /** As in the log, with ARK's marks for colours. */
      readonly text: string;
    }
  | {
      readonly kind: "said";
      readonly platformName: string;
      readonly characterName: string;
      readonly text: string;
    }
  /** The command and, in ARK's own words, who gave it. Passwords are left out. */
  | { readonly kind: "adminCommand"; readonly text: string }
  /** Everything else, and whatever can be read in two ways. */
  | { readonly kind: "other"; readonly text: string };

export type GameLogEntry = GameLogEvent & {
  /**
   * `YYYY-MM-DDTHH:MM:SS` by the game server's own clock, in a time zone that the log does not name; undefined for a
   * line without a time.
   */
  readonly localTime: string | undefined;
};

const STAMP = /^(\d{4})\.(\d\d)\.(\d\d)_(\d\d)\.(\d\d)\.(\d\d): ?/;
const TRIBE = /^Tribe (.*?), ID (\d{1,10}): Day (\d{1,9}), (\d\d:\d\d:\d\d): (.*)$/s;
const TRIBE_GREEDY = /^Tribe (.*), ID \d{1,10}: Day \d{1,9}, \d\d:\d\d:\d\d: /s;
const JOINED = " joined this ARK!";
const LEFT = " left this ARK!";
const ADMIN_COMMAND = "AdminCmd: ";
const MAX_TRIBE_ID = 2_147_483_647;

/** Commands that carry a password, up to the note in brackets about who gave them. */
const COMMAND_WITH_PASSWORD =
  /\b(enablecheats|setcheatpassword|requestplayerpassword)\b(?: (?!\(PlayerName:)[^\s]+)+/gi;

/**
 * Reads every line that is not blank. Players choose their names and words, so a name may look like a line of the log.
 * A line that can be read in more than one way is kept as text, and does not count as a join, leave or raid.
 *
 * @example
 * parseGameLog("2024.05.01_18.30.00: Bob joined this ARK! \n");
 * // [{ localTime: "2024-05-01T18:30:00", kind: "joined", name: "Bob" }]
 *
 *
 */
export function parseGameLog(text: string): readonly GameLogEntry[] {
  return answerLines(text).map((line) => {
    const [stamp, year, month, day, hour, minute, second] = STAMP.exec(line) ?? [];
    if (stamp === undefined) return { localTime: undefined, ...readEvent(line) };
    const localTime = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
    return { localTime, ...readEvent(line.slice(stamp.length)) };
  });
}

function readEvent(message: string): GameLogEvent {
  const readings = [readTribe(message), readAdminCommand(message), readPassage(message), readChat(message)];
  const [first, ...others] = readings.filter((reading) => reading !== undefined);
  return first && others.length === 0 ? first : { kind: "other", text: withoutPasswords(message) };
}

function readTribe(message: string): GameLogEvent | undefined {
  const [, tribeName, id, day, time, text] = TRIBE.exec(message) ?? [];
  if (tribeName === undefined || time === undefined || text === undefined || Number(id) > MAX_TRIBE_ID)
    return undefined;
  // Where the name or the message holds such a piece again, the tribe is ambiguous.
  if (TRIBE_GREEDY.exec(message)?.[1] !== tribeName) return { kind: "other", text: message };
  return { kind: "tribe", tribeId: Number(id), tribeName, day: Number(day), time, text };
}

function readAdminCommand(message: string): GameLogEvent | undefined {
  if (!message.startsWith(ADMIN_COMMAND)) return undefined;
  return { kind: "adminCommand", text: withoutPasswords(message.slice(ADMIN_COMMAND.length)) };
}

function readPassage(message: string): GameLogEvent | undefined {
  if (message.endsWith(JOINED)) return { kind: "joined", name: message.slice(0, -JOINED.length) };
  if (message.endsWith(LEFT)) return { kind: "left", name: message.slice(0, -LEFT.length) };
  return undefined;
}

function readChat(message: string): GameLogEvent | undefined {
  const said = readSaid(message);
  return said && { kind: "said", ...said };
}

function withoutPasswords(text: string): string {
  return text.replaceAll(COMMAND_WITH_PASSWORD, "$1 [hidden]");
}
