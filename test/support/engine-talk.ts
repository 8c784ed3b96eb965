/** A matching engine's reports, in short lines that a test can show. */
import type { EngineEvent } from "../../src/trading/simulation/core/commands.ts";

/** An event, as a trader would write it down. */
export function told(events: readonly EngineEvent[]): string[] {
  return events.map(line);
}

function line(event: EngineEvent): string {
  switch (event.kind) {
    case "rejected":
      return `rejected ${event.reason}`;
    case "order":
      return `${event.order.account} ${event.order.isWaiting ? "waiting" : event.order.state} ${text(event.order.filled)}`;
    case "trade":
      return `${event.taker.account} from ${event.maker.account} ${text(event.quantity)} @ ${text(event.price)}`;
    case "level":
      return `${event.side} ${text(event.quantity)} @ ${text(event.price)}`;
  }
}

/** A decimal as units of 1e-8. */
export function units(decimal: string | undefined): bigint {
  return BigInt(Math.round(Number(decimal) * 1e8));
}

/** Units of 1e-8 as a decimal. */
export function text(amount: bigint): string {
  return String(Number(amount) / 1e8);
}
