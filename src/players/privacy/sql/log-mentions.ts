/** Removes a person from tribes' logs. */
import type { Database, Queryable, Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { parseTribeLogLine } from "../../saves/index.ts";
import { namesToErase, withoutMentions } from "../core/mentions.ts";
import { namesIn, patternsOf, type Mentions } from "./mentions.ts";

export interface LineKey {
  readonly tribe_id: number;
  readonly number: number;
}

/** Logs have millions of lines: they are read piece by piece, so that no statement takes long. */
const TRIBES_AT_ONCE = 1_000;
const LINES_AT_ONCE = 1_000;
/** No line has a higher one. */
const MAX_NUMBER = 2_147_483_647;

/**
 * Lines that name the person, of all tribes. Read before anything is locked, since it may take a while. Only lines that
 * an erasure would change: a name of one letter is in nearly every line.
 */
export async function listMentions(db: Database, mentions: Mentions): Promise<LineKey[]> {
  const found: LineKey[] = [];
  for (let after = 0; ;) {
    const upto = await lastOfNext(db, after);
    if (upto === null) return found;
    for await (const lines of linesAmong(db, mentions, after, upto)) {
      for (const line of lines) {
        if (textWithout(line, mentions) !== line.text) found.push({ tribe_id: line.tribe_id, number: line.number });
      }
    }
    after = upto;
  }
}

/** Where the next tribes end. */
async function lastOfNext(db: Queryable, after: number): Promise<number | null> {
  const [row] = await db.query<{ upto: number | null }>({
    name: "players.lastOfNextTribes",
    text: `select max(id) as upto from (
      select id from players.tribes where id > $1 order by id limit ${TRIBES_AT_ONCE}) as next`,
    values: [after],
  });
  return row?.upto ?? null;
}

/** Lines of some tribes that may name the person, piece by piece. */
async function* linesAmong(
  db: Queryable,
  mentions: Mentions,
  after: number,
  upto: number,
): AsyncGenerator<readonly StoredLine[], void, undefined> {
  for (let last: LineKey | undefined = { tribe_id: after, number: MAX_NUMBER }; last;) {
    const lines: StoredLine[] = await listLinesAmong(db, mentions, last, upto);
    yield lines;
    last = lines.length < LINES_AT_ONCE ? undefined : lines.at(-1);
  }
}

/** The next lines that may name the person, after one of them. */
async function listLinesAmong(db: Queryable, mentions: Mentions, last: LineKey, upto: number): Promise<StoredLine[]> {
  return db.query<StoredLine>({
    name: "players.listMentions",
    text: `select tribe_id, number, text, event from players.tribe_log
      where (tribe_id, number) > ($1::integer, $2::integer) and tribe_id <= $3
        and (text like any ($4::text[]) or (tribe_id = any ($5::integer[]) and text like any ($6::text[])))
      order by tribe_id, number limit ${LINES_AT_ONCE}`,
    values: [last.tribe_id, last.number, upto, ...patternsOf(mentions)],
  });
}

/** Lines that have come since. */
export async function listMentionsSince(tx: Transaction, mentions: Mentions, since: Instant): Promise<LineKey[]> {
  return tx.query<LineKey>({
    name: "players.listMentionsSince",
    text: `select tribe_id, number from players.tribe_log
      where seen_at >= $1
        and (text like any ($2::text[]) or (tribe_id = any ($3::integer[]) and text like any ($4::text[])))`,
    values: [timestamp(since), ...patternsOf(mentions)],
  });
}

/** Rewrites lines without the person. Answers how many named the person. */
export async function eraseFromLog(tx: Transaction, mentions: Mentions, keys: readonly LineKey[]): Promise<number> {
  let erased = 0;
  for (let start = 0; start < keys.length; start += LINES_AT_ONCE) {
    const lines = await readLines(tx, keys.slice(start, start + LINES_AT_ONCE));
    const changed = lines.flatMap((line): StoredLine[] => {
      const text = textWithout(line, mentions);
      return text === line.text ? [] : [{ ...line, text, event: eventOf(text) }];
    });
    await updateLines(tx, changed);
    erased += changed.length;
  }
  return erased;
}

interface StoredLine extends LineKey {
  readonly text: string;
  readonly event: string | null;
}

function textWithout({ tribe_id, text, event }: StoredLine, mentions: Mentions): string {
  const told: unknown = event === null ? null : JSON.parse(event);
  const names = namesToErase(told, namesIn(mentions, tribe_id), mentions.ids);
  return withoutMentions(text, names, mentions.ids);
}

/** The line's present event, read as if a save had it. Ids are strings. */
function eventOf(text: string): string | null {
  const { event } = parseTribeLogLine(`Day 1, 00:00:00: ${text}`) ?? {};
  if (!event) return null;
  return JSON.stringify(event, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

/** Lines as they are under the lock. */
async function readLines(tx: Transaction, keys: readonly LineKey[]): Promise<StoredLine[]> {
  return tx.query<StoredLine>({
    name: "players.readLinesToErase",
    text: `select tribe_id, number, text, event from players.tribe_log
      where (tribe_id, number) in (select tribe_id, number from unnest($1::integer[], $2::integer[]) as k (tribe_id, number))`,
    values: [keys.map(({ tribe_id }) => tribe_id), keys.map(({ number }) => number)],
  });
}

/** Puts lines in the place of what they were. */
async function updateLines(tx: Transaction, lines: readonly StoredLine[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.execute({
    name: "players.updateErasedLines",
    text: `update players.tribe_log l set text = v.text, event = v.event
      from unnest($1::integer[], $2::integer[], $3::text[], $4::jsonb[]) as v (tribe_id, number, text, event)
      where l.tribe_id = v.tribe_id and l.number = v.number`,
    values: [
      lines.map(({ tribe_id }) => tribe_id),
      lines.map(({ number }) => number),
      lines.map(({ text }) => text),
      lines.map(({ event }) => event),
    ],
  });
}
