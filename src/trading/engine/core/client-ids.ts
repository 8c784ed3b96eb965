/**
 * Client order ids: the installation's prefix and our own number of the order (contract 4.8). They are what makes an order
 * findable after a time-out, so an intent has one id for ever.
 */
import { DAY_MS, MINUTE_MS } from "../../../kit/time/spans.ts";

/** Exchanges take 1 to 15 lower-case letters and digits, all of them; Kraken's 18 is the shortest limit of those connected. */
export const MAX_CLIENT_ID_LENGTH = 15;

/** Ids that one millisecond has. Times this, the present has 51 bits; 53 are reached in the year 2248. */
const IDS_PER_MS = 1024;

/** Two lower-case letters: an id begins with them, and never with a digit. */
const PREFIX = /^[a-z]{2}$/;

/** The purpose of an order: the same intent finds its id again, so a replayed decision sends nothing new. */
export interface Intent {
  readonly runId: string;
  /** Row of the algorithm, from 0. */
  readonly row: number;
  /** Number of the slice, from 1; of a hedge the number of the fill group that it covers. */
  readonly slice: number;
  /** From 0; a price that is tried again is another attempt. */
  readonly attempt: number;
}

/** The unique key of an intent in the journal. */
export function intentKey({ runId, row, slice, attempt }: Intent): string {
  return `${runId}/${row}/${slice}/${attempt}`;
}

/** A stretch of ids that is reserved on disk before the first of them is used. */
export interface IdBlock {
  /** The next id that is free, and the first beyond the block. */
  readonly next: number;
  readonly end: number;
}

/**
 * The next block. Ids grow for ever: also after a backup was restored, because a block never begins before the present time.
 * They stay within 53 bits, so they are exact as numbers.
 *
 * @param lastEnd end of the last block that is known; 0 for none
 * @param size ids in the block, from 1 to 1,000,000
 */
export function nextBlock(nowMs: number, lastEnd: number, size: number): IdBlock {
  const next = Math.max(lastEnd, Math.floor(nowMs) * IDS_PER_MS);
  return { next, end: next + size };
}

/** Takes an id from a block; undefined where it is used up and the next one has to be reserved. */
export function takeId(block: IdBlock): { readonly customId: number; readonly block: IdBlock } | undefined {
  if (block.next >= block.end) return undefined;
  return { customId: block.next, block: { next: block.next + 1, end: block.end } };
}

/** A prefix for a new installation. @param random from 0 to below 1 */
export function installationPrefix(random: number): string {
  const number = Math.min(675, Math.floor(random * 676));
  return String.fromCharCode(97 + Math.floor(number / 26), 97 + (number % 26));
}

/**
 * The id that the exchange is sent: the prefix and the number in base 36, at most 15 letters and digits.
 *
 * @returns undefined for a prefix that is not two lower-case letters, or a number that is not a whole one of up to 53 bits
 */
export function clientIdOf(prefix: string, customId: number): string | undefined {
  if (!PREFIX.test(prefix) || !Number.isSafeInteger(customId) || customId < 0) return undefined;
  return prefix + customId.toString(36);
}

/** The first moment of 2024: no installation is older. */
const FIRST_MS = Date.UTC(2024, 0);

/** Processes reserve numbers a little ahead of their time. */
const AHEAD_MS = MINUTE_MS;

/** The time after which an order with this number was sent. */
export function sentAfterMs(customId: number): number {
  return Math.floor(customId / IDS_PER_MS) - AHEAD_MS;
}

/** Whether a number may have been taken by an installation of this platform: between 2024 and a day from now. */
function isLikelyId(customId: number, nowMs: number): boolean {
  const takenMs = customId / IDS_PER_MS;
  return takenMs >= FIRST_MS && takenMs <= nowMs + DAY_MS;
}

/**
 * Our number of an order that an exchange shows; undefined for one that is not of this installation. An order of ours
 * that the journal does not know is adopted and alarmed, and cancelled if it is open; a foreign one is left alone.
 */
export function parseClientId(prefix: string, clientId: string): number | undefined {
  if (clientId.length > MAX_CLIENT_ID_LENGTH || !clientId.startsWith(prefix)) return undefined;
  const text = clientId.slice(prefix.length);
  const customId = Number.parseInt(text, 36);
  return Number.isSafeInteger(customId) && customId >= 0 && customId.toString(36) === text ? customId : undefined;
}

/** Our number in an id. A caller's own id may begin with our letters: its number is hardly one of our times. */
export function likelyNumber(prefix: string, clientId: string, nowMs: number): number | undefined {
  const number = parseClientId(prefix, clientId);
  return number !== undefined && isLikelyId(number, nowMs) ? number : undefined;
}
