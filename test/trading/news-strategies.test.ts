/** A headline, from the feed of a publisher to the order of a strategy at a simulated exchange. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { algorithmTalk } from "../support/algorithm-talk.ts";
import { limitedAccount } from "../support/limited-accounts.ts";
import { loopbackServer } from "../support/loopback-server.ts";
import { ROOM, strategyTalk } from "../support/strategy-talk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";
import { waitUntil } from "../support/wait-until.ts";

const HEADLINE = "Bitcoin soars to a record high as traders celebrate the breakthrough";

/** The publisher keeps its answer back until it is to be news. */
let publish = (): void => undefined;
const published = new Promise<void>((resolve) => (publish = resolve));
const publisher = await loopbackServer(({ path }, response) => {
  if (path === "/robots.txt") {
    response.writeHead(404).end();
    return;
  }
  void published.then(() =>
    response.end(
      `<rss version="2.0"><channel><title>Wire</title><item><title>${HEADLINE}</title>` +
        `<link>https://wire.example/1</link></item></channel></rss>`,
    ),
  );
});
const folder = await temporaryFolder();
const newsFile = join(folder.path, "news.yaml");
await writeFile(
  newsFile,
  `starting_list: false\nfeeds:\n  - name: Wire\n    url: ${publisher.url}/feed.xml\n    interval: 30\n`,
);
afterAll(async () => {
  publish();
  await publisher.close();
  await folder.remove();
});

const world = await tradingWorld({
  settings: { ...EXAMPLE_SETTINGS, TRIPOD_TRADING_NEWS: "on", TRIPOD_TRADING_NEWS_FILE: newsFile },
  platform: { allowPrivateOutbound: ["127.0.0.1"] },
});
const QUICK = { "strategies.ratelimit.orders_per_second": 100, "strategies.orderbook_refresh": 50 };
const account = await limitedAccount(world, { ...ROOM, ...QUICK });
const mine = strategyTalk(account);
const algorithms = algorithmTalk(world, account.key);

test("a headline fires a strategy that waits for its tone, once", async () => {
  await waitUntil(() => expect(world.trading.deps.market.listing("simalpha-btcusdt")).toBeDefined());
  const algorithm = await algorithms.newAlgorithm("Buys on good news");
  await algorithms.done("condition-add", {
    algorithm_id: algorithm,
    name: "news_tone_joy_crosses_above_input_number",
  });
  await algorithms.addRow(algorithm);
  expect(await algorithms.done("validate-algorithm", { id: algorithm })).toMatchObject({ valid: true, problems: [] });
  await algorithms.done("publish-algorithm", { id: algorithm });
  const profile = await mine.newProfile();
  const { profile: saved } = await mine.done("edit-profile", {
    id: profile,
    algorithm_id: algorithm,
    name: "Good news",
    slice_delay: 1,
    condition_codes: ["simalpha-btcusdt"],
    condition_values: ["0.4"],
    executable_codes: ["simalpha-btcusdt"],
    executable_apikeys: [await mine.keyAt("simalpha")],
    executable_values: ["0.01"],
    executable_parents: ["0.05"],
    executable_priceoffset: ["5000"],
  });
  const { id } = saved.strategies[0];
  await mine.done("start", { id });
  const inside = () => mine.done("strategy/data/debug", { id });
  const orders = async () => (await mine.done("list-strategy-transactions", { main_id: id, limit: 100 })).transactions;
  // It looks at the news, and there are none.
  await waitUntil(async () =>
    expect(await inside()).toMatchObject({
      state: "running",
      gate: "conditions",
      conditions: [{ result: false, left: 0 }],
    }),
  );
  expect(await orders()).toEqual([]);
  publish();
  const [order] = await waitUntil(async () => {
    const found = await orders();
    expect(found).toMatchObject([{ c_order_status: "closed", c_side: "buy", c_order_filled: "0.01000000" }]);
    return found;
  });
  expect(JSON.parse(order.c_conditions)).toEqual(["news_tone_joy_crosses_above_input_number"]);
  // The headline is still in force, slices could follow one another every second, and none does.
  const { evaluations: before } = (await inside()).loop;
  await waitUntil(async () => {
    const shown = await inside();
    expect(shown.loop.evaluations).toBeGreaterThan(before + 20);
    expect(shown.conditions[0]).toMatchObject({ result: false });
    expect(shown.conditions[0].left).toBeGreaterThan(0.4);
  });
  expect(await orders()).toHaveLength(1);
  await mine.done("stop", { id });
});
