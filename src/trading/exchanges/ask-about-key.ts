import type { Clock } from "../../kit/time/clock.ts";
import { ExchangeFailure } from "./core/failure.ts";
import { exchangeErrors } from "./errors.ts";
import type { Exchange } from "./port.ts";
import type { ExchangeCredentials, TestedKey } from "./store.ts";

/** For the owner of a key that may do more than it should. */
export const MAY_WITHDRAW = "It may withdraw, which the platform never does: take that right away at the exchange";

/**
 * The exchange's answer about the key, and how long it took.
 *
 * @throws exchangeApiKeys.unreachable (504) when the exchange gives no answer about the key.
 */
export async function askAboutKey(
  exchange: Exchange,
  credentials: ExchangeCredentials,
  clock: Pick<Clock, "now">,
): Promise<{ readonly found: TestedKey; readonly latencyMs: number }> {
  const account = exchange.account(credentials);
  const began = clock.now();
  try {
    const { read, trade, withdraw, ipRestricted } = await account.permissions();
    const found: TestedKey = {
      status: "active",
      canRead: read,
      canTrade: trade ?? null,
      canWithdraw: withdraw ?? null,
      isIpRestricted: ipRestricted ?? null,
      error: null,
    };
    return { found, latencyMs: Math.round((clock.now() - began) / 1000) };
  } catch (error) {
    if (!(error instanceof ExchangeFailure)) throw error;
    if (error.kind !== "rejected") {
      throw exchangeErrors.unreachable({ exchange: exchange.name, reason: error.message }, { cause: error });
    }
    const unknown = { canRead: null, canTrade: null, canWithdraw: null, isIpRestricted: null };
    const found: TestedKey = { status: "invalid", ...unknown, error: error.message.slice(0, 300) };
    return { found, latencyMs: Math.round((clock.now() - began) / 1000) };
  } finally {
    await account.close();
  }
}
