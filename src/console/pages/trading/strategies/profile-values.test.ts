import { expect, test } from "vitest";
import type { Profile } from "../../../../../clients/typescript/src/trading.ts";
import { changedComponents, valuesOf, type StrategyOption } from "./profile-values.ts";

const PROFILE = {
  name: "Slices",
  slice_delay: 1,
  parent: { qty: null, currency: null },
  noconditions: false,
  conditions: [],
  executions: [
    { row: 0, code: "", apikey: null, value: null, post_request_delay: 0 },
    { row: 1, code: "a-btcusdt", apikey: "7", value: "0.01", post_request_delay: 0 },
  ],
} as unknown as Profile;

const option = (name: string, rest: Partial<StrategyOption> = {}): StrategyOption => ({
  name,
  type: "string",
  required: false,
  default: null,
  minimum: null,
  maximum: null,
  allowed: [],
  per_row: false,
  description: "",
  ...rest,
});
const LIST = { type: "array", per_row: true } as const;
const OPTIONS = [
  option("name"),
  option("slice_delay", { type: "number" }),
  option("failed_leg", { type: "enum" }),
  option("executable_codes", LIST),
  option("post_request_delay", { ...LIST, default: "0" }),
];
const SAME = {
  name: "Slices",
  slice_delay: "1",
  "executable_codes.1": "a-btcusdt",
  "post_request_delay.0": "0",
  "post_request_delay.1": "0",
};

test("values are found by the names of their parameters", () => {
  expect(valuesOf(PROFILE, option("executable_codes", LIST))).toEqual(["", "a-btcusdt"]);
  expect(valuesOf(PROFILE, option("failed_leg"))).toEqual([undefined]);
});

test("what was not changed is not sent, nor what the profile does not show", () => {
  expect(changedComponents(PROFILE, OPTIONS, SAME)).toEqual([]);
});

test("a list is sent whole when one of its elements has changed", () => {
  const entered = { ...SAME, "executable_codes.0": "b-btcusdt", "post_request_delay.1": "250", failed_leg: "unwind" };
  expect(changedComponents(PROFILE, OPTIONS, entered)).toEqual([
    { component: "failed_leg", value: "unwind" },
    { component: "executable_codes", value: '["b-btcusdt","a-btcusdt"]' },
    { component: "post_request_delay", value: "[0,250]" },
  ]);
});
