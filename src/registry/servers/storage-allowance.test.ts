import { expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { memoryLimiter } from "../../kit/limits/memory-limiter.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { StorageAllowance } from "./storage-allowance.ts";

const HALF = 512 * 1024 - 2_048;

function allowance(own: number, all: number) {
  const clock = manualClock();
  const settings = { storedMegabytesPerDay: own, storedMegabytesPerDayInAll: all };
  return { clock, storage: new StorageAllowance(memoryLimiter({ clock }), settings) };
}
const by = (method: string, subject = "a.test") => ({ method, subject });

test("a login has its allowance again a day after it began to use it", async () => {
  const { clock, storage } = allowance(1, 10);
  await storage.forDocuments(by("dns"), HALF);
  await clock.advance(DAY_MS / 2);
  await storage.forDocuments(by("dns"), HALF);
  await expect(storage.forDocuments(by("dns"), 1)).rejects.toMatchObject({
    status: 429,
    headers: { "Retry-After": String(DAY_MS / 2_000) },
  });
  // The same name is another login where it was proved in another way.
  await storage.forDocuments(by("http"), HALF);
  await clock.advance(DAY_MS / 2);
  await storage.forDocuments(by("dns"), HALF);
});

test("statuses are counted by themselves, and not for all together", async () => {
  const { storage } = allowance(1, 1);
  await storage.forDocuments(by("dns"), HALF);
  await storage.forDocuments(by("dns"), HALF);
  await storage.forStatuses(by("dns"), 4_000);
  await storage.forStatuses(by("dns", "b.test"), 4_000);
  await expect(storage.forStatuses(by("dns"), 4_000)).rejects.toMatchObject({ status: 429 });
});

test.each([
  ["the command line", by("operator"), 1, 1],
  ["the operator's issuer", by("oidc"), 1, 1],
  ["anybody where both limits are off", by("dns"), 0, 0],
])("%s has no limit", async (_who, author, own, all) => {
  const { storage } = allowance(own, all);
  for (let each = 0; each < 5; each++) {
    await expect(storage.forDocuments(author, HALF)).resolves.toBeUndefined();
    await expect(storage.forStatuses(author, 4_000)).resolves.toBeUndefined();
  }
});
