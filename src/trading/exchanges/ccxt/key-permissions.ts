/** Asks an exchange for the permissions of a key. */
import type { KeyPermissions } from "../port.ts";
import type { CcxtExchange } from "./library.ts";
import { quirksOf } from "./quirks.ts";

/** @param exchange a fresh instance with the key */
export async function readPermissions(exchange: CcxtExchange, code: string): Promise<KeyPermissions> {
  const query = quirksOf(code).permissions;
  const ask = query && (exchange as unknown as Readonly<Record<string, unknown>>)[query.method];
  if (!query || typeof ask !== "function") {
    // A key that may see balances may read. More is not told.
    await exchange.fetchBalance();
    return { read: true, trade: undefined, withdraw: undefined, ipRestricted: undefined };
  }
  const answer = await (ask as () => Promise<Readonly<Record<string, unknown>>>).call(exchange);
  return {
    read: truth(answer[query.read]) ?? true,
    trade: truth(answer[query.trade]),
    withdraw: truth(answer[query.withdraw]),
    ipRestricted: truth(answer[query.ipRestricted]),
  };
}

function truth(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}
