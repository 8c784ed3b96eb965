/** That two runs of the suite try the same. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { filesBelow, readText } from "../architecture/source-files.ts";
import { SEED } from "./seed.ts";

test("properties begin with the seed that every run has", () => {
  expect(fc.readConfigureGlobal().seed).toBe(SEED);
  expect(fc.sample(fc.integer(), 5)).toEqual(fc.sample(fc.integer(), 5));
});

test("no test draws from Math.random", () => {
  // This file names it, and a test of the architecture has texts that do.
  const exempt = new Set(["test/support/seed.test.ts", "test/architecture/environment.test.ts"]);
  const files = [...filesBelow("test"), ...filesBelow("src").filter((file) => file.endsWith(".test.ts"))];
  const drawing = files.filter((file) => /\.tsx?$/.test(file) && readText(file).includes("Math.random"));
  expect(drawing.filter((file) => !exempt.has(file))).toEqual([]);
});
