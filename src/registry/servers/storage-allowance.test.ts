import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { DAY_MS } from "../../kit/time/spans.ts";
import { serverStore } from "./sql/server-store.ts";
import { StorageAllowance } from "./storage-allowance.ts";
import type { Author } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "registry"] });
const store = serverStore(db, "test", async () => undefined);
const KIBIBYTE = 1_024;
const HALF = 512 * KIBIBYTE - 2_048;

beforeEach(() => db.execute({ name: "test.deleteAllowances", text: "delete from registry.allowances" }));

/** @param own and `all`: MiB a day. */
function allowance(own: number, all: number) {
  const clock = manualClock();
  const storage = new StorageAllowance(clock, { storedMegabytesPerDay: own, storedMegabytesPerDayInAll: all });
  return {
    clock,
    forDocuments: (author: Author, bytes: number) =>
      store.inTransaction((tx) => storage.forDocuments(tx, author, bytes)),
    forStatuses: (author: Author, versions: number) =>
      store.inTransaction((tx) => storage.forStatuses(tx, author, versions)),
    /** A change that is undone after it was counted. */
    undone: (author: Author, bytes: number) =>
      store.inTransaction(async (tx) => {
        await storage.forDocuments(tx, author, bytes);
        throw new Error("undone");
      }),
  };
}
const by = (method: string, subject = "a.test") => ({ method, subject });

test("a login has its allowance again a day after it began to use it", async () => {
  const { clock, forDocuments } = allowance(1, 10);
  await forDocuments(by("dns"), HALF);
  await clock.advance(DAY_MS / 2);
  await forDocuments(by("dns"), HALF);
  await expect(forDocuments(by("dns"), 1)).rejects.toMatchObject({
    status: 429,
    headers: { "Retry-After": String(DAY_MS / 2_000) },
  });
  // The same name is another login where it was proved in another way.
  await forDocuments(by("http"), HALF);
  await clock.advance(DAY_MS / 2);
  await forDocuments(by("dns"), HALF);
});

test("what is refused counts neither for its login nor for all together", async () => {
  const { forDocuments } = allowance(1, 2);
  await forDocuments(by("dns", "b.test"), HALF);
  await forDocuments(by("dns", "c.test"), HALF);
  await forDocuments(by("dns", "c.test"), HALF);
  // More than the login has left, then more than all have left.
  await expect(forDocuments(by("dns", "b.test"), 2 * HALF)).rejects.toMatchObject({ status: 429 });
  await expect(forDocuments(by("dns", "d.test"), HALF + KIBIBYTE)).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining("2 MiB a day for all publishers together"),
  });
  await forDocuments(by("dns", "d.test"), HALF);
  await expect(forDocuments(by("dns", "b.test"), 1)).rejects.toMatchObject({ status: 429 });
});

test("a change that is undone counts for nobody", async () => {
  const { forDocuments, undone } = allowance(1, 1);
  for (let each = 0; each < 3; each++) await expect(undone(by("dns"), 2 * HALF)).rejects.toThrow("undone");
  await forDocuments(by("dns"), 2 * HALF);
});

test("publications at the same time cannot take the same rest", async () => {
  const { forDocuments } = allowance(1, 2);
  const logins = ["a.test", "b.test", "c.test"].flatMap((subject) => [by("dns", subject), by("dns", subject)]);
  const outcomes = await Promise.allSettled(logins.map((login) => forDocuments(login, HALF)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
});

test("all runs of GitHub Actions for the repositories of one owner are one login", async () => {
  const { forDocuments } = allowance(1, 10);
  const run = (owner: string, subject: string) => ({
    ...by("github-oidc", subject),
    permissions: [{ action: "publish" as const, resource: `io.github.${owner}/*` }],
  });
  await forDocuments(run("acme", "repo:acme/one:ref:refs/heads/main"), HALF);
  await forDocuments(run("acme", "repo:acme/one:ref:refs/heads/next"), HALF);
  await expect(forDocuments(run("acme", "repo:acme/two:environment:prod"), HALF)).rejects.toMatchObject({
    status: 429,
  });
  await forDocuments(run("other", "repo:other/one:ref:refs/heads/main"), HALF);
});

test("statuses are counted by themselves, and not for all together", async () => {
  const { forDocuments, forStatuses } = allowance(1, 1);
  await forDocuments(by("dns"), HALF);
  await forDocuments(by("dns"), HALF);
  await forStatuses(by("dns"), 4_000);
  await forStatuses(by("dns", "b.test"), 4_000);
  await expect(forStatuses(by("dns"), 4_000)).rejects.toMatchObject({ status: 429 });
});

test.each([
  ["the command line", by("operator"), 1, 1],
  ["the operator's issuer", by("oidc"), 1, 1],
  ["anybody where both limits are off", by("dns"), 0, 0],
])("%s has no limit", async (_who, author, own, all) => {
  const { forDocuments, forStatuses } = allowance(own, all);
  for (let each = 0; each < 5; each++) {
    await expect(forDocuments(author, HALF)).resolves.toBeUndefined();
    await expect(forStatuses(author, 4_000)).resolves.toBeUndefined();
  }
});

test("allowances are forgotten when their day has ended, and no earlier", async () => {
  const { clock, forDocuments } = allowance(1, 0);
  await forDocuments(by("dns"), HALF);
  await clock.advance(DAY_MS - 1);
  await forDocuments(by("http"), HALF);
  expect(await store.deleteEndedAllowances(clock.now(), 10)).toBe(0);
  await clock.advance(1);
  expect(await store.deleteEndedAllowances(clock.now(), 10)).toBe(1);
  expect(await store.deleteEndedAllowances(clock.now(), 10)).toBe(0);
});
