import { expect, test } from "vitest";
import { isRefusal, refusedWhy } from "./refusal-text.ts";
import type { RiskRefusal } from "./risk.ts";

test.each<RiskRefusal>([
  { kind: "halted", scope: "platform", limit: undefined },
  { kind: "halted", scope: "account", limit: "maximum_loss_day" },
  { kind: "limit", scope: "key", limit: "maximum_book_age_ms" },
  { kind: "limit", scope: "strategy", limit: "price_collar_percent" },
  { kind: "limit", scope: undefined, limit: "clock_drift" },
  { kind: "limit", scope: undefined, limit: "spread" },
])("the record of an order that was refused is known as such: %o", (refusal) => {
  expect(isRefusal(refusedWhy(refusal))).toBe(true);
});

test.each([
  "",
  "The order was not sent: the account has too little USDT that no other order needs",
  "The order was not sent: its time was over 5001 ms ago",
  "The exchange key can no longer be used",
])("another record is not a refusal by limits: %s", (why) => {
  expect(isRefusal(why)).toBe(false);
});
