/**
 * The debts between the legs of a run: hedges of fills, and legs that failed while another was filled (contract 4.5).
 */
import { doubledMs, type BackOffRules } from "../../../kit/time/back-off.ts";
import { nextLegStep, type LegStep } from "./failed-leg.ts";
import type { RunOrder, RunOrderKind, RunOrders } from "./run-orders.ts";

/** A row as far as duties depend on it. Quantities are units of 1e-18. */
export interface DutyRow {
  readonly row: number;
  readonly dependsOn: number | null;
  readonly trigger: "on_conditions" | "on_fill" | "on_partial_fill" | "on_send";
  readonly child: bigint | undefined;
  /** In quote units; `unknown` where it is in another currency that has no rate now. */
  readonly toleranceMaximum: bigint | "unknown" | undefined;
  /** Its first order waits for a trigger. */
  readonly isStop: boolean;
}

export interface DutyTerms {
  readonly mayUseMarket: boolean;
  readonly atTheEnd: "unwind" | "hold";
  /** Whether an order of this size is large enough; a smaller one is carried over. */
  readonly isTradable: (row: number, amount: bigint) => boolean;
  /** The amounts that are given up, by `dutyKey`. */
  readonly unhedged: ReadonlyMap<string, bigint>;
  /** Legs of which no order could be stored or priced in all tries, by `dutyKey`. */
  readonly givenUp: ReadonlySet<string>;
}

/** An order that is owed. `price` is the limit of an attempt; undefined for the row's own price. */
export interface DutyOrder {
  readonly kind: Exclude<RunOrderKind, "slice">;
  readonly row: number;
  readonly slice: number;
  readonly attempt: number;
  readonly amount: bigint;
  readonly price: bigint | undefined;
  /** Undefined for the row's own. */
  readonly side: "buy" | "sell" | undefined;
  /** The amounts that are missing until they are traded: the leg (as in `DutyTerms.unhedged`), and its own units. */
  readonly leg: string;
  readonly lacking: bigint;
  /** Not sent before: the exchange took nothing for a while. 0 for at once. */
  readonly notBeforeMs: number;
}

export interface Duties {
  readonly orders: readonly DutyOrder[];
  /** Something is owed that can be traded: nothing new fires before it is. */
  readonly isOwed: boolean;
  /** Amounts without a remaining step: the run is paused as unhedged. */
  readonly failed: ReadonlyMap<string, bigint>;
}

/** The waits after orders that were deferred, and how many of one leg are no attempts: about a minute and a half of waits. */
export const DEFERRED_WAITS: BackOffRules = { firstMs: 1_000, maxMs: 30_000 };
const MOST_DEFERRED = 8;

/** Attempts of orders that trade back begin here, so that they never meet attempts of the row itself. */
const UNWIND_ATTEMPTS = 100;

/** Hedges are one account for the whole run; legs of a slice are judged slice by slice. */
function dutyKey(row: number, slice: number | undefined): string {
  return slice === undefined ? String(row) : `${row}/${slice}`;
}

/** All that is owed now, and what can be done about it. */
export function planDuties(rows: readonly DutyRow[], orders: RunOrders, terms: DutyTerms): Duties {
  const found: Found = { orders: [], isOwed: false, failed: new Map() };
  for (const row of rows) {
    const leader = followed(rows, row);
    if (leader) addHedge(found, row, leader, orders, terms);
  }
  addLegs(found, rows, orders, terms);
  return found;
}

/** The missing amount of every row that follows another, also where it is too small to trade. */
export function lackingHedges(rows: readonly DutyRow[], orders: RunOrders): ReadonlyMap<string, bigint> {
  const lacking = new Map<string, bigint>();
  for (const row of rows) {
    const leader = followed(rows, row);
    if (!leader) continue;
    const rest = owedBy(row, leader, orders) - orders.covered(row.row);
    if (rest > 0n) lacking.set(dutyKey(row.row, undefined), rest);
  }
  return lacking;
}

/** The row whose fills a row follows; undefined where it follows none. */
function followed(rows: readonly DutyRow[], { dependsOn, trigger }: DutyRow): DutyRow | undefined {
  const isFollowing = dependsOn !== null && (trigger === "on_fill" || trigger === "on_partial_fill");
  return isFollowing ? rows[dependsOn] : undefined;
}

interface Found {
  readonly orders: DutyOrder[];
  isOwed: boolean;
  readonly failed: Map<string, bigint>;
}

/** What a row trades of what its leader does: the proportion of their slices, or the same where one has none. */
export function ratioOf(
  row: Pick<DutyRow, "child">,
  leader: Pick<DutyRow, "child">,
): { readonly own: bigint; readonly other: bigint } {
  const isKnown = row.child !== undefined && leader.child !== undefined && leader.child > 0n && row.child > 0n;
  return isKnown ? { own: row.child ?? 1n, other: leader.child ?? 1n } : { own: 1n, other: 1n };
}

function owedBy(row: DutyRow, leader: DutyRow, orders: RunOrders): bigint {
  const net = orders.net(leader.row, row.trigger === "on_fill");
  const { own, other } = ratioOf(row, leader);
  return net <= 0n ? 0n : (net * own) / other;
}

function addHedge(found: Found, row: DutyRow, leader: DutyRow, orders: RunOrders, terms: DutyTerms): void {
  const key = dutyKey(row.row, undefined);
  // Fills that are not booked yet will be owed: nothing new fires, and no run ends, before that.
  if (orders.of(leader.row).some(({ isBooked }) => !isBooked)) found.isOwed = true;
  const rest = owedBy(row, leader, orders) - orders.covered(row.row) - (terms.unhedged.get(key) ?? 0n);
  if (rest <= 0n || !terms.isTradable(row.row, rest)) return;
  const mine = orders.of(row.row).filter(({ kind }) => kind !== "unwind");
  const latest = Math.max(0, ...mine.map((each) => each.slice));
  const last = mine.findLast((each) => each.slice === latest);
  const isFresh = !last || last.filled >= last.amount;
  const slice = isFresh ? latest + 1 : latest;
  const back = unwindsOf(orders.of(leader.row), slice, row.row);
  const isUnderWay = mine.some(({ isOver }) => !isOver) || back.some(({ isOver, isBooked }) => !isOver || !isBooked);
  const isFirst = isFresh && !terms.givenUp.has(key) && !isUnderWay;
  // A stop may wait for days: slices go on, and it grows with their fills.
  if (!(isFirst && row.isStop)) found.isOwed = true;
  if (isUnderWay) return;
  if (isFirst) {
    const fresh = { row: row.row, slice, attempt: 0, amount: rest, leg: key, lacking: rest, notBeforeMs: 0 };
    found.orders.push({ ...fresh, kind: "hedge", price: undefined, side: undefined });
    return;
  }
  const group = mine.filter((each) => each.slice === slice);
  const step = stepOf(row, { key, group, unwinds: unwindsMade(back) }, terms);
  if (step.kind === "unwind") {
    const { own, other } = ratioOf(row, leader);
    const first = orders.of(leader.row).find(({ kind }) => kind !== "unwind");
    const side = first?.side === "buy" ? "sell" : "buy";
    const attempt = UNWIND_ATTEMPTS * (row.row + 1) + back.length;
    const amount = (rest * other) / own;
    const unwind = { kind: "unwind", row: leader.row, slice, attempt, amount, price: undefined, side } as const;
    found.orders.push({ ...unwind, leg: key, lacking: rest, notBeforeMs: notBefore(back) });
  } else addStep(found, { row: row.row, slice, amount: rest, key, notBeforeMs: notBefore(group) }, step);
}

/**
 * Rows of one slice that follow no fills, and whose fills no other row follows: all are filled to the same share, or none.
 * So are a row and those that are sent with it, whatever follows its fills.
 */
function addLegs(found: Found, rows: readonly DutyRow[], orders: RunOrders, terms: DutyTerms): void {
  const isLeg = (row: DutyRow): boolean =>
    !rows.some((other) => followed(rows, other) === row) ||
    rows.some(({ dependsOn, trigger }) => trigger === "on_send" && dependsOn === row.row);
  const alone = rows.filter((row) => !followed(rows, row) && isLeg(row));
  // One leg has no other to keep up with.
  if (alone.length < 2) return;
  const slice = Math.max(0, ...alone.flatMap(({ row }) => orders.of(row).map((each) => each.slice)));
  const legs = alone.flatMap((row) => {
    const own = orders.of(row.row).filter((each) => each.slice === slice);
    const first = own.find(({ attempt }) => attempt === 0);
    return first ? [{ row, first, own, filled: filledIn(own) }] : [];
  });
  if (legs.length < 2 || legs.some(({ own }) => own.some(({ isOver }) => !isOver))) return;
  const most = legs.reduce((one, other) =>
    other.filled * one.first.amount > one.filled * other.first.amount ? other : one,
  );
  for (const { row, first, own, filled } of legs) {
    const key = dutyKey(row.row, slice);
    const rest = (first.amount * most.filled) / most.first.amount - filled - (terms.unhedged.get(key) ?? 0n);
    if (rest <= 0n || !terms.isTradable(row.row, rest)) continue;
    found.isOwed = true;
    const others = legs.filter((each) => each.row.row !== row.row);
    const back = others.flatMap((each) => unwindsOf(each.own, slice, row.row));
    const group = own.filter(({ kind }) => kind !== "unwind");
    const step = stepOf(row, { key, group, unwinds: unwindsMade(back) }, terms);
    if (step.kind !== "unwind") {
      addStep(found, { row: row.row, slice, amount: rest, key, notBeforeMs: notBefore(group) }, step);
      continue;
    }
    for (const other of others) {
      const amount = other.filled - (other.first.amount * filled) / first.amount;
      if (amount <= 0n) continue;
      const side = other.first.side === "buy" ? "sell" : "buy";
      const tried = unwindsOf(other.own, slice, row.row);
      const attempt = UNWIND_ATTEMPTS * (row.row + 1) + tried.length;
      const unwind = { kind: "unwind", row: other.row.row, slice, attempt, amount, price: undefined, side } as const;
      found.orders.push({ ...unwind, leg: key, lacking: rest, notBeforeMs: notBefore(tried) });
    }
  }
}

function unwindsOf(orders: readonly RunOrder[], slice: number, forRow: number): readonly RunOrder[] {
  const from = UNWIND_ATTEMPTS * (forRow + 1);
  return orders.filter(
    (each) =>
      each.kind === "unwind" && each.slice === slice && each.attempt >= from && each.attempt < from + UNWIND_ATTEMPTS,
  );
}

/** Those that count as attempts: the first ones that were deferred do not. */
function counted(orders: readonly RunOrder[]): readonly RunOrder[] {
  let left = MOST_DEFERRED;
  return orders.filter(({ isDeferred }) => !isDeferred || left-- <= 0);
}

/** How many orders have traded back, or could not; none while the last one is only deferred. */
function unwindsMade(back: readonly RunOrder[]): number {
  const made = counted(back);
  const last = back.at(-1);
  return last && !made.includes(last) ? 0 : made.length;
}

/** When the next order may be sent after these. A new owner waits as long: the times are those of the journal. */
function notBefore(orders: readonly RunOrder[]): number {
  const last = orders.at(-1);
  const deferred = orders.filter(({ isDeferred }) => isDeferred).length;
  return last?.isDeferred === true ? last.endedMs + doubledMs(deferred, DEFERRED_WAITS) : 0;
}

function filledIn(orders: readonly RunOrder[]): bigint {
  return orders.reduce((sum, { kind, filled }) => (kind === "unwind" ? sum - filled : sum + filled), 0n);
}

/** A leg with its own orders so far, and how many were sent to trade others back because of it. */
interface TriedLeg {
  readonly key: string;
  readonly group: readonly RunOrder[];
  readonly unwinds: number;
}

function stepOf(row: DutyRow, { key, group, unwinds }: TriedLeg, terms: DutyTerms): LegStep {
  const first = group[0];
  const made = counted(group);
  const count = (...kinds: RunOrderKind[]): number => made.filter(({ kind }) => kinds.includes(kind)).length;
  return nextLegStep({
    side: first?.side ?? "buy",
    firstPrice: first?.limit ?? first?.entry ?? 0n,
    toleranceMaximum: row.toleranceMaximum ?? 0n,
    mayUseMarket: terms.mayUseMarket,
    atTheEnd: terms.atTheEnd,
    attempts: {
      first: count("slice", "hedge"),
      price: count("price"),
      market: count("market"),
      unwind: unwinds,
    },
    deferred: group.length - made.length,
    isGivenUp: terms.givenUp.has(key),
    isUnresolved: group.some(({ isDoubtful, isBooked }) => isDoubtful || !isBooked),
    isTradable: true,
  });
}

function addStep(
  found: Found,
  leg: Pick<DutyOrder, "row" | "slice" | "amount" | "notBeforeMs"> & { readonly key: string },
  step: LegStep,
): void {
  const { key, row, slice, amount, notBeforeMs } = leg;
  const terms = { row, slice, amount, leg: key, lacking: amount, side: undefined, notBeforeMs };
  if (step.kind === "again") {
    found.orders.push({ ...terms, kind: "hedge", attempt: step.attempt, price: undefined });
  } else if (step.kind === "retry") {
    found.orders.push({ ...terms, kind: "price", attempt: step.attempt, price: step.price });
  } else if (step.kind === "market") {
    found.orders.push({ ...terms, kind: "market", attempt: step.attempt, price: undefined });
  } else if (step.kind === "pause") found.failed.set(key, amount);
}
