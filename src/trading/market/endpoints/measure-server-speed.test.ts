/** Figures of round trips to exchanges that answer, and to one that is away. */
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { ccxtWorld } from "../../../../test/support/ccxt-loopback.ts";
import { EXAMPLE_SETTINGS, furnish } from "../../../../test/support/trading-examples.ts";
import { tradingWorld, type TradingWorld } from "../../../../test/support/trading-world.ts";
import { PATIENCE_MS, waitUntil } from "../../../../test/support/wait-until.ts";
import { ExchangeFailure, type Exchange } from "../../exchanges/index.ts";

const loop = await ccxtWorld({ timeoutMs: PATIENCE_MS });
afterAll(() => loop.close());
const second = await loop.connect({ code: "binanceus" });
const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, exchanges: [loop.exchange, second] });
const { key, uid } = await world.person("admin");
await furnish(world, uid);
const listed = await world.ask("GET", "subscriptions/list-shared-servers", { key });
const server_id = listed.json.data.servers[0]?.id as string;

const measure = (params: Readonly<Record<string, string>> = {}) =>
  answered(world, key, { server_id, exchange1: "binance", exchange2: "binanceus", ...params });

/** What is answered, as to a client that obeys 503: a process that stood still for seconds has its servers back a second later. */
function answered(of: TradingWorld, as: typeof key, params: Readonly<Record<string, string>>) {
  return waitUntil(async () => {
    const answer = await of.ask("POST", "tests/server-location-speed-to-exchange", { key: as, params });
    expect(answer.status).not.toBe(503);
    return answer;
  });
}

/** Says how long the next round trips take, in milliseconds: on a busy machine real ones may take so long that they are lost. */
function takes(exchange: Exchange, trips: readonly (number | "lost")[]): void {
  const ping = vi.spyOn(exchange, "ping");
  onTestFinished(() => ping.mockRestore());
  for (const trip of trips) {
    if (trip === "lost") ping.mockRejectedValueOnce(new ExchangeFailure("unavailable", "network", "no answer"));
    else ping.mockResolvedValueOnce(trip);
  }
}

test("round trips are measured, and earlier ones are listed", async () => {
  takes(loop.exchange, [9.004, 2, 3, 4, 2]);
  takes(second, [20, "lost", 40, 30, 30]);
  const { status, json } = await measure();
  expect(status).toBe(200);
  const { previous, tested_at: _at, ...figures } = json.data;
  expect(figures).toEqual({
    server_id,
    exchange1: { code: "binance", minimum_ms: 2, average_ms: 4, maximum_ms: 9, loss_percent: 0, samples: 5 },
    exchange2: { code: "binanceus", minimum_ms: 20, average_ms: 30, maximum_ms: 40, loss_percent: 20, samples: 5 },
    combined_ms: 34,
  });
  expect(previous).toEqual([]);
  const again = (await measure()).json.data;
  const { previous: _, ...first } = json.data;
  expect(again.previous).toEqual([first]);
  expect((await measure({ exchange1: "binanceus", exchange2: "binance" })).json.data.previous).toEqual([]);
});

test("what cannot be measured is refused by its name", async () => {
  expect((await measure({ server_id: "999999" })).status).toBe(404);
  expect((await measure({ server_id: "no-number" })).status).toBe(404);
  const unknown = await measure({ exchange2: "nowhere" });
  expect([unknown.status, unknown.json.data.failed_validation[0].parameter]).toEqual([422, "exchange2"]);
  const away = await measure({ exchange2: "kraken" });
  expect([away.status, away.json.data.error]).toEqual([404, expect.stringMatching(/kraken is not connected/)]);
});

/** Which process has the server, and how many questions were ever asked of another one. */
async function standing() {
  const [row] = await world.platform.db.query<{ worker: string | null; questions: number }>({
    name: "test.workerOfServer",
    text: `select worker, (select case when is_called then last_value else 0 end
      from trading.server_questions_id_seq)::int as questions from trading.servers where id = $1`,
    values: [Number(server_id)],
  });
  return { worker: row?.worker ?? "", questions: row?.questions ?? -1 };
}

test("the process that has the server measures at once, and asks no other one", async () => {
  const { before, after } = await waitUntil(async () => {
    const found = { before: await standing(), status: (await measure()).status, after: await standing() };
    expect(found.status).toBe(200);
    expect(found.before.worker).toContain(world.platform.node);
    // A process that stands still loses its server, and gets it back under another name.
    expect(found.after.worker).toBe(found.before.worker);
    return found;
  });
  expect(after.questions).toBe(before.questions);
});

test("an exchange that does not answer has no figures, and the measurement ends all the same", async () => {
  const dead = await ccxtWorld({ timeoutMs: PATIENCE_MS });
  await dead.loopback.close();
  const gone = await tradingWorld({ settings: EXAMPLE_SETTINGS, exchanges: [dead.exchange] });
  const admin = await gone.person("admin");
  await furnish(gone, admin.uid);
  const params = { server_id, exchange1: "binance", exchange2: "binance" };
  const { status, json } = await answered(gone, admin.key, params);
  const lost = { minimum_ms: null, average_ms: null, maximum_ms: null, loss_percent: 100, samples: 2 };
  expect([status, json.data]).toMatchObject([200, { combined_ms: null, exchange1: lost, exchange2: lost }]);
  await dead.close();
});
