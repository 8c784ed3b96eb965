/** Chooses one page of matches without sorting the others. */
import type { MatchSet } from "./match-set.ts";
import { RANK } from "./rank.ts";

/** Facts about subjects outside the index; they may change between searches. */
export interface SubjectFacts {
  /** Whether the subject is online: those come first within a rank. */
  isOnline(subject: number): boolean;
  /** When the subject was last seen, in any unit; larger is later and comes first. */
  lastSeen(subject: number): number;
  /** The id that settles all other ties; smaller comes first. Different for different subjects. */
  id(subject: number): bigint;
}

/** The place of a hit among all hits: everything they are ordered by. */
export interface HitPosition {
  readonly rank: number;
  readonly online: boolean;
  readonly lastSeen: number;
  /** Length of the matched name's normal form in code points. */
  readonly length: number;
  readonly id: bigint;
}

/** One page of slots of a match set. */
export interface Page {
  readonly slots: readonly number[];
  /** Whether more matches come after the page. */
  readonly hasMore: boolean;
}

/**
 * The `limit` best matches after `after`: by rank, online, last seen, shorter name and id. Those online are looked at
 * first: if they fill the page, it does not matter when the many others were last seen.
 */
export function topMatches(
  matches: MatchSet,
  facts: SubjectFacts,
  limit: number,
  after: HitPosition | undefined,
): Page {
  matches.settle();
  const perRank = new Uint32Array(RANK.former + 1);
  for (let slot = 0; slot < matches.slots; slot++) {
    const rank = matches.rankOf(slot);
    perRank[rank] = (perRank[rank] as number) + 1;
  }
  const slots: number[] = [];
  for (let rank = after?.rank ?? RANK.exactRaw; rank <= RANK.former; rank++) {
    let left = perRank[rank] as number;
    for (const online of [true, false]) {
      if (left === 0) break;
      if (slots.length === limit) return { slots, hasMore: true };
      const position = after?.rank === rank ? after : undefined;
      const group = new BestOfGroup(matches, facts, limit - slots.length, position);
      left -= group.offerAll(rank, online);
      slots.push(...group.slots());
      if (group.hasMore) return { slots, hasMore: true };
    }
  }
  return { slots, hasMore: false };
}

/** The position of a match. */
export function positionOf(matches: MatchSet, facts: SubjectFacts, slot: number): HitPosition {
  const subject = matches.subjectOf(slot);
  return {
    rank: matches.rankOf(slot),
    online: facts.isOnline(subject),
    lastSeen: facts.lastSeen(subject),
    length: matches.lengthOf(slot),
    id: facts.id(subject),
  };
}

/**
 * The best matches of one rank that are online, or offline, kept in order: most of many matches are worse than the
 * worst kept one, and are refused after one comparison.
 */
class BestOfGroup {
  readonly #matches: MatchSet;
  readonly #facts: SubjectFacts;
  readonly #after: HitPosition | undefined;
  readonly #limit: number;
  readonly #slots: Uint32Array;
  readonly #lastSeen: Float64Array;
  #count = 0;
  hasMore = false;

  constructor(matches: MatchSet, facts: SubjectFacts, limit: number, after: HitPosition | undefined) {
    this.#matches = matches;
    this.#facts = facts;
    this.#after = after;
    this.#limit = limit;
    this.#slots = new Uint32Array(limit + 1);
    this.#lastSeen = new Float64Array(limit + 1);
  }

  slots(): Iterable<number> {
    return this.#slots.subarray(0, this.#count);
  }

  /** Looks at all matches of the group and returns their number, on this page or not. */
  offerAll(rank: number, online: boolean): number {
    const matches = this.#matches;
    const isBefore = this.#after !== undefined && online && !this.#after.online;
    const isCut = this.#after?.online === online;
    let size = 0;
    for (let slot = 0; slot < matches.slots; slot++) {
      if (matches.rankOf(slot) !== rank || this.#facts.isOnline(matches.subjectOf(slot)) !== online) continue;
      size += 1;
      if (!isBefore) this.#offer(slot, isCut ? this.#after : undefined);
    }
    return size;
  }

  #offer(slot: number, after: HitPosition | undefined): void {
    const lastSeen = this.#facts.lastSeen(this.#matches.subjectOf(slot));
    if (after !== undefined && !this.#isAfter(after, slot, lastSeen)) return;
    const isFull = this.#count === this.#limit;
    if (isFull) this.hasMore = true;
    if (isFull && !this.#isBefore(slot, lastSeen, this.#count - 1)) return;
    let at = this.#count;
    while (at > 0 && this.#isBefore(slot, lastSeen, at - 1)) {
      this.#slots[at] = this.#slots[at - 1] as number;
      this.#lastSeen[at] = this.#lastSeen[at - 1] as number;
      at -= 1;
    }
    this.#slots[at] = slot;
    this.#lastSeen[at] = lastSeen;
    if (!isFull) this.#count += 1;
  }

  #isBefore(slot: number, lastSeen: number, place: number): boolean {
    const seen = this.#lastSeen[place] as number;
    if (lastSeen !== seen) return lastSeen > seen;
    const other = this.#slots[place] as number;
    const shorter = this.#matches.lengthOf(slot) - this.#matches.lengthOf(other);
    if (shorter !== 0) return shorter < 0;
    return this.#facts.id(this.#matches.subjectOf(slot)) < this.#facts.id(this.#matches.subjectOf(other));
  }

  #isAfter(after: HitPosition, slot: number, lastSeen: number): boolean {
    if (lastSeen !== after.lastSeen) return lastSeen < after.lastSeen;
    const longer = this.#matches.lengthOf(slot) - after.length;
    if (longer !== 0) return longer > 0;
    return this.#facts.id(this.#matches.subjectOf(slot)) > after.id;
  }
}
