import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { codeOf } from "./code-of.ts";

test("the code of a failure is the text that the system gave it", async () => {
  const failure: unknown = await readFile("/there/is/no/such/file").catch((error: unknown) => error);
  expect(codeOf(failure)).toBe("ENOENT");
});

test.each([undefined, null, "ENOENT", 7, {}, new Error("no code"), { code: 5 }, { code: null }])(
  "%j has no code, and asking for it does not fail",
  (error) => {
    expect(codeOf(error)).toBeUndefined();
  },
);
