import { expect, test } from "vitest";
import type { BookOfNumbers } from "./loopback.ts";
import { startLoopbackProcess } from "./loopback-process.ts";

test("an exchange in a process of its own says its address and obeys", async () => {
  const exchange = await startLoopbackProcess(["--markets", "5"]);
  try {
    const book = async () => (await exchange.ask("book?symbol=BTCUSDT")) as BookOfNumbers;
    const before = await book();
    await exchange.tell("world", { simulatedMs: 5000 });
    expect((await book()).sequence).toBeGreaterThan(before.sequence);
    expect(await exchange.tell("accounts", { apiKey: "key", secret: "secret", balances: { USDT: "5" } })).toEqual({
      account: "customer:key",
    });
    expect(await exchange.ask("orders?apiKey=key")).toEqual({ open: [], closed: [] });
    await exchange.tell("faults", { set: { isMaintained: true } });
    expect((await fetch(`${exchange.url}/api/v3/ping`)).status).toBe(503);
    await exchange.tell("faults", { heal: true });
    expect((await fetch(`${exchange.url}/api/v3/ping`)).status).toBe(200);
  } finally {
    await exchange.kill();
  }
});
