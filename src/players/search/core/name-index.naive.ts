/** The name index as one would write it without caring for speed: the truth that the real one is compared with. */
import { cutName, MAX_NORM_BYTES, NAME_KINDS } from "./name-records.ts";
import type { NameHit, NameKind, SearchOptions, SearchResult, SubjectFacts, SubjectName } from "./name-index.ts";
import { normalForm, skeleton } from "./normal-form.ts";
import { RANK, type Rank } from "./rank.ts";

interface Match {
  readonly name: SubjectName;
  readonly rank: Rank;
  readonly length: number;
}

/** Looks at every name for every search, without bounds. */
export class NaiveNameIndex {
  readonly #facts: SubjectFacts;
  readonly #names = new Map<string, SubjectName>();

  constructor(facts: SubjectFacts) {
    this.#facts = facts;
  }

  get size(): number {
    return this.#names.size;
  }

  add(subject: number, kind: NameKind, text: string): boolean {
    const key = JSON.stringify([subject, kind, cutName(text)]);
    if (this.#names.has(key)) return false;
    this.#names.set(key, { subject, kind, text: cutName(text) });
    return true;
  }

  remove(subject: number, kind: NameKind, text: string): boolean {
    return this.#names.delete(JSON.stringify([subject, kind, cutName(text)]));
  }

  search(query: string, { kinds, limit, after }: SearchOptions): SearchResult {
    const raw = cutName(query);
    const names = [...this.#names.values()].filter(({ kind }) => kinds.includes(kind));
    let matches = this.#best(names, (text) => directRank(text, raw));
    const isForgiving = matches.length === 0;
    if (isForgiving) matches = this.#best(names, (text) => typoRank(text, raw));
    if (matches.length < limit) {
      matches = this.#best(
        names,
        (text) => directRank(text, raw) || (isForgiving ? typoRank(text, raw) : 0) || lookAlikeRank(text, raw),
      );
    }
    matches.sort((a, b) => this.#compare(a, b));
    const first = after === undefined ? 0 : matches.findIndex((match) => this.#isAfter(match, after));
    const page = first < 0 ? [] : matches.slice(first, first + limit);
    const hits = page.map(({ name, rank }): NameHit => {
      return { subject: name.subject, rank, entry: { kind: name.kind, text: name.text } };
    });
    const last = page.at(-1);
    const hasMore = last !== undefined && matches.at(-1) !== last;
    return {
      hits,
      total: matches.length,
      isTotalExact: true,
      ...(hasMore ? { next: { ...this.#position(last) } } : {}),
    };
  }

  #best(names: readonly SubjectName[], rankOf: (text: string) => Rank | 0): Match[] {
    const best = new Map<number, Match>();
    for (const name of names) {
      const found = rankOf(name.text);
      if (found === 0) continue;
      const length = Array.from(cutNorm(name.text)).length;
      const match = { name, rank: name.kind === "former" ? RANK.former : found, length };
      const held = best.get(name.subject);
      if (held === undefined || compareOfSubject(match, held) < 0) best.set(name.subject, match);
    }
    return [...best.values()];
  }

  #position({ name, rank, length }: Match) {
    const { subject } = name;
    const facts = this.#facts;
    return {
      rank,
      online: facts.isOnline(subject),
      lastSeen: facts.lastSeen(subject),
      length,
      id: facts.id(subject),
    };
  }

  #compare(a: Match, b: Match): number {
    return comparePositions(this.#position(a), this.#position(b));
  }

  #isAfter(match: Match, after: NonNullable<SearchOptions["after"]>): boolean {
    return comparePositions(this.#position(match), after) > 0;
  }
}

function comparePositions(a: NonNullable<SearchOptions["after"]>, b: NonNullable<SearchOptions["after"]>): number {
  return (
    a.rank - b.rank ||
    Number(b.online) - Number(a.online) ||
    b.lastSeen - a.lastSeen ||
    a.length - b.length ||
    Number(a.id - b.id)
  );
}

/** Between the names of one subject: rank, length, kind, then the text. */
function compareOfSubject(a: Match, b: Match): number {
  const kinds = NAME_KINDS.indexOf(a.name.kind) - NAME_KINDS.indexOf(b.name.kind);
  return a.rank - b.rank || a.length - b.length || kinds || (a.name.text < b.name.text ? -1 : 1);
}

function cutNorm(text: string): string {
  let norm = normalForm(text);
  while (Buffer.byteLength(norm) > MAX_NORM_BYTES) norm = Array.from(norm).slice(0, -1).join("");
  return norm;
}

function directRank(text: string, query: string): Rank | 0 {
  if (text === query) return RANK.exactRaw;
  const norm = cutNorm(text);
  const wanted = cutNorm(query);
  if (wanted === "") return 0;
  if (norm === wanted) return RANK.exact;
  if (norm.startsWith(wanted)) return RANK.prefix;
  if (Array.from(" _-.]").some((separator) => norm.includes(separator + wanted))) return RANK.wordStart;
  return norm.includes(wanted) ? RANK.substring : 0;
}

function typoRank(text: string, query: string): Rank | 0 {
  const wanted = Array.from(cutNorm(query));
  const norm = Array.from(cutNorm(text));
  const isForgiving = wanted.length >= 4 && wanted.length <= 32;
  return isForgiving && hasNearPart(norm, wanted) && hasEnoughPieces(norm, wanted) ? RANK.typo : 0;
}

function lookAlikeRank(text: string, query: string): Rank | 0 {
  const wanted = cutNorm(query);
  const isLong = Array.from(wanted).length >= 3;
  return isLong && skeleton(cutNorm(text)).includes(skeleton(wanted)) ? RANK.lookAlike : 0;
}

function hasNearPart(name: readonly string[], query: readonly string[]): boolean {
  const errors = query.length <= 6 ? 1 : 2;
  for (let start = 0; start < name.length; start++) {
    if (start > 0 && !/[ _.\]-]/u.test(name[start - 1] ?? "")) continue;
    for (let end = start + 1; end <= name.length; end++) {
      const next = name[end];
      const digitsBegin = /\d/u.test(next ?? "") && !/\d/u.test(name[end - 1] ?? "");
      if (next !== undefined && !/[ _.\]-]/u.test(next) && !digitsBegin) continue;
      if (editDistance(name.slice(start, end), query) <= errors) return true;
    }
  }
  return false;
}

/** With two errors allowed: whether enough of the query's pieces are in the name, by their first three letters. */
function hasEnoughPieces(name: readonly string[], query: readonly string[]): boolean {
  if (query.length <= 6) return true;
  for (let at = 0; at + 1 < query.length; at++) {
    const swapped = query.toSpliced(at, 2, query[at + 1] ?? "", query[at] ?? "");
    if (skeleton(name.join("")).includes(skeleton(swapped.join("")))) return true;
  }
  const text = `^${skeleton(name.join(""))}$$`;
  const ends = Array.from(/\d/u.test(query.at(-1) ?? "") ? "$ _-.]" : "$ _-.]0123456789");
  const places = [Array.from("^ _-.]"), ...query.map((letter) => [letter]), ends];
  let count = 0;
  for (let at = 0; at < query.length; at++) {
    const [first = [], second = [], third = []] = places.slice(at, at + 3);
    const pieces = first.flatMap((a) => second.flatMap((b) => third.map((c) => a + b + c)));
    const isHeld = (piece: string): boolean => text.includes(Array.from(skeleton(piece)).slice(0, 3).join(""));
    if (pieces.some(isHeld)) count++;
  }
  return count >= Math.max(4, query.length - 6);
}

/** Optimal string alignment, by the table. */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (__, j) => i + j));
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : 99;
      const row = rows[i];
      if (row !== undefined) row[j] = Math.min(change, swap, at(i - 1, j) + 1, at(i, j - 1) + 1);
    }
  }
  return at(a.length, b.length);
}
