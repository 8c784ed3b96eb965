import { describe, expect, expectTypeOf, test } from "vitest";
import { AppError, errors } from "./catalogue.ts";

const shop = errors("shop", {
  closed: { status: 503, says: "We are closed." },
  soldOut: { status: 409, says: "There are {count} of {thing} left, {count} in all.", code: "4711" },
});

describe("a catalogue", () => {
  test("makes errors with status, code and the sentence that a caller sees", () => {
    const error = shop.soldOut({ count: 0, thing: "tea" });
    expect(error).toBeInstanceOf(AppError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "AppError",
      code: "4711",
      status: 409,
      message: "There are 0 of tea left, 0 in all.",
      fields: { count: 0, thing: "tea" },
      headers: {},
    });
  });

  test("names an error by area and entry where it has no code of its own", () => {
    expect(shop.closed().code).toBe("shop.closed");
    expect(shop.closed.spec).toEqual({ code: "shop.closed", status: 503, says: "We are closed." });
  });

  test("asks for the values of its sentence, and for no others", () => {
    expectTypeOf(shop.soldOut).parameter(0).toHaveProperty("count");
    expectTypeOf(shop.closed).toBeCallableWith();
    // @ts-expect-error -- a sentence with a hole
    expect(shop.soldOut({ count: 1 }).message).toBe("There are 1 of {thing} left, 1 in all.");
  });

  test("inserts values unchanged: they are not patterns and are not filled again", () => {
    expect(shop.soldOut({ count: 1, thing: "$& {count} $1" }).message).toBe(
      "There are 1 of $& {count} $1 left, 1 in all.",
    );
    expect(shop.soldOut({ count: 1, thing: "x", toString: "y" }).message).toBe("There are 1 of x left, 1 in all.");
  });

  test("keeps the cause and headers beside the public part", () => {
    const cause = new Error("postgres://secret");
    const error = shop.closed({}, { cause, headers: { "retry-after": "5" } });
    expect(error.cause).toBe(cause);
    expect(error.headers).toEqual({ "retry-after": "5" });
    expect([error.message, JSON.stringify(error.fields), JSON.stringify(error.headers)].join()).not.toContain("secret");
    expect("cause" in shop.closed()).toBe(false);
  });
});
