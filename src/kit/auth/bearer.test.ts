import { expect, test } from "vitest";
import { MAX_BEARER_CHARACTERS, parseBearer } from "./bearer.ts";

test.each([
  ["Bearer abc.def-_~+/=="],
  ["bearer abc.def-_~+/=="],
  ["BEARER    abc.def-_~+/=="],
  [["Bearer abc.def-_~+/=="]],
])("%j carries its token", (header) => {
  expect(parseBearer(header)).toEqual({ kind: "token", token: "abc.def-_~+/==" });
});

test.each([[undefined], [""], [[]]])("%j is an invalid header", (header) => {
  expect(parseBearer(header)).toEqual({ kind: "missing" });
});

test.each([
  ["InvalidFormat"],
  ["Bearer"],
  ["Bearer "],
  ["Basic dXNlcjpwYXNz"],
  ["Bearer a b"],
  ["Bearer a,b"],
  ["Bearertoken"],
  ["Bearer tökén"],
  [["Bearer a", "Bearer b"]],
])("%j is malformed", (header) => {
  expect(parseBearer(header)).toEqual({ kind: "malformed" });
});

test("a token is at most MAX_BEARER_CHARACTERS long", () => {
  const longest = "a".repeat(MAX_BEARER_CHARACTERS);
  expect(parseBearer(`Bearer ${longest}`)).toEqual({ kind: "token", token: longest });
  expect(parseBearer(`Bearer ${longest}a`)).toEqual({ kind: "malformed" });
});
