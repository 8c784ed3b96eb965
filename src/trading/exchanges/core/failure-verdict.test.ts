import { describe, expect, test } from "vitest";
import { failureVerdict } from "./failure-verdict.ts";
import type { RequestFacts } from "./failure-verdict.ts";

const NETWORK = ["NetworkError", "OperationFailed", "BaseError"];
const EXCHANGE = ["ExchangeError", "BaseError"];

function verdict(facts: Partial<RequestFacts>): string {
  const { kind, reason } = failureVerdict({
    intent: "change",
    wasSent: true,
    classes: EXCHANGE,
    status: 400,
    message: "it failed",
    ...facts,
  });
  return `${kind} ${reason}`;
}

describe("an error while something is changed", () => {
  test.each([
    ["a time-out", ["RequestTimeout", ...NETWORK], undefined, "unknown timeout"],
    ["a broken line", NETWORK, undefined, "unknown network"],
    ["an answer that cannot be read", ["BadResponse", "OperationFailed"], 200, "unknown other"],
    ["an exchange that stumbles", ["ExchangeNotAvailable", ...NETWORK], 503, "unknown network"],
    ["an error of no known class", ["TypeError"], undefined, "unknown other"],
    ["an unknown refusal without a status", EXCHANGE, 200, "unknown other"],
    ["an unknown refusal", EXCHANGE, 400, "rejected other"],
    ["too little money", ["InsufficientFunds", ...EXCHANGE], 400, "rejected insufficientFunds"],
    ["a filter", ["InvalidOrder", ...EXCHANGE], 400, "rejected filter"],
    ["an order that would take", ["OrderImmediatelyFillable", "InvalidOrder", ...EXCHANGE], 400, "rejected wouldTake"],
    ["an order that is not there", ["OrderNotFound", "InvalidOrder", ...EXCHANGE], 400, "rejected unknownOrder"],
    ["an id that was used", ["DuplicateOrderId", "InvalidOrder", ...EXCHANGE], 400, "rejected duplicate"],
    ["a key that is wrong", ["AuthenticationError", ...EXCHANGE], 401, "rejected badKey"],
    ["a key that was revoked", ["DDoSProtection", ...NETWORK], 401, "rejected badKey"],
    ["too many requests", ["RateLimitExceeded", ...NETWORK], 429, "unavailable rateLimited"],
    ["a ban", ["DDoSProtection", ...NETWORK], 418, "unavailable banned"],
    ["maintenance", ["OnMaintenance", "ExchangeNotAvailable", ...NETWORK], 503, "unavailable maintenance"],
    ["a wrong time", ["InvalidNonce", ...NETWORK], 400, "unavailable clock"],
  ])("%s", (_, classes, status, expected) => {
    expect(verdict({ classes, status })).toBe(expected);
  });
});

test("a refusal that the library only classifies broadly is read from the exchange's message", () => {
  const classes = ["BadRequest", ...EXCHANGE];
  expect(verdict({ classes, message: "Filter failure: NOTIONAL" })).toBe("rejected filter");
  expect(verdict({ classes: ["InvalidOrder", ...EXCHANGE], message: "Duplicate order sent." })).toBe(
    "rejected duplicate",
  );
  expect(verdict({ classes: ["InsufficientFunds", ...EXCHANGE], message: "duplicate" })).toBe(
    "rejected insufficientFunds",
  );
});

describe("a refusal that does not say what became of the order", () => {
  test.each([
    ["Bybit", "InvalidOrder", 200, '{"retCode":170146,"retMsg":"Order creation timeout"}'],
    ["Bybit", "BadRequest", 200, '{"retCode":170035,"retMsg":"Submitted to the system for processing!"}'],
    ["KuCoin", "BadRequest", 200, '{"code":"408000","msg":"Network timeout, please try again later"}'],
    ["HitBTC", "ExchangeError", 400, '{"error":{"code":22008,"message":"Gateway timeout exceeded."}}'],
    ["Bitget", "ExchangeError", 400, '{"code":"40015","msg":"System is abnormal, please try again later"}'],
    ["Bitget", "ExchangeError", 400, '{"code":"30009","message":"system error"}'],
    ["a gateway", "BadRequest", 502, "it failed"],
    ["a gateway", "InvalidOrder", 500, "it failed"],
  ])("of %s (%s, %d) leaves the order in doubt", (_, name, status, message) => {
    const classes = [...new Set([name, ...EXCHANGE])];
    expect(verdict({ classes, status, message })).toMatch(/^unknown /);
    expect(verdict({ classes, status, message, intent: "read" })).not.toMatch(/^unknown /);
    expect(verdict({ classes, status, message, wasSent: false })).not.toMatch(/^unknown /);
  });

  test("is not one that names a parameter of a similar word", () => {
    const message = '{"retCode":170115,"retMsg":"Invalid timeInForce."}';
    expect(verdict({ classes: ["InvalidOrder", ...EXCHANGE], status: 200, message })).toBe("rejected filter");
  });

  test.each(["order_link_id is repeated", "client order id already exists", "Duplicated client order ID"])(
    "is one as a duplicate: %s",
    (message) => {
      expect(verdict({ classes: ["BadRequest", ...EXCHANGE], status: 200, message })).toBe("rejected duplicate");
    },
  );
});

test("before anything was sent, and while reading, no outcome is unknown", () => {
  const classes = [
    ["RequestTimeout", ...NETWORK],
    NETWORK,
    ["BadResponse", "OperationFailed"],
    ["TypeError"],
    EXCHANGE,
  ];
  for (const of of classes) {
    expect(verdict({ classes: of, status: undefined, wasSent: false })).not.toContain("unknown ");
    expect(verdict({ classes: of, status: undefined, intent: "read" })).not.toContain("unknown ");
  }
});
