import { expect, test } from "vitest";
import { systemClock } from "../../../kit/time/clock.ts";
import { loadCcxt } from "./library.ts";

test("a connection that breaks while nothing waits for it causes no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  const { make, errors } = await loadCcxt("binance");
  const exchange = make({ clock: systemClock() });
  const client = exchange.client("wss://127.0.0.1:1/ws");
  const word = client.future("orders");
  client.onError(new errors.RequestTimeout("broken"));
  // The process looks for such rejections after each turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
  await expect(word).rejects.toThrow("broken");
  await exchange.close();
});
