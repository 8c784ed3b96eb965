import { expect, test } from "vitest";
import type { Listing } from "../../market/index.ts";
import { RunView, type RunViewParts } from "./run-view.ts";

test("the free balance of a condition is that of the key which trades its market, and else of one at its exchange", () => {
  const rows = [
    { code: "simalpha-ethusdt", keyId: "1" },
    { code: "simalpha-btcusdt", keyId: "2" },
  ];
  const market = (code: string) => ({ code, exchange: "simalpha", market: { base: "BTC", quote: "USDT" } }) as Listing;
  const view = new RunView({
    market: { listing: market },
    balances: { free: (keyId: number) => keyId },
    memory: { playbook: { settings: { rows } } },
  } as unknown as RunViewParts);
  const free = (code: string) => view.read({ metric: "balance_free", code, side: "asks", level: 1 } as never);
  expect(["simalpha-ethusdt", "simalpha-btcusdt", "simalpha-xrpusdt"].map(free)).toEqual([1, 2, 1]);
});
