import { expect, test } from "vitest";
import { EXAMPLE_SETTINGS } from "../../../test/support/trading-examples.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";

const world = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const { key } = await world.person("admin");
const stranger = await world.person();

async function addKey(exchange: string): Promise<string> {
  const params = { exchange, label: `At ${exchange}`, token: "token-of-a-test", secret: "secret-of-a-test" };
  return (await world.ask("POST", "exchange-api-keys/add", { key, params })).json.data.id as string;
}

const balances = async (params: Readonly<Record<string, string>> = {}) => {
  const { status, json } = await world.ask("POST", "exchange-query/list-balances", { key, params });
  expect(status).toBe(200);
  return json.data as Record<string, { readonly error: string | null; readonly balances: readonly Row[] }>;
};

interface Row {
  readonly currency: string;
  readonly free: string;
  readonly used: string;
  readonly total: string;
  readonly account: string;
}

const simulated = await addKey("simalpha");
const away = await addKey("kraken");

test("are those of each key, and a key whose exchange cannot be asked says why", async () => {
  const found = await balances();
  expect(Object.keys(found).toSorted()).toEqual([simulated, away].toSorted());
  const { error, balances: held = [] } = found[simulated] ?? {};
  expect(error).toBeNull();
  expect(held.find(({ currency }) => currency === "BTC")).toMatchObject({
    free: expect.stringMatching(/^\d+\.\d{8,18}$/),
    account: "spot",
  });
  expect(held.filter(({ total }) => !/[1-9]/.test(total))).toEqual([]);
  expect(found[away]).toMatchObject({
    exchange: "kraken",
    balances: [],
    total_usd: "0.00000000",
    error: expect.stringMatching(/./),
  });
});

test("of one key are only its own", async () => {
  expect(Object.keys(await balances({ apikey: simulated }))).toEqual([simulated]);
});

test("of another account's key are not shown", async () => {
  const params = { apikey: simulated };
  const { status, text } = await world.ask("POST", "exchange-query/list-balances", { key: stranger.key, params });
  expect([status, text.includes("simalpha")]).toEqual([404, false]);
  expect((await world.ask("POST", "exchange-query/list-balances", { key: stranger.key })).json.data).toEqual({});
});
