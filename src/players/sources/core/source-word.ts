/** A source's report about itself, and whether it is news. */
import type { Instant } from "../../../kit/time/instant.ts";

export interface SourceWord {
  readonly isGood: boolean;
  /** Tells troubles apart, where the sentence may differ each time; `ok` for none. */
  readonly kind: string;
  /** Sentences for every key, without secrets, addresses, names of files and lines that a server wrote. */
  readonly says: string;
  /** A sentence more, for admins and the log: names of files hold ids of players, lines of a server hold their names. */
  readonly detail?: string;
  /** Further facts about the server. */
  readonly learnt?: LearntFacts;
}

export interface LearntFacts {
  readonly map?: string;
  readonly version?: string;
  readonly maxPlayers?: number;
}

/** The last written report, and when. */
export interface WrittenWord {
  readonly word: SourceWord;
  readonly at: Instant;
}

/** Whether a word is to be written: it differs from the one that was, or that is `everyMs` old. */
export function isDue(word: SourceWord, written: WrittenWord | undefined, now: Instant, everyMs: number): boolean {
  return !written || textOf(word) !== textOf(written.word) || now - written.at >= everyMs * 1_000;
}

/** Whether operators should be notified: trouble began, became another one, or ended. */
export function isNews(word: SourceWord, before: SourceWord | undefined): boolean {
  return before ? word.kind !== before.kind : !word.isGood;
}

function textOf({ isGood, says, detail, learnt }: SourceWord): string {
  return JSON.stringify([isGood, says, detail, learnt?.map, learnt?.version, learnt?.maxPlayers]);
}
