/** The console offers each setting of a plan that can be changed, under a name of its own. */
import { expect, test } from "vitest";
import texts from "../../src/console/texts.json" with { type: "json" };
import { SETTING_RULES } from "../../src/trading/billing/core/setting-rules.ts";

test("the console names every setting that can be changed, and no other", () => {
  expect(new Set(Object.keys(texts.trading.plan.settings.names))).toEqual(new Set(Object.keys(SETTING_RULES)));
});
