/** Hedges and failed legs: orders that one leg owes another, until nothing is owed or the run is paused as unhedged. */
import { FINE_ONE, formatFine, parseFine } from "../../../kit/money/fine.ts";
import { isTradable, stepsIn, type ChildOrder, type RowSettings } from "../../algorithms/index.ts";
import { mayHedge } from "../core/run.ts";
import { lackingHedges, planDuties, type Duties, type DutyOrder, type DutyRow } from "../core/duties.ts";
import type { RunOrder } from "../core/run-orders.ts";
import type { NewRunOrder } from "../store-runs.ts";
import { fire } from "./fire.ts";
import { moveTrigger, REACHED_ALREADY, releasedStop, triggerText, waitsForTrigger } from "./held-stops.ts";
import { planDuty, referenceNow, runOrderOf } from "./plan-orders.ts";
import { NOTHING_TO_REDUCE, Reducing } from "./reducing.ts";
import type { RunContext } from "./run-context.ts";

const NOTHING_OWED: Duties = { orders: [], isOwed: false, failed: new Map() };

export function dutiesOf(context: RunContext): Duties {
  const { memory } = context;
  const { settings, duties } = memory.playbook;
  // One row owes another nothing.
  if (duties.length < 2) return NOTHING_OWED;
  const known = Object.entries(memory.kept.unhedged).map(([key, text]) => [key, parseFine(text) ?? 0n] as const);
  const converted = duties.map((duty) => ({ ...duty, toleranceMaximum: inQuote(memory, duty) }));
  const reducing = new Reducing(memory);
  return planDuties(converted, memory.orders, {
    ...settings.failedLeg,
    unhedged: new Map(known),
    givenUp: context.retries.givenUp,
    isTradable(at, amount) {
      const row = settings.rows[at];
      if (!row) return false;
      const side = sideOf(context, at);
      const price = referenceNow(context.plan, row, side);
      const isLarge = (wanted: bigint): boolean =>
        // Without a price nothing can be sent, and nothing is forgiven.
        price === undefined
          ? wanted > 0n
          : isTradable(row.grid, stepsIn(row.grid, wanted), price, row.wire.type === "market");
      const reduced = atMost(amount, reducing.most(row, side));
      if (isLarge(amount) && !isLarge(reduced)) noteIdle(context, at);
      return isLarge(reduced);
    },
  });
}

/** A tolerance in quote units of its row: prices move by it. */
function inQuote(memory: RunContext["memory"], { row, toleranceMaximum }: DutyRow): DutyRow["toleranceMaximum"] {
  if (typeof toleranceMaximum !== "bigint") return toleranceMaximum;
  const rate = memory.toleranceRate({ row });
  return rate === undefined || rate <= 0n ? "unknown" : (toleranceMaximum * FINE_ONE) / rate;
}

/**
 * Sends what is owed and due. An order that could not be stored or priced is tried again later, and is given up at
 * last.
 *
 * @returns whether something is owed: at once where nothing is to be done now
 */
export function settleDuties(context: RunContext): boolean | Promise<boolean> {
  const nowMs = context.nowMs();
  const all = dutiesOf(context);
  const duties = context.retries.due(all, nowMs);
  const isBack = !duties.isOwed && newlyBack(context).length > 0;
  if (duties.failed.size > 0 || isBack) return pauseUnhedged(context, duties, isBack);
  const { rows } = context.memory.playbook.settings;
  // Stops follow prices also while the exchange takes no orders.
  const orders = duties.orders.filter((duty) => waitsForTrigger(rows[duty.row], duty) || answers(context, duty.row));
  return orders.length === 0 ? isOwed(context, all) : sendDuties(context, all, orders, nowMs);
}

/** Whether the exchange of a row takes orders. Nothing is tried while it is known not to. */
function answers(context: RunContext, row: number): boolean {
  const { exchange } = context.memory.playbook.listings[row] ?? {};
  if (exchange === undefined) return true;
  const state = context.shared.deps.market.exchange(exchange)?.health.state;
  return state !== "down" && state !== "maintenance" && stoppedMs(context, exchange) === 0;
}

/** How long an exchange wants no requests. */
export function stoppedMs({ plan }: RunContext, exchange: string): number {
  return plan.exchanges.find(({ code }) => code === exchange)?.stoppedMs?.() ?? 0;
}

/** A stop that could not be armed yet is owed too. One that is armed holds nothing up. */
function isOwed({ memory, triggers }: RunContext, duties: Duties): boolean {
  const { rows } = memory.playbook.settings;
  const isUnarmed = (duty: DutyOrder): boolean => waitsForTrigger(rows[duty.row], duty) && !triggers.has(duty.row);
  return duties.isOwed || duties.orders.some(isUnarmed);
}

async function sendDuties(
  context: RunContext,
  all: Duties,
  due: readonly DutyOrder[],
  nowMs: number,
): Promise<boolean> {
  const { memory, log, retries } = context;
  const orders: { readonly duty: DutyOrder; readonly order: NewRunOrder }[] = [];
  const before = context.triggersToKeep();
  const reducing = new Reducing(memory);
  for (const owed of due) {
    const row = memory.playbook.settings.rows[owed.row];
    const side = owed.side ?? sideOf(context, owed.row);
    // What trades a leg back takes no more than this leg has traded.
    const most = owed.kind === "unwind" || !row ? undefined : reducing.most(row, side);
    const duty = { ...owed, amount: atMost(owed.amount, most) };
    if (duty.amount <= 0n) {
      noteIdle(context, duty.row);
      continue;
    }
    const planned = row && planDuty(context.plan, row, duty, side);
    const isHeld = waitsForTrigger(row, duty);
    const child = isHeld ? releasedNow(context, duty, planned) : planned;
    if (child === "waits") continue;
    if (!child || child.amountSteps < child.row.grid.minSteps) {
      const why = "it cannot be priced";
      context.owedWhy = why;
      log.closed(nowMs, "rows", `row ${duty.row} owes ${formatFine(duty.amount)}: ${why}`, [{ row: duty.row, why }]);
      retries.note(duty, false, nowMs);
      continue;
    }
    const { slice, attempt, kind } = duty;
    const facts = { slice, attempt, kind, sendAtMs: nowMs, conditions: [], spreadEntry: undefined };
    orders.push({ duty, order: runOrderOf(context.plan, child, facts) });
    reducing.add(child.row, child.side, child.amountSteps * child.row.grid.step);
  }
  await context.keepTriggers(before);
  // Each on its own: one that lacks money holds up no other.
  for (const { duty, order } of orders) {
    if (!mayHedge(memory.kept.run)) break;
    const { closings } = log;
    const isStored = await fire(context, [order], { slice: undefined, during: ["running", "soft_stopping", "paused"] });
    context.owedWhy = log.closings > closings ? log.why : undefined;
    retries.note(duty, isStored, nowMs);
  }
  return orders.length > 0 || isOwed(context, all);
}

function atMost(amount: bigint, most: bigint | undefined): bigint {
  return most === undefined || amount < most ? amount : most;
}

function noteIdle(context: RunContext, row: number): void {
  context.log.note(context.nowMs(), "info", `row ${row}: ${NOTHING_TO_REDUCE}`);
}

/**
 * The order of a stop whose trigger is met; `waits` for one that is armed. A book that is not in step moves and meets
 * nothing. Undefined where the stop cannot be armed.
 */
function releasedNow(
  context: RunContext,
  duty: DutyOrder,
  child: ChildOrder | undefined,
): ChildOrder | "waits" | undefined {
  const { triggers, retries, log } = context;
  const isArmed = triggers.has(duty.row);
  if (!child || !areBooksInStep(context, child.row)) return isArmed ? "waits" : undefined;
  const { ticks, isMet, isReached } = moveTrigger(triggers, child);
  if (isMet) return releasedStop(child);
  if (!isArmed) {
    const nowMs = context.nowMs();
    retries.note(duty, true, nowMs);
    log.note(
      nowMs,
      "info",
      `row ${duty.row}: a stop is armed at ${triggerText(child.row, ticks)}${isReached ? REACHED_ALREADY : ""}`,
    );
  }
  return "waits";
}

function areBooksInStep(context: RunContext, { code, referenceCode }: RowSettings): boolean {
  const { view, shared } = context;
  view.nowMs = context.nowMs();
  return [code, referenceCode].every((each) => {
    const listing = shared.deps.market.listing(each);
    return listing !== undefined && view.problemOf(listing) === undefined;
  });
}

/** Stops that wait for their trigger, with the quantity that they protect. Decimals. */
export function armedStops(
  context: RunContext,
): { readonly row: number; readonly amount: string; readonly trigger: string }[] {
  const { memory, triggers } = context;
  if (triggers.size === 0) return [];
  return dutiesOf(context).orders.flatMap((duty) => {
    const row = memory.playbook.settings.rows[duty.row];
    const ticks = triggers.get(duty.row);
    if (!row || ticks === undefined || !waitsForTrigger(row, duty)) return [];
    return [{ row: duty.row, amount: formatFine(duty.amount), trigger: triggerText(row, ticks) }];
  });
}

/** Orders that traded another leg back, and that the run was not paused for yet. */
function newlyBack({ memory }: RunContext): readonly RunOrder[] {
  return memory.orders.tradedBack.filter(({ id }) => !(unwoundKey(id) in memory.kept.unhedged));
}

/**
 * Pauses a run whose leg nothing helps any more, or was traded back: its owner looks before it goes on. An amount
 * recorded here does not cause another pause.
 */
async function pauseUnhedged(context: RunContext, duties: Duties, isBack: boolean): Promise<true> {
  const { kept } = context.memory;
  const unhedged = { ...kept.unhedged };
  for (const { id } of newlyBack(context)) unhedged[unwoundKey(id)] = "0";
  for (const [key, amount] of duties.failed) {
    unhedged[key] = formatFine((parseFine(unhedged[key] ?? "0") ?? 0n) + amount);
  }
  const rows = [...duties.failed].map(([key, amount]) => `row ${key} lacks ${formatFine(amount)}`);
  const why = isBack ? ["a leg failed, and the others were traded back", ...rows] : rows;
  context.retries.clear();
  await forgetStops(context, unhedged);
  await context.move("unhedged", why.join(", "), { pause: { reason: "unhedged", isExternal: false }, unhedged });
  return true;
}

/** What is not traded any more is not protected either: a later fill arms its stop at the price of its own time. */
async function forgetStops(context: RunContext, unhedged: Readonly<Record<string, string>>): Promise<void> {
  const { memory, triggers } = context;
  const { duties } = memory.playbook;
  const before = context.triggersToKeep();
  const lacking = lackingHedges(duties, memory.orders);
  for (const { row, isStop, dependsOn } of duties) {
    const left = (lacking.get(String(row)) ?? 0n) - (parseFine(unhedged[String(row)] ?? "0") ?? 0n);
    if (isStop && dependsOn !== null && left <= 0n) triggers.delete(row);
  }
  await context.keepTriggers(before);
}

function unwoundKey(orderId: number): string {
  return `unwound/${orderId}`;
}

/** The open amounts at the end of a run, by leg, beside those known already. */
export function lackingOf({ memory }: RunContext): Readonly<Record<string, string>> {
  const lacking: Record<string, string> = { ...memory.kept.unhedged };
  for (const [key, amount] of lackingHedges(memory.playbook.duties, memory.orders)) lacking[key] = formatFine(amount);
  return lacking;
}

/** The side of a row: that of its latest slice where a condition decides. One that follows another trades against it. */
function sideOf(context: RunContext, at: number): "buy" | "sell" {
  const { playbook, orders } = context.memory;
  const row = playbook.settings.rows[at];
  if (!row || row.side !== "from_condition") return row?.side === "sell" ? "sell" : "buy";
  if (row.dependsOn !== null) return sideOf(context, row.dependsOn) === "buy" ? "sell" : "buy";
  return orders.of(at).findLast(({ kind }) => kind === "slice")?.side ?? "buy";
}
