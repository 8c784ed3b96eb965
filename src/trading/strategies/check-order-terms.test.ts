import { expect, test } from "vitest";
import type { StoredAlgorithm } from "../algorithms/index.ts";
import type { Exchange } from "../exchanges/index.ts";
import { orderTermProblems } from "./check-order-terms.ts";

const PLAIN = { postOnly: false, timeInForce: ["GTC"] };
const ALL = { postOnly: true, timeInForce: ["GTC", "IOC", "FOK"] };

const connectedExchange = (code: string): Exchange | undefined =>
  code === "gone" ? undefined : ({ has: code === "phemex" ? PLAIN : ALL } as unknown as Exchange);

function algorithm(...rows: readonly (readonly [orderType: string, dependsOn: number | null])[]): StoredAlgorithm {
  const executions = rows.map(([orderType, dependsOn]) => ({ orderType, dependsOn }));
  return { definition: { executions } } as unknown as StoredAlgorithm;
}

const problems = (of: StoredAlgorithm | undefined, ...codes: readonly string[]) =>
  orderTermProblems({ connectedExchange }, of, { executable_codes: codes });

test("a row that must not take, or must fill as a whole, is refused at an exchange that cannot be told so", () => {
  const rows = algorithm(["maker", null], ["fok", null], ["maker_taker", null], ["maker_taker", 1], ["taker", null]);
  const codes = ["phemex-btcusdt", "phemex-btcusdt", "phemex-btcusdt", "phemex-ethusdt", "phemex-btcusdt"];
  expect(problems(rows, ...codes).map(({ index }) => index)).toEqual([0, 1, 2]);
  expect(problems(rows, ...codes)[0]).toEqual({
    parameter: "executable_codes",
    index: 0,
    isMissing: false,
    message: "phemex takes no orders that must not take, as those of maker: choose another market or algorithm",
  });
});

test("other exchanges take them, and values that are missing are others' problems", () => {
  const rows = algorithm(["maker", null], ["fok", null], ["maker", null]);
  expect(problems(rows, "binance-btcusdt", "gone-btcusdt")).toEqual([]);
  expect(problems(undefined, "phemex-btcusdt")).toEqual([]);
});
