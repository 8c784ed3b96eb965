/** The inside of a run: what it evaluated, its books, and what it waits for. */
import type { Condition } from "../../algorithms/index.ts";
import type { RunContext } from "./run-context.ts";
import type { RunNote } from "./run-log.ts";

/** As it is stored for the request that asked; members are in the words of the interface. */
export interface ShownRun {
  readonly loop: { readonly last_at: number; readonly duration_us: number; readonly evaluations: number };
  /** Why nothing fires. Empty texts where the last evaluation fired. */
  readonly gate: string;
  readonly why: string;
  readonly rows: { readonly row: number; readonly why: string }[];
  readonly gates_closed: Readonly<Record<string, number>>;
  readonly conditions: ShownCondition[];
  readonly books: ShownBook[];
  readonly owed: { readonly row: number; readonly amount: string }[];
  readonly armed: { readonly row: number; readonly amount: string; readonly trigger: string }[];
  readonly inflight: string[];
  readonly lookups: {
    readonly transaction_id: string;
    readonly attempts: number;
    readonly next_at: number;
  }[];
  readonly queue_depth: number;
  readonly log: RunNote[];
}

interface ShownCondition {
  readonly position: number;
  readonly name: string;
  readonly codes: string[];
  readonly level1: number;
  readonly level2: number | null;
  readonly left: number | null;
  readonly operator: string;
  readonly right: number | null;
  readonly right_end: number | null;
  readonly result: boolean;
  readonly unknown: string | null;
  readonly age_ms: number | null;
  readonly evaluated_at: number;
}

interface ShownBook {
  readonly code: string;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly age_ms: number;
  readonly synced: boolean;
  readonly changes: number;
}

interface Loop {
  readonly lastMs: number;
  readonly durationUs: number;
  readonly evaluations: number;
}

/** A run that nothing is evaluated of, and why. */
export function showQuietRun(why: string): ShownRun {
  return {
    loop: { last_at: 0, duration_us: 0, evaluations: 0 },
    gate: "not_running",
    why,
    rows: [],
    gates_closed: {},
    conditions: [],
    books: [],
    owed: [],
    armed: [],
    inflight: [],
    lookups: [],
    queue_depth: 0,
    log: [],
  };
}

export function showRun(context: RunContext, loop: Loop, { owed, armed }: Pick<ShownRun, "owed" | "armed">): ShownRun {
  const { memory, view, log, shared } = context;
  const { market } = shared.deps;
  const newest = [...memory.newest.values()];
  view.nowMs = context.nowMs();
  return {
    loop: {
      last_at: Math.floor(loop.lastMs),
      duration_us: Math.max(0, Math.round(loop.durationUs)),
      evaluations: loop.evaluations,
    },
    ...gateOf(context),
    gates_closed: Object.fromEntries(log.counts),
    conditions: memory.playbook.conditions.conditions.map(showCondition),
    books: [...memory.playbook.codes].flatMap((code) => {
      const listing = market.listing(code);
      if (!listing) return [];
      const { bidPrice, askPrice, state, changes } = market.top(listing);
      const age = Math.floor(view.ageMs(code));
      const price = (value: number): number | null => (value > 0 ? value : null);
      return [{ code, bid: price(bidPrice), ask: price(askPrice), age_ms: age, synced: state === "live", changes }];
    }),
    owed,
    armed,
    inflight: memory.orders.open.map(({ id }) => String(id)),
    lookups: newest
      .filter(({ order }) => order.lookup === "waiting")
      .map(({ terms, order }) => ({
        transaction_id: String(terms.id),
        attempts: order.lookups,
        next_at: Math.round(order.lookupAtMs ?? 0),
      })),
    queue_depth: newest.filter(({ order }) => order.state === "created").length,
    log: [...log.notes()],
  };
}

/** What the last evaluation has found says nothing of a run that is paused or ends: nothing evaluates it. */
function gateOf({ memory, log }: RunContext): Pick<ShownRun, "gate" | "why" | "rows"> {
  const { state, pause } = memory.kept.run;
  if (state === "running") return { gate: log.gate, why: log.why, rows: [...log.rows] };
  const isBeginning = state === "starting" || state === "reconvening";
  const waitsFor = isBeginning && log.gate === "not_running" ? log.why : "";
  const cause = state === "paused" && pause ? pause.reason : waitsFor;
  return { gate: "not_running", why: cause === "" ? state : `${state}: ${cause}`, rows: [] };
}

function showCondition(condition: Condition, position: number): ShownCondition {
  const { settings, name, left, right, rightEnd, isTrue, ageMs, evaluatedMs, unknown } = condition;
  const number = (value: number | undefined): number | null =>
    value === undefined || !Number.isFinite(value) ? null : value;
  return {
    position,
    name,
    codes: [...settings.codes],
    level1: settings.level1,
    level2: settings.codes.length > 1 ? settings.level2 : null,
    left: number(left),
    operator: settings.formula.relation,
    right: number(right),
    right_end: number(rightEnd),
    result: isTrue,
    unknown: unknown ?? null,
    age_ms: Number.isFinite(ageMs) ? Math.floor(ageMs) : null,
    evaluated_at: Math.floor(evaluatedMs),
  };
}
