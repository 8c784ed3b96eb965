/** Sends what would go to an exchange to another address: a test network, or a server of the operator's own. */
import { UserError } from "../../../kit/errors/user-error.ts";
import type { CcxtExchange } from "./library.ts";

/** The exchange's own test network, as the library knows it. */
export const TESTNET = "testnet";

const URL_PARTS = /^(https?|wss?):\/\/([^/]+)(\/.*)?$/s;

/**
 * Points an instance of the library at `address`, a base address or `testnet`, before anything is asked.
 *
 * @throws UserError where the exchange has no test network that the library knows
 */
export function pointAt(exchange: Pick<CcxtExchange, "id" | "urls" | "setSandboxMode">, address: string): void {
  if (address !== TESTNET) {
    exchange.urls["api"] = rewritten(exchange.urls["api"], address.replace(/\/$/, ""));
    return;
  }
  if (!exchange.urls["test"] || !exchange.setSandboxMode) {
    throw new UserError(`trading.exchangeAddresses: no test network of ${exchange.id} is known: name its address`);
  }
  exchange.setSandboxMode(true);
}

function rewritten(value: unknown, base: string): unknown {
  if (typeof value === "string") return atBase(value, base);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewritten(inner, base)]));
}

/** Keeps the path. The host of a market stream stays as its beginning: the library knows spot markets by it. */
function atBase(url: string, base: string): string {
  const [, scheme = "", host = "", path = ""] = URL_PARTS.exec(url) ?? [];
  if (scheme === "") return url;
  const isSocket = scheme.startsWith("ws");
  const prefix = isSocket && host.startsWith("stream.") ? `/${host.replace(/:\d+$/, "")}` : "";
  return `${isSocket ? base.replace(/^http/, "ws") : base}${prefix}${path === "/" ? "" : path}`;
}
