/** Algorithms over HTTP: their parts, their versions, and what lists show of them. */
import { describe, expect, test } from "vitest";
import { algorithmTalk, type Params } from "../../../test/support/algorithm-talk.ts";
import { tradingWorld } from "../../../test/support/trading-world.ts";
import type { MadeKey } from "../operator.ts";

const world = await tradingWorld();
const anna = await world.person();
const bert = await world.person();
const { done, refused, newAlgorithm, addRow, published, seen } = algorithmTalk(world, anna.key);

test("a name of three characters is refused, and one of four is listed for profiles at once", async () => {
  expect(await refused("algorithm-add", { name: "abc", group_name: "demo" })).toMatchObject({ status: 422 });
  const id = await newAlgorithm("abcd", { group_name: "demo" });
  const listed = await done("strategy/list-algorithms", {});
  expect(listed).toContainEqual({ id, group_name: "demo", name: "abcd" });
});

test("an algorithm keeps what it is given, and a change leaves what is not sent", async () => {
  const reverse = await newAlgorithm("The way back");
  const id = await newAlgorithm("  The\t way there ", {
    reverse_id: reverse,
    comments: "For quiet hours",
    maximum_transactions_successful: 5,
    maximum_transactions_canceled: 0,
    package_minimum: "basic",
    monthly_fee: "7.5",
  });
  await done("algorithm-update", { id, name: "The way there", group_name: "Ways", cpa_successful: ".25" });
  expect(await seen(id)).toMatchObject({
    name: "The way there",
    group_name: "Ways",
    reverse_id: reverse,
    comments: "For quiet hours",
    maximum_transactions_successful: 5,
    maximum_transactions_canceled: null,
    package_minimum: "basic",
    monthly_fee: "7.50000000",
    cpa_successful: "0.25000000",
    cpa_canceled: "0.00000000",
    owner_uid: anna.uid,
    status: "draft",
    version: 1,
    published_version: null,
  });
  await done("algorithm-update", { id, name: "There", group_name: "Ways", reverse_id: "", package_minimum: "" });
  expect(await seen(id)).toMatchObject({ reverse_id: null, package_minimum: null, comments: "For quiet hours" });
});

test("each of its prices is at most 10,000 US dollars, as that of a signal", async () => {
  const terms = { name: "Dear", group_name: "Ways" };
  const id = await newAlgorithm("Dear", { monthly_fee: "10000" });
  for (const price of ["10000.00000001", "999999999999999999"]) {
    expect(await refused("algorithm-add", { ...terms, monthly_fee: price })).toMatchObject({ status: 422, code: 2300 });
    for (const name of ["monthly_fee", "cpa_successful", "cpa_canceled"]) {
      const answer = await refused("algorithm-update", { ...terms, id, [name]: price });
      expect(answer, name).toMatchObject({ status: 422, code: 2300, error: expect.stringContaining("10000") });
    }
  }
  expect(await seen(id)).toMatchObject({ monthly_fee: "10000.00000000", cpa_successful: "0.00000000" });
});

test("a reverse that is removed is no longer shown", async () => {
  const reverse = await newAlgorithm("Gone tomorrow");
  const id = await newAlgorithm("Stays here", { reverse_id: reverse });
  await done("algorithm-remove", { id: reverse });
  expect(await seen(id)).toMatchObject({ reverse_id: null });
});

describe("conditions", () => {
  test("name in their text what they compare and what a profile must give", async () => {
    const id = await newAlgorithm();
    const { condition } = await done("condition-add", {
      algorithm_id: id,
      name: "indicator_rsi_14_1h_less_than_input_number",
    });
    expect(condition).toMatchObject({
      algorithm_id: id,
      position: 0,
      operator: "less_than",
      operand1: "indicator",
      operand2: "input_number",
      needs_code: true,
      needs_value: true,
      needs_level: false,
      join: "and",
    });
    const flag = await done("condition-add", { algorithm_id: id, name: "system_status_is_true", position: 0 });
    expect(flag.condition).toMatchObject({ position: 0, operand2: null, needs_code: false, needs_value: false });
    const listed = await done("list-conditions", { algorithm_id: id });
    expect(listed.map(({ name }: { name: string }) => name)).toEqual([
      "system_status_is_true",
      "indicator_rsi_14_1h_less_than_input_number",
    ]);
  });

  test("get another name with another operator or operand, and move to another place", async () => {
    const id = await newAlgorithm();
    const add = async (name: string) => (await done("condition-add", { algorithm_id: id, name })).id as string;
    const [one, other] = [await add("spread_greater_than_input_number"), await add("price_ask_less_than_input_number")];
    const { condition } = await done("condition-update", {
      id: other,
      operator: "unchanged_for",
      position: 0,
      side1: "sell",
      join: "or",
    });
    expect(condition).toMatchObject({
      name: "price_ask_unchanged_for_input_seconds",
      position: 0,
      side1: "bids",
      join: "or",
    });
    expect((await done("condition-update", { id: one, operand1: "spread_percent" })).condition).toMatchObject({
      name: "spread_percent_greater_than_input_number",
      position: 1,
    });
    expect(await done("condition-remove", { id: other })).toMatchObject({ positions: [one] });
  });

  test.each<[string, Params, RegExp]>([
    ["a name that is not a formula", { name: "price_is_good" }, /^name cannot be taken: .*<metric>/],
    ["an indicator that there is not", { name: "indicator_magic_1h_equal_input_number" }, /indicator/],
    [
      "a name and an operator that differ",
      { name: "spread_greater_than_input_number", operator: "less_than" },
      /^operator cannot be taken/,
    ],
    ["a metric that does not take the relation", { name: "spread_is_true" }, /spread is a number/],
    ["a position past the end", { name: "spread_equal_input_number", position: 1 }, /position cannot be taken/],
  ])("with %s are refused, and nothing is added", async (_, params, error) => {
    const id = await newAlgorithm();
    const answer = await refused("condition-add", { algorithm_id: id, ...params });
    expect(answer).toMatchObject({ status: 422, code: 2300, error: expect.stringMatching(error) });
    expect(answer.missing_information).toEqual([{ parameter: expect.any(String), error: expect.any(String) }]);
    expect(await done("list-conditions", { algorithm_id: id })).toEqual([]);
  });
});

describe("executions", () => {
  test("follow the row that they were given, whatever order the rows are put in", async () => {
    const id = await newAlgorithm();
    const first = await addRow(id, { order_type: "maker_taker", label: "Maker" });
    const hedge = await addRow(id, { order_type: "maker_taker", side: "sell", depends_on: 0 });
    await addRow(id, { position: 0, label: "Before both" });
    const rows = await done("list-executions", { algorithm_id: id });
    expect(rows.map((row: { label: string }) => row.label)).toEqual(["Before both", "Maker", ""]);
    expect(rows[2]).toMatchObject({ id: hedge, depends_on: 1, trigger: "on_partial_fill", position: 2 });
    const refusal = await refused("execution-remove", { id: first });
    expect(refusal).toMatchObject({ status: 409, code: 2350, in_use_by: [hedge] });
    const { execution } = await done("execution-update", { id: hedge, trigger: "on_conditions", reduce_only: true });
    expect(execution).toMatchObject({ depends_on: null, trigger: "on_conditions", reduce_only: true, side: "sell" });
    await done("execution-remove", { id: first });
    expect(await done("list-executions", { algorithm_id: id })).toHaveLength(2);
  });

  test("that would follow a row that is not there are refused", async () => {
    const id = await newAlgorithm();
    const sent = { algorithm_id: id, side: "buy", order_type: "taker", depends_on: 1 };
    expect(await refused("execution-add", sent)).toMatchObject({
      status: 422,
      error: expect.stringMatching(/depends_on/),
    });
  });
});

describe("validation", () => {
  test("warns of conditions on news where none are followed", async () => {
    const id = await newAlgorithm();
    await addRow(id);
    await done("condition-add", { algorithm_id: id, name: "news_tone_fear_greater_than_input_number" });
    expect(await done("validate-algorithm", { id })).toMatchObject({
      valid: true,
      problems: [{ severity: "warning", code: "news_off" }],
    });
  });

  test("refuses a condition on a signal, which it could not name, and says what starts strategies with signals", async () => {
    const id = await newAlgorithm();
    await addRow(id);
    await done("condition-add", { algorithm_id: id, name: "signal_status_is_true" });
    const { valid, problems } = await done("validate-algorithm", { id });
    expect([valid, problems]).toMatchObject([false, [{ severity: "error", part: "condition", code: "no_source" }]]);
    expect(problems[0].message).toContain("marketplace/subscription-manage");
    expect(await refused("publish-algorithm", { id })).toMatchObject({ status: 422, code: 2300, problems });
  });

  test("tells all problems at once, and publishing is refused with the same list", async () => {
    const id = await newAlgorithm();
    await done("condition-add", { algorithm_id: id, name: "signal_status_is_true", join: "or" });
    const row = await addRow(id, { order_type: "maker_taker", trigger: "on_fill" });
    await done("execution-update", { id: row, depends_on: 0 });
    const { valid, problems } = await done("validate-algorithm", { id });
    expect(valid).toBe(false);
    expect(problems.map(({ code }: { code: string }) => code).toSorted()).toEqual([
      "circle",
      "no_first_row",
      "no_source",
      "nothing_before",
    ]);
    const refusal = await refused("publish-algorithm", { id });
    expect(refusal).toMatchObject({ status: 422, code: 2300, problems, missing_information: problems });
    expect(
      await refused("algorithm-update", { id, name: "Early", group_name: "x", status: "published" }),
    ).toMatchObject({
      status: 422,
      problems,
    });
    expect(await seen(id)).toMatchObject({ status: "draft", name: "Spread of two" });
  });
});

describe("a published version", () => {
  test("never changes: an edit begins the next one, which others see when it is published", async () => {
    const id = await published();
    await done("condition-add", { algorithm_id: id, name: "spread_less_than_input_number" });
    await done("algorithm-update", { id, name: "Renamed", group_name: "Spreads", monthly_fee: "3" });
    expect(await seen(id)).toMatchObject({ version: 2, published_version: 1, status: "draft", name: "Renamed" });
    expect(await seen(id, bert.key)).toMatchObject({
      version: 1,
      published_version: 1,
      status: "published",
      name: "Published one",
      monthly_fee: "0.00000000",
      conditions: [],
    });
    await done("publish-algorithm", { id });
    const now = await seen(id, bert.key);
    expect(now).toMatchObject({ version: 2, published_version: 2, status: "published", name: "Renamed" });
    expect(now.conditions).toHaveLength(1);
  });

  test("cannot be changed in the database either", async () => {
    const id = await published("Carved in stone");
    const change = world.platform.db.execute({
      name: "test.changePublished",
      text: "update trading.algorithm_versions set definition = '{}' where algorithm_id = $1",
      values: [Number(id)],
    });
    await expect(change).rejects.toThrow(/P0001/);
  });

  test("stays the latest where nothing differs", async () => {
    const id = await published("Same as before");
    await done("algorithm-update", { id, name: "Same as before", group_name: "Spreads" });
    expect(await seen(id)).toMatchObject({ version: 1, status: "published" });
  });

  test("is hidden from others by unpublishing and retiring, and can be published again as it was", async () => {
    const id = await published("Come and go");
    const isChoice = async (key: MadeKey) =>
      (await done("strategy/list-algorithms", {}, key)).some((each: { id: string }) => each.id === id);
    expect([await isChoice(anna.key), await isChoice(bert.key)]).toEqual([true, true]);
    const answer = await done("unpublish-algorithm", { id });
    expect(answer).toMatchObject({ algorithm: { status: "draft", version: 1 }, subscribers_affected: 0 });
    expect([await isChoice(anna.key), await isChoice(bert.key)]).toEqual([true, false]);
    await done("publish-algorithm", { id });
    expect(await seen(id, bert.key)).toMatchObject({ version: 1, status: "published" });
    await done("algorithm-update", { id, name: "Come and go", group_name: "Spreads", status: "retired" });
    expect([await isChoice(anna.key), await isChoice(bert.key)]).toEqual([false, false]);
    expect(await seen(id)).toMatchObject({ status: "retired" });
  });
});

test("changes at the same time are all kept, in versions without gaps", async () => {
  const id = await published("Edited by many");
  const names = ["price_ask", "price_bid", "price_mid", "price_last"].map((each) => `${each}_less_than_input_number`);
  await Promise.all(names.map((name) => done("condition-add", { algorithm_id: id, name })));
  const { version, conditions } = await seen(id);
  expect([version, conditions.map(({ name }: { name: string }) => name).toSorted()]).toEqual([2, names.toSorted()]);
});
