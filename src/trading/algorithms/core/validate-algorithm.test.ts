import { describe, expect, test } from "vitest";
import type { IndicatorCatalog } from "./indicator-ref.ts";
import { validateAlgorithm, type DraftCondition, type DraftExecution } from "./validate-algorithm.ts";

const CATALOG: IndicatorCatalog = new Map();

describe("an algorithm", () => {
  const condition = (name: string, join: "and" | "or" = "and"): DraftCondition => ({ id: "7", name, join });
  const spread = condition("spread_greater_than_input_number");
  const taker: DraftExecution = {
    id: "8",
    side: "buy",
    orderType: "taker",
    dependsOn: null,
    trigger: "on_conditions",
    priceSource: "same",
    reduceOnly: false,
  };
  const hedge: DraftExecution = { ...taker, dependsOn: 0, trigger: "on_fill" };
  const codes = (conditions: readonly DraftCondition[], executions: readonly DraftExecution[]) =>
    validateAlgorithm({ id: "1", conditions, executions }, { catalog: CATALOG, hasNews: true }).map(
      ({ severity, part, position, code }) => `${severity} ${part} ${position ?? ""} ${code}`,
    );

  test.each<[string, readonly DraftCondition[], readonly DraftExecution[], readonly string[]]>([
    ["is well", [spread], [taker, hedge], []],
    [
      "of a pair is well with its hedge",
      [spread],
      [
        { ...taker, orderType: "maker_taker" },
        { ...hedge, orderType: "maker_taker" },
      ],
      [],
    ],
    ["sends rows with each other", [spread], [taker, { ...hedge, trigger: "on_send" }], []],
    [
      "sends no row with one that follows fills, and no stop with another row",
      [spread],
      [
        taker,
        hedge,
        { ...hedge, dependsOn: 1, trigger: "on_send" },
        { ...hedge, trigger: "on_send", orderType: "trailing_stop" },
      ],
      ["error execution 2 trigger_unfit", "error execution 3 trigger_unfit"],
    ],
    ["needs a row", [spread], [], ["error algorithm  no_rows"]],
    [
      "needs a row that opens what the others reduce",
      [spread],
      [{ ...taker, reduceOnly: true }],
      ["error algorithm  nothing_to_reduce"],
    ],
    ["reduces what another row opens", [spread], [taker, { ...hedge, reduceOnly: true }], []],
    ["fires by time where it has no conditions", [], [taker], ["warning algorithm  no_conditions"]],
    [
      "needs a first row",
      [spread],
      [{ ...hedge, dependsOn: 1 }, hedge],
      ["error algorithm  no_first_row", "error execution 0 circle", "error execution 1 circle"],
    ],
    [
      "knows its metrics",
      [condition("moon_greater_than_input_number")],
      [taker],
      ["error condition 0 name_not_understood"],
    ],
    [
      "looks at the news",
      [
        condition("news_impact_less_than_input_number"),
        condition("news_tone_fear_crosses_above_input_percent"),
        condition("news_tone_joy_between_input_number"),
      ],
      [taker],
      [],
    ],
    [
      "has no rates of funding yet",
      [spread, condition("funding_rate_less_than_input_number")],
      [taker],
      ["error condition 1 no_source"],
    ],
    [
      "joins with what is there",
      [condition("system_status_is_true", "or")],
      [taker],
      ["warning condition 0 nothing_before"],
    ],
    ["knows its order types", [spread], [{ ...taker, orderType: "hope" }], ["error execution 0 order_type_unknown"]],
    ["waits for a row that is there", [spread], [taker, { ...hedge, dependsOn: 5 }], ["error execution 1 row_missing"]],
    ["says what it waits for", [spread], [taker, { ...taker, trigger: "on_fill" }], ["error execution 1 row_missing"]],
    [
      "does not wait for conditions and a row",
      [spread],
      [taker, { ...hedge, trigger: "on_conditions" }],
      ["error execution 1 trigger_unfit"],
    ],
    [
      "takes its side from a condition that is there",
      [],
      [{ ...taker, side: "from_condition" }],
      ["warning algorithm  no_conditions", "error execution 0 side_open"],
    ],
    ["of a pair hedges", [spread], [{ ...taker, orderType: "maker_taker" }], ["error execution 0 hedge_missing"]],
    [
      "has another row whose price it takes",
      [spread],
      [{ ...taker, priceSource: "other" }],
      ["error execution 0 price_source_missing"],
    ],
  ])("%s", (_, conditions, executions, expected) => {
    expect(codes(conditions, executions)).toEqual(expected);
  });
});
