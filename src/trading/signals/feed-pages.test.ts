/** Pages of the feed are bounded by their iterations, and walk every signal once. */
import { expect, test } from "vitest";
import { signalUser } from "../../../test/support/signal-talk.ts";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const author = await signalUser(world, "pro");
const SIGNALS = 25;

await world.platform.db.execute({
  name: "test.addSignals",
  text: `with made as (
      insert into trading.signals (owner_uid, uid, name, description, code, quote, base, fee_rate, price, subscribers_max,
        iteration, created_ms, edited_ms)
      select $1, $1, 'Paged ' || n, '', 'simalpha-btcusdt', 'USDT', 'BTC', 0, 0, 1, 500, n, n from generate_series(1, $2::integer) as n
      returning id
    )
    insert into trading.signal_iterations (signal_id, number, epoch, direction, fee_rate, opened_ms, open_within_ms, open_amount,
      open_by, closed_ms, close_within_ms, close_amount, close_by)
    select id, n, 0, 'long', 0, n, 1, 1, 'api', n + 1, 1, 1, 'api' from made, generate_series(1, 500) as n`,
  values: [author.uid, SIGNALS],
});

interface Shown {
  readonly id: string;
  readonly iteration_children: readonly unknown[];
}

async function feed(params: Readonly<Record<string, number | boolean>>) {
  const { signals, total } = await author.done("signals-feed", params);
  return { total, ids: (signals as Shown[]).map(({ id }) => id), signals: signals as readonly Shown[] };
}

test("a page has at most 10,000 iterations, and all pages have every signal", async () => {
  const { ids: all } = await feed({});
  expect(all).toHaveLength(SIGNALS);
  const paged: string[] = [];
  for (let signalpage = 1; signalpage <= 3; signalpage++) {
    const { signals, ids, total } = await feed({ more: true, limit: 1000, signalpage });
    expect([ids.length, total]).toEqual([signalpage === 3 ? 5 : 10, SIGNALS]);
    for (const { iteration_children: shown } of signals) expect(shown).toHaveLength(500);
    paged.push(...ids);
  }
  expect(paged).toEqual(all);
  expect((await feed({ more: true, limit: 400 })).ids).toHaveLength(SIGNALS);
  expect((await feed({ more: true })).ids).toEqual(all);
  expect((await feed({ limit: 1000 })).ids).toEqual(all);
});
