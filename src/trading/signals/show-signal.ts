/** Signals and iterations as answers show them: all members are text. */
import type { Static } from "typebox";
import { formatAmount } from "../../kit/money/amount.ts";
import { floorDivide, formatFine, fineProduct, parseFine } from "../../kit/money/fine.ts";
import { closingSide, openingSide } from "./core/trigger.ts";
import type { iteration, signalHead } from "./records.ts";
import type { SeenIteration, SeenSignal } from "./store.ts";

/** The eighth place of a decimal, in units of 1e-18. */
const PLACE = 10n ** 10n;

/** @param order its place in the answer, from 1 */
export function showSignal(signal: SeenSignal, order: number): Static<typeof signalHead> {
  const { latest, last } = signal;
  const profit = parseFine(signal.profit, "down") ?? 0n;
  const isClosed = latest?.closedMs !== null;
  const [one, two, three, four] = signal.custom;
  return {
    id: String(signal.id),
    time_created: seconds(signal.createdMs),
    last_updated: seconds(signal.updatedMs),
    c_uid: String(signal.ownerUid),
    c_name: signal.name,
    c_status: latest === undefined || isClosed ? "closed" : "open",
    c_iteration: String(latest?.number ?? 0),
    c_profit: shown(signal.profit),
    c_order: String(order),
    c_average: signal.priced === 0 ? "" : formatAmount(floorDivide(profit, BigInt(signal.priced) * PLACE)),
    c_usdt_volume: shown(signal.volumeUsd),
    c_last_profit: shown(last?.profit ?? null),
    c_last_runtime: last === undefined ? "" : String(last.runtimeMs),
    c_direction: latest?.direction ?? "",
    c_codes: signal.code,
    c_description: signal.description,
    c_price: formatAmount(signal.price),
    c_subscribers_current: String(signal.subscribers),
    c_subscribers_max: String(signal.subscribersMax),
    c_success_rate: signal.priced === 0 ? "" : String(percentOf(signal.won, signal.priced)),
    c_current_success_streak: String(signal.streak),
    c_action_direction_1: latest === undefined ? "" : openingSide(latest.direction),
    c_action_direction_2: latest === undefined ? "" : closingSide(latest.direction),
    c_action_maxtime_1: latest === undefined ? "" : String(latest.openWithinMs),
    c_action_maxtime_2: String(latest?.closeWithinMs ?? ""),
    c_action_maxamount_1: latest === undefined ? "" : shown(latest.openAmount),
    c_action_maxamount_2: shown(latest?.closeAmount ?? null),
    custom_1: one,
    custom_2: two,
    custom_3: three,
    custom_4: four,
  };
}

export function showIteration(seen: SeenIteration): Static<typeof iteration> {
  const { profit, closedMs, openedMs } = seen;
  const percent = profit === null ? undefined : parseFine(profit, "down");
  const gained =
    percent === undefined ? undefined : fineProduct(parseFine(seen.openAmount) ?? 0n, percent, "down") / 100n;
  return {
    id: String(seen.id),
    signal_id: String(seen.signalId),
    iteration: String(seen.number),
    status: closedMs === null ? "open" : "closed",
    direction: seen.direction,
    open_time: String(openedMs),
    close_time: String(closedMs ?? ""),
    open_price: shown(seen.openPrice),
    close_price: shown(seen.closePrice),
    amount: shown(seen.openAmount),
    profit: gained === undefined ? "" : eightPlaces(formatFine(gained)),
    profit_percent: shown(profit),
    runtime: closedMs === null ? "" : String(closedMs - openedMs),
    price_status: priceStatus(seen),
    reset: String(seen.isReset),
  };
}

/** Percent to two places. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}

function priceStatus({ closedMs, openState, closeState }: SeenIteration): string {
  const states = closedMs === null ? [openState] : [openState, closeState];
  if (states.includes("gap")) return "no recorded price";
  return states.includes("pending") ? "waiting for the tape" : "compiled";
}

/** A decimal with 8 places, as records show them; empty for what is not known. */
function shown(decimal: string | null): string {
  return decimal === null ? "" : eightPlaces(decimal);
}

function eightPlaces(decimal: string): string {
  const units = parseFine(decimal, "down") ?? 0n;
  // Decimals beyond 8 places, as in prices of small coins, are not cut off.
  return units % PLACE === 0n ? formatAmount(units / PLACE) : formatFine(units);
}

function seconds(ms: number): string {
  return String(Math.floor(ms / 1_000));
}
