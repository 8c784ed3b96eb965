/** Requests about algorithms, signed with a key, against a platform that runs. */
import type { MadeKey } from "../../src/trading/operator.ts";
import type { TradingWorld } from "./trading-world.ts";

export type Params = Record<string, string | number | boolean>;

/** @param mine signs what is not signed with another key */
export function algorithmTalk(world: TradingWorld, mine: MadeKey) {
  const ask = (path: string, params: Params, key: MadeKey = mine) =>
    world.ask("POST", path.includes("/") ? path : `algorithm-creator/${path}`, { key, params });

  /** The data of an answer that must be 200. */
  const done = async (path: string, params: Params, key?: MadeKey) => {
    const { status, json, text } = await ask(path, params, key);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return json.data;
  };

  /** The status of an answer, and everything that it says. */
  const refused = async (path: string, params: Params, key?: MadeKey) => {
    const { status, json } = await ask(path, params, key);
    return { status, ...json.data };
  };

  const newAlgorithm = async (name = "Spread of two", more: Params = {}, key?: MadeKey): Promise<string> =>
    (await done("algorithm-add", { name, group_name: "Spreads", ...more }, key)).id;

  const addRow = async (id: string, more: Params = {}): Promise<string> =>
    (await done("execution-add", { algorithm_id: id, side: "buy", order_type: "taker", ...more })).id;

  return {
    done,
    refused,
    newAlgorithm,
    addRow,
    /** With one row. */
    async published(name = "Published one"): Promise<string> {
      const id = await newAlgorithm(name);
      await addRow(id);
      await done("publish-algorithm", { id });
      return id;
    },
    /** As it is listed; undefined where it is not. */
    seen: async (id: string, key?: MadeKey) =>
      (await done("list-algorithms", {}, key)).find((each: { id: string }) => each.id === id),
  };
}
