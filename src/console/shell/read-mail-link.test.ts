import { expect, test } from "vitest";
import { readMailLink, tokenIn } from "./read-mail-link.ts";

test("a link names a page and a token", () => {
  expect(readMailLink("#verify-email=A-b_9")).toEqual({ page: "verify-email", token: "A-b_9" });
});

test.each(["", "#main", "#verify-email=", "#Verify=a", "#a=b=c", `#a=${"x".repeat(501)}`, "verify-email=a"])(
  "%j is not a link of a mail",
  (hash) => {
    expect(readMailLink(hash)).toBeUndefined();
  },
);

test.each([
  ["a code", "  A-b_9\n", "A-b_9"],
  ["a whole link", "https://tripod.example.com/console#sign-up=A-b_9", "A-b_9"],
  ["an address that is not a link", "https://tripod.example.com/#", "https://tripod.example.com/#"],
])("%s is copied from a mail", (_what, text, token) => {
  expect(tokenIn(text)).toBe(token);
});
