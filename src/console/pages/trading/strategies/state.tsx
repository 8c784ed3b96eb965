/** The state of a strategy in words, and what follows from it. */
import type { StrategySummary } from "../../../../../clients/typescript/src/trading.ts";
import { moneyAt } from "../../../live/exchanges.ts";
import { gravestOf, type MoneyKind } from "../../../live/money-kind.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.strategies;

export type StrategyState = StrategySummary["state"];

const TONES: Readonly<Partial<Record<StrategyState, Tone>>> = {
  running: "good",
  completed: "good",
  draft: "warn",
  paused: "warn",
  soft_stopping: "warn",
  stopping: "warn",
  reconvening: "warn",
  force_stopped: "bad",
  errored: "bad",
};

const ACTIVE: ReadonlySet<StrategyState> = new Set([
  "starting",
  "running",
  "paused",
  "soft_stopping",
  "stopping",
  "reconvening",
]);
/** `paused` goes on by a start, where the reason for it needs its owner. */
const STARTABLE: ReadonlySet<StrategyState> = new Set([
  "ready",
  "stopped",
  "force_stopped",
  "completed",
  "errored",
  "paused",
]);

/** Whether it may send orders, now or when its cause is over. */
export function isActive(state: StrategyState): boolean {
  return ACTIVE.has(state);
}

export function mayStart(state: StrategyState): boolean {
  return STARTABLE.has(state);
}

export function StateBadge({ state }: { readonly state: StrategyState }) {
  return <Badge tone={TONES[state] ?? "plain"} text={T.states[state]} />;
}

/** Whose money it moves: of several exchanges, the gravest. */
export function moneyOf({ codes }: Pick<StrategySummary, "codes">): MoneyKind {
  return gravestOf(codes.map(moneyAt));
}

/** How much of its total is done. */
export function progressText({ qty_done, qty_parent, progress }: StrategySummary): string {
  if (qty_parent === null) return qty_done;
  return say(T.ofTotal, { done: qty_done, total: qty_parent, percent: Math.floor(progress * 100) });
}
