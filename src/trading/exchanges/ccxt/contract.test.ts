/** The adapter keeps the contract of all exchanges, over the wire, with an unmodified library on the way. */
import { setTimeout as delay } from "node:timers/promises";
import { exchangeContract } from "../../../../test/support/exchange-contract/exchange-contract.ts";
import type { ContractSubject } from "../../../../test/support/exchange-contract/subject.ts";
import { ANSWERS } from "../../../../test/support/binance-loopback/faults.ts";
import { ccxtWorld, CREDENTIALS } from "../../../../test/support/ccxt-loopback.ts";
import { parseAmount } from "../../../kit/money/amount.ts";

const PLACE = { method: "POST", path: "/api/v3/order" } as const;

exchangeContract("ccxt, over a loopback exchange", openSubject);

async function openSubject(): Promise<ContractSubject> {
  const { loopback, exchange, close } = await ccxtWorld();
  // Two of them: an order never takes one of the same account.
  const plenty = parseAmount("1000000");
  loopback.apply({ kind: "deposit", account: "others:buy", currency: "USDT", amount: plenty });
  loopback.apply({ kind: "deposit", account: "others:sell", currency: "BTC", amount: plenty });
  let placed = 0;
  return {
    exchange,
    credentials: CREDENTIALS,
    badCredentials: { token: "nobodysKey000001", secret: "x" },
    marketId: "btcusdt",
    otherMarketId: "ethusdt",
    price: "60000",
    amount: "0.01",
    async othersPlace({ side, price, amount }) {
      loopback.apply({
        kind: "place",
        account: `others:${side}`,
        marketId: "btcusdt",
        clientOrderId: `others${String(++placed)}`,
        side,
        type: "limit",
        price: parseAmount(price),
        amount: parseAmount(amount),
        timeInForce: "GTC",
        postOnly: false,
        atMs: loopback.nowMs(),
      });
      loopback.flush();
      await delay(1);
    },
    settle: () => delay(20),
    faults: {
      loseNextPlace: (when) => loopback.faults.plan({ ...PLACE, fault: { kind: "lost", when, how: "close" } }),
      refuseNext: () => loopback.faults.plan({ ...PLACE, fault: { ...ANSWERS.tooManyRequests, retryAfterS: 0 } }),
      dropStreams: () => void loopback.faults.dropSockets("all"),
      skipBookChange: () => loopback.faults.swallowDepth(1, "BTCUSDT"),
    },
    close,
  };
}
