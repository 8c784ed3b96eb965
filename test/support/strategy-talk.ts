/** Requests about strategies, by one user after the other, against a platform with simulated exchanges. */
import type { LimitedAccount } from "./limited-accounts.ts";

export type StrategyParams = Record<string, unknown>;

/** Room for what tests make. */
export const ROOM = { "strategies.maximum.strategies": 50, "exchange_api_keys.maximum_stored": 10 };

export type StrategyTalk = ReturnType<typeof strategyTalk>;

/** The requests of one user. Paths without an area are of strategies. */
export function strategyTalk(of: Pick<LimitedAccount, "ask">) {
  const ask = (path: string, params: StrategyParams = {}) =>
    of.ask(path.includes("/") ? path : `strategy/${path}`, form(params));
  /** The data of an answer that must be 200. */
  const done = async (path: string, params: StrategyParams = {}) => {
    const { status, json, text } = await ask(path, params);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return json.data;
  };
  /** The status of an answer, and everything that it says. */
  const refused = async (path: string, params: StrategyParams = {}) => {
    const { status, json } = await ask(path, params);
    return { status, ...json.data };
  };
  return {
    ask,
    done,
    refused,
    newProfile: async (name = "BTC", more: StrategyParams = {}): Promise<string> =>
      (await done("create-profile", { name, ...more })).id,
    /** A key that its exchange has said to be good. */
    async keyAt(exchange: string): Promise<string> {
      const label = `at ${exchange}`;
      const sent = { exchange, label, token: "token-of-a-test", secret: "secret-of-a-test" };
      const { id } = await done("exchange-api-keys/add", sent);
      await done("exchange-api-keys/test", { id });
      return id;
    },
  };
}

/** All values of a time-weighted purchase: the algorithm 900001 of the library has one row and no conditions. */
export function twapValues(key: string, more: StrategyParams = {}): StrategyParams {
  return {
    algorithm_id: "900001",
    name: "BTC in slices",
    slice_delay: 5,
    executable_codes: ["simalpha-btcusdt"],
    executable_apikeys: [key],
    executable_values: ["0.01"],
    executable_parents: ["0.1"],
    ...more,
  };
}

/** Elements of lists as forms send them: `name[0]`. */
function form(params: StrategyParams): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((each: string, at): [string, string] => [`${name}[${at}]`, each])
        : [[name, value as string]],
    ),
  );
}
