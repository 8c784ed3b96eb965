/** Which rights a key needs, by the names that its exchange has for them. */
import type { MoneyKind } from "../../../live/money-kind.ts";
import { texts } from "../../../say.ts";

const T = texts.trading.exchanges;

export interface Rights {
  readonly hint: string;
  /** To be ticked, as the exchange names them. */
  readonly tick: readonly string[];
  /** Never to be ticked. */
  readonly leave: string;
}

/** A key that moves no real money needs no rights. */
export function rightsAt(exchange: string, kind: MoneyKind): Rights {
  if (kind === "simulated" || kind === "paper") return { hint: T.anyToken, tick: [], leave: "" };
  const named: Readonly<Record<string, Rights>> = T.rights;
  return Object.hasOwn(named, exchange) ? (named[exchange] ?? T.otherRights) : T.otherRights;
}
