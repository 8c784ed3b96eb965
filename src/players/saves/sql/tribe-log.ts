/** Tribes' logs, line by line. */
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import type { Instant } from "../../../kit/time/instant.ts";
import { namesInLog, idsInLog, withoutPeople } from "../core/apply/erase-names.ts";
import { withoutStored, type LoggedLine } from "../core/apply/log-window.ts";
import type { LogFile } from "../core/apply/plan-batch.ts";
import { eventJson, logNews, secondOfDay, type LogNews } from "../core/apply/plan-log.ts";
import type { TribeLogLine } from "../core/tribe-log.ts";
import type { SavedTribe } from "../core/tribe.ts";
import type { Erasures } from "./erasures.ts";

/** This many stored lines are looked at when a log does not go on where it ended: those of several servers' saves. */
const COMPARED_LINES = 2_000;

/** Lines of up to two thousand characters: a statement should stay far below the size limit of a connection. */
const LINES_AT_ONCE = 5_000;

/**
 * Adds what is new in some tribes' logs, and answers the marks of each log, in the order of the files. The tribes are
 * there and locked. People who were erased are left out.
 */
export async function appendLogs(
  tx: Transaction,
  files: readonly LogFile[],
  erasures: Erasures,
  at: Instant,
): Promise<Buffer[]> {
  const news = files.map(({ tribe, marksBefore }) => logNews(tribe.log, marksBefore ?? undefined));
  await erasures.look(idsInLog(news.flatMap(({ lines }) => lines)));
  const compared = files.filter(({ logCount }, index) => logCount > 0 && news[index]?.goesOn === false);
  const stored = await listLastLines(
    tx,
    compared.map(({ tribe }) => tribe.id),
  );
  const counts = new Map(files.map(({ tribe, logCount }) => [tribe.id, logCount]));
  const rows: LogRow[] = [];
  for (const [index, { tribe }] of files.entries()) {
    const lines = linesToAdd(tribe, news[index], erasures);
    const known = news[index]?.goesOn === false ? (stored.get(tribe.id) ?? []) : [];
    const added = withoutStored(lines, known);
    const count = counts.get(tribe.id) ?? 0;
    rows.push(...added.map((line, place) => ({ ...line, tribeId: tribe.id, number: count + place + 1 })));
    counts.set(tribe.id, count + added.length);
  }
  for (let start = 0; start < rows.length; start += LINES_AT_ONCE) {
    await addLines(tx, rows.slice(start, start + LINES_AT_ONCE), at);
  }
  await noteLogCounts(
    tx,
    files.filter(({ tribe, logCount }) => counts.get(tribe.id) !== logCount).map(({ tribe }) => tribe.id),
    counts,
  );
  return news.map(({ marks }) => marks);
}

interface NewLine extends LoggedLine {
  readonly event: string | null;
}

function linesToAdd(tribe: SavedTribe, news: LogNews | undefined, erasures: Erasures): readonly NewLine[] {
  const lines = news?.lines ?? [];
  const isErased = (id: string): boolean => erasures.isPlayer(id);
  const listed = tribe.members.filter(({ id }) => erasures.isPlayer(id)).map(({ name }) => name);
  const names = [...new Set([...listed, ...namesInLog(lines, isErased)])];
  return lines.map((line) => rowOf(withoutPeople(line, names, isErased)));
}

function rowOf(line: TribeLogLine): NewLine {
  return { day: line.day, second: secondOfDay(line), text: line.text, event: eventJson(line) };
}

/** The last lines of some tribes, which a log that was read may repeat. */
async function listLastLines(tx: Transaction, tribeIds: readonly number[]): Promise<Map<number, LoggedLine[]>> {
  if (tribeIds.length === 0) return new Map();
  const rows = await tx.query<LoggedLine & { readonly tribe_id: number }>({
    name: "players.listLastLines",
    text: `select l.tribe_id, l.day, l.second, l.text
      from players.tribes t join players.tribe_log l on l.tribe_id = t.id and l.number > t.log_count - $2::integer
      where t.id = any ($1::integer[])`,
    values: [tribeIds, COMPARED_LINES],
  });
  const lines = new Map<number, LoggedLine[]>();
  for (const row of rows) {
    const list = lines.get(row.tribe_id);
    if (list) list.push(row);
    else lines.set(row.tribe_id, [row]);
  }
  return lines;
}

interface LogRow extends NewLine {
  readonly tribeId: number;
  readonly number: number;
}

/** Stores lines that were not there before. */
async function addLines(tx: Transaction, rows: readonly LogRow[], at: Instant): Promise<void> {
  await tx.execute({
    name: "players.addLogLines",
    text: `insert into players.tribe_log (tribe_id, number, day, second, text, event, seen_at)
      select tribe_id, number, day, second, text, event, $7
      from unnest($1::integer[], $2::integer[], $3::integer[], $4::integer[], $5::text[], $6::jsonb[])
        as v (tribe_id, number, day, second, text, event)`,
    values: [
      rows.map(({ tribeId }) => tribeId),
      rows.map(({ number }) => number),
      rows.map(({ day }) => day),
      rows.map(({ second }) => second),
      rows.map(({ text }) => text),
      rows.map(({ event }) => event),
      timestamp(at),
    ],
  });
}

/** Notes how many lines tribes have had, so that numbers go on when old lines have been removed. */
async function noteLogCounts(
  tx: Transaction,
  tribeIds: readonly number[],
  counts: ReadonlyMap<number, number>,
): Promise<void> {
  if (tribeIds.length === 0) return;
  await tx.execute({
    name: "players.noteLogCounts",
    text: `update players.tribes t set log_count = v.log_count
      from unnest($1::integer[], $2::integer[]) as v (id, log_count) where t.id = v.id`,
    values: [tribeIds, tribeIds.map((id) => counts.get(id) ?? 0)],
  });
}
