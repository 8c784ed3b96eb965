import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { profileParameters } from "../../strategies/profile-parameters.ts";
import type { Market } from "../../exchanges/index.ts";
import { parseFormula } from "./formula.ts";
import type { IndicatorCatalog } from "./indicator-ref.ts";
import type { ProfileContext, ProfileValues } from "./profile-cells.ts";
import { readProfile } from "./read-profile.ts";
import { shownOptions, STRATEGY_OPTIONS, type OptionLimits } from "./strategy-options.ts";

const LIMITS: OptionLimits = {
  spread: { minimum: -30, maximum: 30 },
  price_offset: { minimum: -10, maximum: 10 },
  qty_parent: { minimum: 0.001, maximum: 100 },
  qty_child: { minimum: 0.001, maximum: 10 },
  sleep_interval: { minimum: 2, maximum: 30 },
  liquidity_check_maximum: 50,
};

const CATALOG: IndicatorCatalog = new Map();

function market(id: string, type: Market["type"] = "spot"): Market {
  const grid = { tickSize: "0.01", stepSize: "0.001", minAmount: "0.01", minNotional: "5", contractSize: "1" };
  return {
    id,
    symbol: "BTC/USDT",
    base: "BTC",
    quote: "USDT",
    type,
    isActive: true,
    makerFee: 0,
    takerFee: 0.001,
    ...grid,
  };
}

const MARKETS = new Map([
  ["simalpha-btcusdt", market("btcusdt")],
  ["simbeta-btcusdt", market("btcusdt")],
  ["simalpha-btcusdtswap", market("btcusdtswap", "swap")],
]);

function formula(name: string) {
  const parsed = parseFormula(name, CATALOG);
  if (parsed.kind !== "formula") throw new Error(name);
  return { formula: parsed.formula, join: "and", side1: "asks", side2: "bids" } as const;
}

const ROW = {
  side: "buy",
  orderType: "taker",
  dependsOn: null,
  trigger: "on_conditions",
  priceSource: "same",
  reduceOnly: false,
} as const;

const CONTEXT: ProfileContext = {
  conditions: [formula("spread_greater_than_input_number")],
  executions: [ROW, { ...ROW, side: "sell" }],
  limits: LIMITS,
  market: (code) => MARKETS.get(code),
  key: (id) =>
    id === "1"
      ? { exchange: "simalpha", mayTrade: true }
      : id === "2"
        ? { exchange: "simbeta", mayTrade: true }
        : undefined,
  accountTypes: () => ["spot"],
  start: { hasRate: (currency) => currency === "EUR" },
};

const GOOD: ProfileValues = {
  algorithm_id: "1",
  name: "Arbitrage",
  slice_delay: 2.5,
  parent: "1",
  condition_codes: ["simalpha-btcusdt+simbeta-btcusdt"],
  condition_values: ["0.5"],
  executable_codes: ["simalpha-btcusdt", "simbeta-btcusdt"],
  executable_apikeys: ["1", "2"],
  executable_values: ["0.1", ".05"],
  executable_priceoffset: ["-0.5"],
  executable_priceoffsettype: ["ob2"],
};

const HEDGE = { dependsOn: 0, trigger: "on_partial_fill" } as const;
const NO_OFFSET = { executable_priceoffset: [] };
const DISTANCE = { executable_priceoffset: ["1"] };

const problems = (values: ProfileValues, context: Partial<ProfileContext> = {}) =>
  readProfile({ ...GOOD, ...values }, { ...CONTEXT, ...context }).problems.map(({ parameter, index, isMissing }) =>
    [parameter, index, isMissing ? "missing" : undefined].filter((part) => part !== undefined).join(" "),
  );

describe("a profile", () => {
  test("comes to rows in units of 1e-18, with the defaults of what is absent", () => {
    const { settings } = readProfile(GOOD, CONTEXT);
    expect(settings).toMatchObject({ sliceDelayMs: 2500, noConditions: false });
    expect(settings?.conditions[0]).toMatchObject({
      codes: ["simalpha-btcusdt", "simbeta-btcusdt"],
      values: [0.5],
      level1: 1,
      level2: 1,
    });
    const one = {
      parent: 10n ** 18n,
      referenceLevel: 2,
      referenceSide: "opposite",
      accountType: "spot",
      liquidityShare: 0,
    };
    expect(settings?.rows).toMatchObject([
      { ...one, child: 10n ** 17n, offset: -5n * 10n ** 17n, referenceCode: "simalpha-btcusdt" },
      { ...one, child: 5n * 10n ** 16n, offset: 0n, referenceCode: "simbeta-btcusdt", keyId: "2" },
    ]);
  });

  test.each<[ProfileValues, readonly string[]]>([
    [{}, []],
    [{ slice_delay: undefined }, ["slice_delay missing"]],
    [{ slice_delay: 1 }, ["slice_delay"]],
    [{ noconditions: "perhaps" }, ["noconditions"]],
    [{ executable_codes: ["simalpha-btcusdt"] }, ["executable_codes 1 missing"]],
    [{ executable_codes: ["simalpha-btcusdt", "simbeta-nothing"] }, ["executable_codes 1"]],
    [{ executable_apikeys: ["2", "9"] }, ["executable_apikeys 0", "executable_apikeys 1"]],
    [{ executable_values: ["0.1", "0.05", "0.05"] }, ["executable_values"]],
    [{ executable_values: ["0.005", "11"] }, ["executable_values 1", "executable_values 0"]],
    [{ executable_priceoffset: ["10.5", "1e999"] }, ["executable_priceoffset 0", "executable_priceoffset 1"]],
    [{ executable_priceoffsettype: ["ob6"] }, ["executable_priceoffsettype 0", "executable_priceoffsettype 1"]],
    [{ executable_toleranceminimum: ["1"], executable_tolerancemaximum: ["0"] }, ["executable_toleranceminimum 0"]],
    [{ executable_obqtycumulativecheck: [51] }, ["executable_obqtycumulativecheck 0"]],
    [{ executable_apikeysmarket: ["margin"] }, ["executable_apikeysmarket 0"]],
    [
      { executable_apikeysmarket: ["swap"], executable_leverage: ["5"] },
      ["executable_apikeysmarket 0", "executable_leverage 0", "executable_apikeysmarket 0"],
    ],
    [{ executable_leverage: ["2"] }, ["executable_leverage 0"]],
    [
      { executable_pricereference: ["2", "simbeta-none"] },
      ["executable_pricereference 0", "executable_pricereference 1"],
    ],
    [{ condition_codes: ["simalpha-btcusdt"] }, ["condition_codes 0"]],
    [{ condition_values: ["31"] }, ["condition_values 0"]],
    [{ condition_values: [] }, ["condition_values 0 missing"]],
    [{ condition_orderbooklevel_side1: [11] }, ["condition_orderbooklevel_side1 0"]],
    [{ parent: undefined, executable_values: [] }, ["executable_values 0 missing", "executable_values 1 missing"]],
  ])("%j has the problems %j, all at once", (values, expected) => {
    expect(problems(values)).toEqual(expected);
  });

  test.each([
    ["price_mid_between_input_number", "2,1"],
    ["price_mid_between_input_number", "1"],
    ["price_mid_unchanged_for_input_seconds", "0"],
    ["price_mid_increased_percent_in_input_seconds", "5,86401"],
    ["price_mid_less_than_average_of_n", "2.5"],
  ])("a condition %s does not take %s", (name, value) => {
    const values = { condition_codes: ["simalpha-btcusdt"], condition_values: [value] };
    expect(problems(values, { conditions: [formula(name)] })).toEqual(["condition_values 0"]);
  });

  test.each([
    ["spread_percent_greater_than_input_number", "31", ["condition_values 0"]],
    ["spread_ratio_between_input_number", "-31,2", ["condition_values 0"]],
    ["spread_increased_percent_in_input_seconds", "50,600", []],
  ])("the plan bounds what a condition %s compares with: %s", (name, value, expected) => {
    expect(problems({ condition_values: [value] }, { conditions: [formula(name)] })).toEqual(expected);
  });

  test("a row that takes its side from the conditions cannot go without them", () => {
    const open = { executions: [{ ...ROW, side: "from_condition" } as const, ROW] };
    expect(problems({ noconditions: true }, open)).toEqual(["noconditions"]);
    expect(problems({ noconditions: false }, open)).toEqual([]);
    // It trades against the row that it follows.
    const follower = { ...ROW, side: "from_condition", dependsOn: 0, trigger: "on_fill" } as const;
    expect(problems({ noconditions: true }, { executions: [ROW, follower] })).toEqual([]);
    // A run in progress goes on.
    expect(problems({ noconditions: true }, { ...open, start: undefined })).toEqual([]);
  });

  test.each(["price_convert_conditions", "price_convert_executions"])(
    "%s is a currency that can have a rate",
    (name) => {
      expect(problems({ [name]: "EUR" })).toEqual([]);
      expect(problems({ [name]: "XAU" })).toEqual([name]);
    },
  );

  test("stops need what they are made of", () => {
    const row = (orderType: "stop_limit" | "trailing_stop") => ({ executions: [{ ...ROW, orderType }, ROW] });
    expect(problems({}, row("stop_limit"))).toEqual(["executable_priceexact 0 missing"]);
    expect(problems({}, row("trailing_stop"))).toEqual(["executable_priceoffset 0"]);
    const endless = { parent: undefined, executable_priceexact: ["90"] };
    expect(problems(endless, row("stop_limit"))).toEqual(["executable_parents 0 missing"]);
    expect(problems({ ...endless, executable_parents: ["1"] }, row("stop_limit"))).toEqual([]);
    expect(problems(endless, { ...row("stop_limit"), start: undefined })).toEqual([]);
  });

  test.each<[name: string, row: object, index: 0 | 1, values: ProfileValues]>([
    ["executable_priceexact", { orderType: "market" }, 0, { ...NO_OFFSET, executable_priceexact: ["90"] }],
    ["executable_priceexact", { orderType: "stop" }, 0, { executable_priceexact: ["90"] }],
    ["executable_priceexact", { orderType: "trailing_stop" }, 0, { ...DISTANCE, executable_priceexact: ["90"] }],
    ["executable_priceoffset", { orderType: "market" }, 0, { executable_priceoffset: ["1"] }],
    ["executable_obqtycumulativecheck", { orderType: "stop" }, 0, { executable_obqtycumulativecheck: [10] }],
    ["executable_obqtycumulativecheck", HEDGE, 1, { executable_obqtycumulativecheck: [0, 10] }],
    ["executable_toleranceminimum", HEDGE, 1, { executable_toleranceminimum: ["", "-1"] }],
    [
      "executable_maximumtimelive",
      { orderType: "trailing_stop" },
      0,
      { ...DISTANCE, executable_maximumtimelive: [1000] },
    ],
    ["executable_maximumtimelive", { ...HEDGE, orderType: "stop" }, 1, { executable_maximumtimelive: [0, 1000] }],
    // Its leader has a total of 1, and it trades half of that.
    ["executable_parents", HEDGE, 1, { executable_parents: ["", "0.4"] }],
    ["executable_parents", HEDGE, 1, { parent: undefined, executable_parents: ["", "100"] }],
  ])("%s is refused for a row that would pass it over: %j", (name, more, index, values) => {
    const rows = [ROW, { ...ROW, side: "sell" }] as const;
    const executions = rows.map((row, at) => (at === index ? { ...row, ...more } : row));
    expect(problems(values, { executions })).toEqual([`${name} ${index}`]);
    // A run in progress goes on.
    expect(problems(values, { executions, start: undefined })).toEqual([]);
  });

  test("a delay is taken of every row, also of the last, after which nothing waits", () => {
    const executions = [ROW, { ...ROW, side: "sell" }] as const;
    const delays = { post_request_delay: [100, 100], post_request_random: [5, 5] };
    expect(problems(delays, { executions })).toEqual([]);
  });

  test("a total of a row that follows fills is taken where it is no less than what it comes to owe", () => {
    const executions = [ROW, { ...ROW, side: "sell", ...HEDGE } as const];
    expect(problems({ executable_parents: ["", "0.5"] }, { executions })).toEqual([]);
    expect(problems({ executable_parents: ["0.5", "0.25"] }, { executions })).toEqual([]);
    expect(problems({ executable_parents: ["0.5", "0.2"] }, { executions })).toEqual(["executable_parents 1"]);
  });

  test("a run in progress goes on where its market is halted, or takes only larger orders than when it began", () => {
    const halted = (code: string): Market => ({ ...market(code), isActive: false });
    expect(problems({}, { market: halted })).toEqual(["executable_codes 0", "executable_codes 1"]);
    expect(problems({}, { market: halted, start: undefined })).toEqual([]);
    const small = { executable_values: ["0.1", "0.009"] };
    expect(problems(small)).toEqual(["executable_values 1"]);
    expect(problems(small, { start: undefined })).toEqual([]);
  });

  test("of any values is read without an exception", () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constantFrom("1", "-1", "simalpha-btcusdt", "a+b", "1,2"),
    );
    const values = fc.dictionary(
      fc.constantFrom(...STRATEGY_OPTIONS.map(({ name }) => name)),
      fc.oneof(scalar, fc.array(scalar)),
    );
    fc.assert(
      fc.property(values, (each) => {
        const read = readProfile(each, CONTEXT);
        expect(read.settings === undefined || read.problems.length === 0).toBe(true);
      }),
    );
  });
});

describe("the options", () => {
  test("are the parameters of edit-profile", () => {
    expect(STRATEGY_OPTIONS.map(({ name }) => name).sort()).toEqual(Object.keys(profileParameters).sort());
  });

  test("are shown with the bounds of the plan", () => {
    const shown = new Map(shownOptions(LIMITS).map((option) => [option.name, option]));
    expect(shown.get("slice_delay")).toMatchObject({
      type: "number",
      required: true,
      minimum: 2,
      maximum: 30,
      per_row: false,
    });
    expect(shown.get("executable_obqtycumulativecheck")).toMatchObject({
      type: "array",
      minimum: 0,
      maximum: 50,
      per_row: true,
    });
    expect(shown.get("executable_priceoffsettype")).toMatchObject({
      default: "ob1",
      allowed: ["ob1", "ob2", "ob3", "ob4", "ob5"],
    });
    expect(shown.get("parent")).toMatchObject({ minimum: 0.001, maximum: 100, default: null });
  });
});
