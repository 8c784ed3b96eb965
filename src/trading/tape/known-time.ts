/**
 * The time range in which the tape has all trades of a market, so that a minute without a candle is one without a
 * trade there, and a gap elsewhere.
 */
import { MINUTE_MS, DAY_MS } from "../../kit/time/spans.ts";
import { CARRY_MS } from "./core/spread-minutes.ts";
import { joinSpans, spansOfSteps, subtractSpans, type Span } from "./core/spans.ts";
import type { Folders } from "./store/folders.ts";

/** Dumps of candles leave out minutes without a trade. A longer gap cannot be told from a dump with a hole. */
const LONGEST_QUIET_MS = 60 * MINUTE_MS;
/** An outage of a book shorter than this proves nothing about the trades. */
const BLIP_MS = 5_000;

/**
 * Rows of best prices prove: a recorder was connected. Sorted rows; a price of 0 on both sides ends.
 *
 * @param nowMs the last row holds no longer
 */
export function watchedSpans(
  rows: { readonly ms: Float64Array; readonly bid: Float64Array; readonly ask: Float64Array },
  nowMs: number,
): Span[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (let row = 0; row < rows.ms.length; row++) {
    if ((rows.bid[row] ?? 0) <= 0 && (rows.ask[row] ?? 0) <= 0) continue;
    const fromMs = rows.ms[row] ?? 0;
    const toMs = Math.min(rows.ms[row + 1] ?? nowMs, fromMs + CARRY_MS);
    const last = spans.at(-1);
    if (last && fromMs - last.toMs < BLIP_MS) last.toMs = Math.max(last.toMs, toMs);
    else spans.push({ fromMs, toMs });
  }
  return spans;
}

export interface Written {
  readonly code: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** The recorded candles, sorted. */
  readonly minutes: Float64Array;
  /** The minutes of which the recorder has said that trades may be missing. */
  readonly holes: readonly Span[];
}

/** The times proved by the recorded candles, and by imports; and those holes that no import has filled. */
export async function writtenSpans(
  folders: Folders,
  { minutes, holes, code, fromMs, toMs }: Written,
): Promise<{ readonly known: Span[]; readonly holes: Span[] }> {
  const candles = await importedSpans(folders, "candles", code, fromMs, toMs);
  const trades = await importedSpans(folders, "trades", code, fromMs, toMs);
  const left = subtractSpans(holes, joinSpans([...candles, ...trades]));
  const written = subtractSpans(spansOfSteps(minutes, MINUTE_MS), left);
  return { known: joinSpans([...written, ...quietWithin(written, candles), ...trades]), holes: left };
}

/** The last millisecond of the year 9999, which the names of days can say. */
const LAST_MS = 253_402_300_799_999;

/** Whether trades or candles of a market were ever imported. */
export async function hasImports(folders: Folders, code: string): Promise<boolean> {
  for (const kind of ["candles", "trades"] as const) {
    const { settled } = await folders.find(kind, code, 0, LAST_MS);
    if (settled.some(({ stage }) => stage === "import")) return true;
  }
  return false;
}

/** Files of days that follow one another are one span: the time between their rows was quiet. */
async function importedSpans(
  folders: Folders,
  kind: "candles" | "trades",
  code: string,
  fromMs: number,
  toMs: number,
): Promise<Span[]> {
  const { settled } = await folders.find(kind, code, fromMs - DAY_MS, toMs + DAY_MS);
  const imports = settled.filter(({ stage }) => stage === "import");
  const days = new Map<number, { firstMs: number; lastMs: number }>();
  for (const { firstMs, lastMs } of imports) {
    const day = Math.floor(firstMs / DAY_MS);
    const known = days.get(day) ?? { firstMs, lastMs };
    days.set(day, { firstMs: Math.min(firstMs, known.firstMs), lastMs: Math.max(lastMs, known.lastMs) });
  }
  const spans = imports.map(({ firstMs, lastMs }) => minutesOf(firstMs, lastMs));
  for (const [day, { lastMs }] of days) {
    const next = days.get(day + 1);
    if (next) spans.push(minutesOf(lastMs, next.firstMs));
  }
  return joinSpans(spans);
}

function minutesOf(firstMs: number, lastMs: number): Span {
  return { fromMs: firstMs - (firstMs % MINUTE_MS), toMs: lastMs - (lastMs % MINUTE_MS) + MINUTE_MS };
}

/** The short pauses between candles that were imported together. */
function quietWithin(written: readonly Span[], imported: readonly Span[]): Span[] {
  const quiet: Span[] = [];
  let at = 0;
  for (let place = 1; place < written.length; place++) {
    const pause = { fromMs: written[place - 1]?.toMs ?? 0, toMs: written[place]?.fromMs ?? 0 };
    while ((imported[at]?.toMs ?? Number.POSITIVE_INFINITY) < pause.toMs) at++;
    const isInside = (imported[at]?.fromMs ?? Number.POSITIVE_INFINITY) <= pause.fromMs;
    if (isInside && pause.toMs - pause.fromMs < LONGEST_QUIET_MS) quiet.push(pause);
  }
  return quiet;
}
