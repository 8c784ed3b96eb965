import { expect, test } from "vitest";
import type { StoredAlgorithm } from "../algorithms/index.ts";
import type { Exchange } from "../exchanges/index.ts";
import { orderTermProblems } from "./check-order-terms.ts";
import type { Settings } from "./store.ts";

const ALL = {
  clientOrderIds: true,
  orderTypes: ["limit", "market"],
  postOnly: true,
  timeInForce: ["GTC", "IOC", "FOK"],
};
const HAS: Readonly<Record<string, object>> = {
  binance: { ...ALL, orderTypes: ["limit", "market", "stop", "stop_limit"] },
  phemex: { ...ALL, postOnly: false, timeInForce: ["GTC"] },
  okx: { ...ALL, orderTypes: ["limit"] },
  bitfinex: { ...ALL, clientOrderIds: false },
};

const connectedExchange = (code: string): Exchange | undefined =>
  code === "gone" ? undefined : ({ has: HAS[code] ?? ALL } as unknown as Exchange);

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

test("a row that would be sent as a market order is refused at an exchange that gets none, also a stop that waits here", () => {
  const types = ["market", "stop", "trailing_stop", "stop_limit", "taker", "twap"];
  const rows = algorithm(...types.map((type) => [type, null] as const));
  const found = problems(rows, ...types.map(() => "okx-btcusdt"));
  expect(found.map(({ parameter, index }) => [parameter, index])).toEqual([
    ["executable_codes", 0],
    ["executable_codes", 1],
    ["executable_codes", 2],
  ]);
  expect(found[2]?.message).toBe("okx takes no market orders from here, which trailing_stop sends: use stop_limit");
});

test("market orders after a failed leg are refused where a leg's exchange gets none, and need another leg", () => {
  const values = {
    executable_codes: ["binance-btcusdt", "okx-btcusdt"],
    failed_leg: "unwind",
    failed_leg_market: true,
  };
  const two = algorithm(["taker", null], ["taker", null]);
  const of = (rows: StoredAlgorithm, settings: object): readonly string[] =>
    orderTermProblems({ connectedExchange }, rows, { ...values, ...settings }).map(({ parameter }) => parameter);
  expect(of(two, {})).toEqual(["failed_leg", "failed_leg_market"]);
  expect(of(two, { failed_leg: "hold", failed_leg_market: "false" })).toEqual([]);
  expect(of(two, { executable_codes: ["binance-btcusdt", "binance-ethusdt"] })).toEqual([]);
  expect(of(algorithm(["taker", null]), { executable_codes: ["okx-btcusdt"] })).toEqual([]);
});

test("no row is accepted at an exchange that gets no orders", () => {
  const rows = algorithm(["taker", null], ["limit", null]);
  expect(problems(rows, "bitfinex-btcusd", "binance-btcusdt").map(({ index }) => index)).toEqual([0]);
});

test("a time to live of a stop is refused where the stop waits here, and is taken where its exchange holds it", () => {
  const rows = algorithm(["stop", null], ["stop_limit", null], ["trailing_stop", null], ["stop", 0]);
  const of = (exchange: string, times: readonly unknown[]) => {
    const settings = { executable_codes: Array(4).fill(`${exchange}-btcusdt`), executable_maximumtimelive: times };
    return orderTermProblems({ connectedExchange }, rows, settings as Settings);
  };
  const [problem, ...others] = of("kraken", [1000, "1000", 1000, 1000]);
  expect([problem?.parameter, problem?.index, others]).toEqual(["executable_maximumtimelive", 0, []]);
  expect(of("kraken", ["0"])).toEqual([]);
  expect(of("binance", [1000, 1000])).toEqual([]);
});
