import { expect, test, vi } from "vitest";
import { CrashTally } from "./crash-tally.ts";

test("a soak whose list of points has shrunk fails, and a sample is not counted", () => {
  const silence = vi.spyOn(console, "log").mockReturnValue();
  const soak = new CrashTally("orders", true);
  for (let at = 0; at < 1_000; at++) soak.add("no fault", 1);
  expect(() => soak.assertGrid()).toThrow("1000 cases and 0 kills");
  for (let at = 0; at < 100; at++) soak.add("no fault, kill -9", 1);
  expect(() => soak.assertGrid()).not.toThrow();
  silence.mockRestore();
  expect(() => new CrashTally("orders", false).assertGrid()).not.toThrow();
});
