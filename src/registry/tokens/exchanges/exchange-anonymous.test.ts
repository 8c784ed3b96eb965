import { expect, test } from "vitest";
import { AppError } from "../../../kit/errors/catalogue.ts";
import { exchangeAnonymous } from "./exchange-anonymous.ts";

test("anybody may publish and edit in the namespace of trials, where that is on", () => {
  expect(exchangeAnonymous({ anonymousAuth: true })).toEqual({
    method: "none",
    subject: "anonymous",
    permissions: [
      { action: "publish", resource: "io.modelcontextprotocol.anonymous/*" },
      { action: "edit", resource: "io.modelcontextprotocol.anonymous/*" },
    ],
  });
});

test("is refused where it is off", () => {
  expect(() => exchangeAnonymous({ anonymousAuth: false })).toThrow(AppError);
  expect(() => exchangeAnonymous({ anonymousAuth: false })).toThrow(
    "This registry does not offer login by anonymous token",
  );
});
