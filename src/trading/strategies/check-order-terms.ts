/** Whether exchanges take orders as the rows of an algorithm send them. */
import { wireType, type ProfileProblem, type StoredAlgorithm } from "../algorithms/index.ts";
import type { Capabilities, ConnectedExchangeDeps } from "../exchanges/index.ts";
import type { Settings } from "./store.ts";

interface SentRow {
  readonly index: number;
  readonly exchange: string;
  readonly has: Capabilities;
  readonly orderType: string;
  readonly followsFills: boolean;
  readonly wire: ReturnType<typeof wireType>;
}

/**
 * Rows whose orders an exchange would refuse: it takes none from here, none without a limit price, or none that must not take or
 * must fill as a whole. Orders that take at once are sent as plain ones where an exchange cannot be told so, and what is left of them
 * is cancelled (`engine/runs/plan-orders.ts`).
 */
export function orderTermProblems(
  { connectedExchange }: ConnectedExchangeDeps,
  algorithm: StoredAlgorithm | undefined,
  settings: Settings,
): ProfileProblem[] {
  const codes = [settings["executable_codes"] ?? []].flat().map(String);
  const rows = (algorithm?.definition.executions ?? []).flatMap((execution, index): SentRow[] => {
    const { orderType, dependsOn, trigger } = execution;
    const exchange = codes[index]?.split("-")[0] ?? "";
    const has = connectedExchange(exchange)?.has;
    const followsFills = dependsOn !== null && trigger !== "on_send";
    const wire = wireType(orderType, dependsOn !== null);
    return has ? [{ index, exchange, has, orderType, followsFills, wire }] : [];
  });
  const times = [settings["executable_maximumtimelive"] ?? []].flat();
  const unbounded = rows.flatMap((row) => timeProblem(row, String(times[row.index] ?? "")));
  return [...rows.flatMap(rowProblem), ...unbounded, ...failedLegProblems(rows, settings)];
}

function rowProblem(row: SentRow): ProfileProblem[] {
  const { index, exchange, has, orderType, wire } = row;
  const problem = (message: string): ProfileProblem[] => [
    { parameter: "executable_codes", index, isMissing: false, message },
  ];
  if (!has.clientOrderIds) {
    return problem(`${exchange} gets no orders from here, because they could not be looked up there by our id`);
  }
  // A stop that is held here is sent as a market order when its price is reached.
  if ((wire.type === "market" || wire.type === "stop") && !has.orderTypes.includes("market")) {
    const instead = wire.type === "market" ? "taker" : "stop_limit";
    return problem(`${exchange} takes no market orders from here, which ${orderType} sends: use ${instead}`);
  }
  const lacks = (wire.postOnly && !has.postOnly) || (wire.timeInForce === "FOK" && !has.timeInForce.includes("FOK"));
  if (!lacks) return [];
  const must = wire.postOnly ? "must not take" : "fill as a whole or not at all";
  return problem(
    `${exchange} takes no orders that ${must}, as those of ${orderType}: choose another market or algorithm`,
  );
}

/** A stop that its exchange does not hold waits here, however long, and is sent as a market order. */
function timeProblem(row: SentRow, time: string): ProfileProblem[] {
  const { index, exchange, has, wire, followsFills } = row;
  const isHeldHere = wire.type === "stop" && !wire.isTrailing && !has.orderTypes.includes("stop");
  // Those of stops that never leave are refused with the other values that their row has no use for.
  if (!isHeldHere || followsFills || !(Number(time) > 0)) return [];
  const message = `must be 0: ${exchange} holds no stops, so this one waits here until its price is reached`;
  return [{ parameter: "executable_maximumtimelive", index, isMissing: false, message }];
}

/** The last steps after a failed leg are market orders. One row has no other leg. */
function failedLegProblems(rows: readonly SentRow[], settings: Settings): ProfileProblem[] {
  if (rows.length < 2) return [];
  const unable = rows.find(({ has }) => has.clientOrderIds && !has.orderTypes.includes("market"));
  if (!unable) return [];
  const problem = (parameter: string, instead: string): ProfileProblem => ({
    parameter,
    index: undefined,
    isMissing: false,
    message: `${unable.exchange} takes no market orders from here: set it to ${instead}`,
  });
  const found: ProfileProblem[] = [];
  if (String(settings["failed_leg"]) === "unwind") found.push(problem("failed_leg", "hold"));
  if (String(settings["failed_leg_market"]) === "true") found.push(problem("failed_leg_market", "false"));
  return found;
}
