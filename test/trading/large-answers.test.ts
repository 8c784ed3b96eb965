/** Lists of questions to exchanges stay small, however large the stored answers are, and each answer can be read. */
import { expect, test } from "vitest";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_EXCHANGES: "simulated" } });
const { db } = world.platform;
const person = await world.person();
const KEY = { exchange: "simalpha", label: "Mine", token: `token-of-${person.uid}`, secret: "secret-of-a-test" };
const added = await world.ask("POST", "exchange-api-keys/add", { key: person.key, params: KEY });
const keyId = Number(added.json.data.id);

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly result: readonly unknown[] | null;
  readonly result_bytes: number | null;
  readonly result_left_out: boolean;
}

async function list(params: Record<string, string | number> = {}, key = person.key) {
  const { status, json } = await world.ask("POST", "exchange-query/list-exchange-queries", { key, params });
  const { queries, total, showing } = json.data as { queries: readonly Shown[]; total: number; showing: number };
  return { status, queries, total, showing, bytes: JSON.stringify(json).length };
}

/** The ids of new answers with this many trades each, which are some 200 bytes. */
async function store(answers: number, trades: number): Promise<string[]> {
  const rows = await db.query<{ id: number }>({
    name: "test.storeAnswers",
    text: `insert into trading.exchange_queries
        (owner_uid, uid, key_id, exchange, query, parameters, state, result, latency_ms, created_at, completed_at)
      select $1, $1, $2, 'simalpha', 'my_trades', '{"code": "simalpha-btcusdt"}', 'completed', trades.all_of_them, 1, now(), now()
      from generate_series(1, $3::integer), (select jsonb_agg(jsonb_build_object('id', md5(n::text), 'order_id', md5((-n)::text),
          'side', 'buy', 'price', '27123.12345678', 'amount', '0.01000000', 'fee', jsonb_build_object('currency', 'USDT',
          'cost', '0.10000000'), 'taker_or_maker', 'maker', 'time', 1700000000000 + n)) as all_of_them
        from generate_series(1, $4::integer) as n) as trades
      returning id`,
    values: [person.uid, keyId, answers, trades],
  });
  return rows.map(({ id }) => String(id));
}

const idsOf = (queries: readonly Shown[]) => queries.map(({ id }) => id);

test("the longest list of the largest usual answers is a few megabytes, and says which answers it leaves out", async () => {
  const ids = await store(60, 1_000);
  const whole = await list({ limit: 1_000 });
  expect([whole.total, whole.showing, idsOf(whole.queries)]).toEqual([60, 60, ids.toReversed()]);
  expect(whole.bytes).toBeLessThan(3_000_000);
  const shown = whole.queries.filter(({ result }) => result !== null);
  expect(shown.length).toBeGreaterThanOrEqual(10);
  expect(idsOf(shown)).toEqual(idsOf(whole.queries).slice(0, shown.length));
  for (const { result, result_left_out: isLeftOut } of shown) {
    expect([result?.length, isLeftOut]).toEqual([1_000, false]);
  }
  for (const each of whole.queries.slice(shown.length)) {
    expect(each).toMatchObject({ state: "completed", result: null, result_left_out: true });
    expect(each.result_bytes).toBeGreaterThan(1_000);
  }

  const [left] = whole.queries.slice(-1);
  const one = await list({ id: left?.id ?? "" });
  expect([one.total, idsOf(one.queries)]).toEqual([1, [left?.id]]);
  expect(one.queries[0]).toMatchObject({ result_left_out: false, result_bytes: left?.result_bytes });
  expect(one.queries[0]?.result).toEqual(shown[0]?.result);
  const usual = await list();
  expect(usual.queries.map(({ result }) => result?.length)).toEqual(Array.from({ length: 10 }, () => 1_000));
});

test("an answer that is too large for lists keeps no smaller one out", async () => {
  const [before] = await store(1, 1);
  const [large] = await store(1, 10_000);
  const [after] = await store(1, 1);
  const { queries } = await list({ limit: 3 });
  expect(idsOf(queries)).toEqual([after, large, before]);
  expect(queries.map(({ result }) => result?.length)).toEqual([1, undefined, 1]);
  expect(queries.map((each) => each.result_left_out)).toEqual([false, true, false]);
  expect((await list({ id: large ?? "" })).queries[0]?.result).toHaveLength(10_000);
});

test("a question is shown to its account alone", async () => {
  const [id = ""] = await store(1, 1);
  const stranger = await world.person();
  expect((await list({ id }, stranger.key)).status).toBe(404);
  expect((await list({ id })).status).toBe(200);
});

test("a question without an answer leaves none out", async () => {
  const [id = ""] = await store(1, 1);
  await db.execute({
    name: "test.takeAnswer",
    text: "update trading.exchange_queries set result = null, state = 'running', completed_at = null where id = $1",
    values: [Number(id)],
  });
  for (const { queries } of [await list({ id }), await list({ limit: 1 })]) {
    expect(queries).toMatchObject([{ id, result: null, result_bytes: null, result_left_out: false }]);
  }
});
