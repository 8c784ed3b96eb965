import { expect, test } from "vitest";
import type { Caller } from "../caller.ts";
import type { Capabilities, ConnectedExchangeDeps } from "../exchanges/index.ts";
import { checkOrderType, checkQuantityRights } from "./check-order.ts";

type Rights = NonNullable<Caller["rights"]>;

const rights = (childMaximum: string) => ({
  rights: { childMaximum } as Partial<Rights> as Rights,
});

test.each(["0.5", "0.50", ".5", "0.00000001"])("a sub-account may order %s where its maximum is 0.5", (quantity) => {
  expect(() => checkQuantityRights(rights("0.5"), quantity)).not.toThrow();
});

test.each(["0.50000001", "0.6", "10"])("a sub-account may not order %s where its maximum is 0.5", (quantity) => {
  expect(() => checkQuantityRights(rights("0.5"), quantity)).toThrow(
    expect.objectContaining({ status: 403, code: "2400" }),
  );
});

test("a main account has no such maximum", () => {
  expect(() => checkQuantityRights({ rights: undefined }, "1000000")).not.toThrow();
});

function exchangeWith(has: Partial<Capabilities>): ConnectedExchangeDeps {
  return { connectedExchange: (code) => (code === "okx" ? ({ has } as never) : undefined) };
}

test("an exchange that gets no market orders, or none at all, is named before an order is taken", () => {
  const limits = exchangeWith({ clientOrderIds: true, orderTypes: ["limit"] });
  expect(() => checkOrderType(limits, "okx", "limit")).not.toThrow();
  expect(() => checkOrderType(limits, "okx", "market")).toThrow(expect.objectContaining({ status: 422 }));
  const none = exchangeWith({ clientOrderIds: false, orderTypes: ["limit", "market"] });
  expect(() => checkOrderType(none, "okx", "limit")).toThrow(expect.objectContaining({ status: 422 }));
});
