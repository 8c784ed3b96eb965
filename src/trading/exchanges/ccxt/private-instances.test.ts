/** Instances of one key, of which only the first is made by the library. */
import { expect, test } from "vitest";
import { manualClock } from "../../../../test/support/manual-clock.ts";
import { loadCcxt } from "./library.ts";
import { likeOne } from "./private-instances.ts";

test("instances like one are made once, share what is learned of the key, and keep requests apart", async () => {
  const { make } = await loadCcxt("binance");
  let made = 0;
  const next = likeOne(() => {
    made++;
    return make({ clock: manualClock(), credentials: { token: "aToken", secret: "aSecret" } });
  });
  const [one, other] = [next(), next()];
  expect(made).toBe(1);
  const asked: unknown[] = [];
  for (const each of [one, other]) {
    each.fetch = (_url, _method, headers) => {
      asked.push([each === one ? "one" : "other", (headers as Record<string, string>)["X-MBX-APIKEY"]]);
      return Promise.resolve([]);
    };
    each.setMarketsFromExchange(Object.assign(next(), { markets: {}, symbols: [], currencies: {} }));
  }
  await Promise.all([other.fetchOpenOrders(), one.fetchOpenOrders()].map((answer) => answer.catch(() => undefined)));
  expect(asked).toEqual([
    ["other", "aToken"],
    ["one", "aToken"],
  ]);
  one.options["learned"] = 1;
  expect(other.options["learned"]).toBe(1);
});
