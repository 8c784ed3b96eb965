import { Type } from "typebox";
import { expect, test } from "vitest";
import type { AnyEndpoint } from "../kit/endpoint/endpoint.ts";
import type { ServiceForm } from "../kit/endpoint/form.ts";
import { inputParser } from "../kit/endpoint/input.ts";
import { sentenceOf } from "./issue-sentence.ts";

const limits = Type.Object({ Requests: Type.Integer({ minimum: 1 }) }, { additionalProperties: false });
const endpoint = {
  input: {
    query: Type.Object({ type: Type.Optional(Type.Enum(["Player", "Tribe"])) }),
    body: Type.Object({
      Scope: Type.Enum(["read", "history", "admin"]),
      Events: Type.Optional(Type.Array(Type.Enum(["join"]))),
      Limits: Type.Optional(Type.Union([limits, Type.Null()])),
    }),
  },
} as unknown as AnyEndpoint;
const parse = inputParser(endpoint, {
  ignoreCase: true,
  unknownMembers: { query: "ignore", body: "refuse" },
} as ServiceForm);

test.each([
  [{ Scope: "all" }, "Scope must be read, history or admin."],
  [{ Scope: "read", Events: ["quit"] }, "Events.0 must be join."],
  [{ Scope: "read", Limits: { Requests: 0 } }, "Limits.Requests must be >= 1."],
  [
    { Scope: "read", Limits: { Requests: 1, requests: 2 } },
    "Limits must not have requests: names are case-sensitive there.",
  ],
  [{ Scope: "read", Limits: 5 }, "Limits must be object."],
  [{ Scope: "read", limits: null, x: 1 }, "the body must not have limits, x: names are case-sensitive there."],
  [{}, "must have required properties Scope."],
  [[], "must be object."],
])("%j is refused with %s", (body, sentence) => {
  const parsed = parse({ path: {}, query: {}, headers: {}, body });
  expect(parsed.ok ? undefined : sentenceOf(parsed.issues)).toBe(sentence);
});

test("the values of a parameter are named", () => {
  const parsed = parse({ path: {}, query: { TYPE: "Dino" }, headers: {}, body: { Scope: "read" } });
  expect(parsed.ok ? undefined : sentenceOf(parsed.issues)).toBe("type must be Player or Tribe.");
});
