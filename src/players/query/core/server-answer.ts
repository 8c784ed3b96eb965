/** A game server's description of itself, from an answer that may be forged. */
import { DAY_SECONDS } from "../../../kit/time/spans.ts";

/** A player as Steam's query names one, without an account. */
export interface NamedPlayer {
  /** Empty while the player is still connecting. At most 128 characters, without control characters. */
  readonly name: string;
  /** Since joining, in whole seconds. */
  readonly seconds: number;
}

export interface ServerAnswer {
  readonly name: string;
  readonly map: string;
  readonly version: string;
  readonly players: number;
  readonly maxPlayers: number;
  /** Whether joining needs one. */
  readonly password: boolean;
  /** Undefined when the server does not tell, which is not the same as an empty server. */
  readonly playerNames: readonly NamedPlayer[] | undefined;
}

const MAX_SERVER_TEXT = 256;
const MAX_PLAYER_NAME = 128;
const MAX_COUNT = 1_000;
/** A list counts its entries in a byte. */
const MAX_NAMES = 255;
const MAX_SECONDS = 10 * 365 * DAY_SECONDS;

/**
 * Reads what gamedig made of an answer. Texts lose control characters and are cut, counts are kept between 0 and
 * 1,000; what is missing is empty or 0. Undefined when it is not a game server's whole answer: no map or no places.
 *
 * Epic's list of servers (`game` is `asa`) holds counts only: its empty list of names means nothing.
 */
export function parseServerAnswer(game: "ase" | "asa", answer: unknown): ServerAnswer | undefined {
  const members = record(answer);
  const map = text(members.map, MAX_SERVER_TEXT);
  const maxPlayers = count(members.maxplayers, MAX_COUNT);
  if (map === "" || maxPlayers === 0) return undefined;
  const players = count(members.numplayers, MAX_COUNT);
  const names = game === "asa" ? undefined : playerNames(record(members.raw).players);
  return {
    name: text(members.name, MAX_SERVER_TEXT),
    map,
    version: game === "asa" ? epicVersion(record(members.raw).attributes) : text(members.version, MAX_SERVER_TEXT),
    players,
    maxPlayers,
    password: members.password === true,
    // A server that counts players and lists none does not answer that question.
    playerNames: names?.length === 0 && players > 0 ? undefined : names,
  };
}

function playerNames(list: unknown): NamedPlayer[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.slice(0, MAX_NAMES).map((entry) => {
    const { name, time } = record(entry);
    return { name: text(name, MAX_PLAYER_NAME), seconds: count(time, MAX_SECONDS) };
  });
}

function epicVersion(attributes: unknown): string {
  const { BUILDID_s: build, MINORBUILDID_s: minor } = record(attributes);
  return [text(build, 32), text(minor, 32)].filter((part) => part !== "").join(".");
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Cut between characters. Lone halves of a character pair cannot be stored and are replaced. */
function text(value: unknown, maxLength: number): string {
  if (typeof value !== "string") return "";
  const plain = value
    .slice(0, maxLength * 4)
    .replace(/\p{Cc}/gu, "")
    .replace(/\p{Cs}/gu, "\uFFFD");
  return Array.from(plain).slice(0, maxLength).join("");
}

function count(value: unknown, max: number): number {
  return typeof value === "number" && value > 0 ? Math.min(Math.floor(value), max) : 0;
}
