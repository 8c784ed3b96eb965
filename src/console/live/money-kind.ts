/** Whether money is real. A wrong answer costs money, so what is not known is not guessed. */

/** `live`: real money. `paper`: prices of a real exchange, orders filled here. `simulated`: everything is invented. */
export type MoneyKind = "live" | "paper" | "simulated" | "unknown";

const PAPER = /_paper$/;

/** Of an exchange, as `strategy/list-exchanges` shows it. `unknown` for one that is not in the list. */
export function moneyKindOf(exchange: { readonly code: string; readonly sandbox: boolean } | undefined): MoneyKind {
  if (!exchange) return "unknown";
  if (!exchange.sandbox) return "live";
  return PAPER.test(exchange.code) ? "paper" : "simulated";
}

/** As `system/status` names it. A kind that this console does not know is not guessed. */
export function kindNamed(name: string): MoneyKind {
  return name === "live" || name === "paper" || name === "simulated" ? name : "unknown";
}

/** The exchange of a service code: `binance_paper` of `binance_paper-btcusdt`. */
export function exchangeOf(code: string): string {
  const [exchange = ""] = code.split("-", 1);
  return exchange;
}

const GRAVEST = ["live", "unknown", "paper", "simulated"] as const satisfies readonly MoneyKind[];

/** Of what moves several kinds of money, the gravest. */
export function gravestOf(kinds: Iterable<MoneyKind>): MoneyKind {
  const all = new Set(kinds);
  return GRAVEST.find((each) => all.has(each)) ?? "unknown";
}
