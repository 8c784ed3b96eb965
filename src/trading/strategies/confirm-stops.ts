/** A stop is answered when nothing of its strategy leaves any more. */
import type { HeldOrderDeps } from "../engine/index.ts";
import type { StrategyDeps } from "./deps.ts";
import type { RunAnswer } from "./run-store.ts";

export interface ConfirmedStop extends RunAnswer {
  /** Of its orders, those that may still leave: a process has not confirmed the stop. */
  readonly unconfirmed: number;
}

/** Waits for the senders of orders that were held back on their way. Without any, nothing is waited for. */
export async function confirmStops(
  { strategies, heldOrders }: StrategyDeps & HeldOrderDeps,
  stopped: readonly RunAnswer[],
): Promise<readonly ConfirmedStop[]> {
  const left = await heldOrders.wait(stopped.flatMap(({ held }) => held));
  const confirmed: ConfirmedStop[] = [];
  for (const run of stopped) {
    const unconfirmed = run.held.filter((id) => left.has(id)).length;
    const orders = run.held.length === 0 ? run.orders : await strategies.listOpenOrders(run.id);
    confirmed.push({ ...run, orders, unconfirmed });
  }
  return confirmed;
}
