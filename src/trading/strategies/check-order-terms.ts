/** Whether exchanges take orders as the rows of an algorithm send them. */
import { wireType, type ProfileProblem, type StoredAlgorithm } from "../algorithms/index.ts";
import type { ConnectedExchangeDeps } from "../exchanges/index.ts";
import type { Settings } from "./store.ts";

/**
 * Rows whose orders must not take, or must fill as a whole, at an exchange that cannot be told so. Orders that take at once are
 * sent there as plain ones, and what is left of them is cancelled (`engine/runs/plan-orders.ts`).
 */
export function orderTermProblems(
  { connectedExchange }: ConnectedExchangeDeps,
  algorithm: StoredAlgorithm | undefined,
  settings: Settings,
): ProfileProblem[] {
  const codes = [settings["executable_codes"] ?? []].flat().map(String);
  return (algorithm?.definition.executions ?? []).flatMap(({ orderType, dependsOn }, index): ProfileProblem[] => {
    const exchange = codes[index]?.split("-")[0] ?? "";
    const has = connectedExchange(exchange)?.has;
    const wire = wireType(orderType, dependsOn !== null);
    const lacks =
      has && ((wire.postOnly && !has.postOnly) || (wire.timeInForce === "FOK" && !has.timeInForce.includes("FOK")));
    if (!lacks) return [];
    const must = wire.postOnly ? "must not take" : "fill as a whole or not at all";
    const message = `${exchange} takes no orders that ${must}, as those of ${orderType}: choose another market or algorithm`;
    return [{ parameter: "executable_codes", index, isMissing: false, message }];
  });
}
