import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import type { Queryable } from "../sql/database.ts";
import { connectionUrl } from "./connection-url.ts";
import { enqueue } from "./enqueue.ts";
import { job, jobsReference } from "./job.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";

const note = job({
  name: "test.note",
  about: "Notes a word.",
  input: Type.Object({ word: Type.String({ maxLength: 300_000 }) }),
  retry: { maxAttempts: 4 },
  timeoutMs: PATIENCE_MS,
  async run(deps: { readonly noted: Set<string> }, { word }) {
    deps.noted.add(word);
  },
});

describe("a connection as a URL", () => {
  const login = { user: "me@x", password: "p/w:%", database: "a b" };
  test("holds whatever its parts hold", () => {
    const url = new URL(connectionUrl({ ...login, host: "::1", port: 5433 }));
    expect(url.hostname).toBe("[::1]");
    expect(url.port).toBe("5433");
    expect([url.username, url.password, url.pathname].map(decodeURIComponent)).toEqual(["me@x", "p/w:%", "/a b"]);
  });
  test("names the folder of a Unix socket", () => {
    const url = new URL(connectionUrl({ ...login, host: "/run/a b", port: 5432 }));
    expect(url.searchParams.get("host")).toBe("/run/a b");
  });
  test("stays as it is when it is one", () => {
    expect(connectionUrl({ connectionString: "postgres://db/x" })).toBe("postgres://db/x");
  });
});

describe("enqueueing", () => {
  const nowhere: Queryable = {
    query: () => Promise.reject(new Error("reached the database")),
    execute: () => Promise.reject(new Error("reached the database")),
  };
  test("refuses input that does not fit, before it reaches the queue", async () => {
    await expect(enqueue(nowhere, note, { word: 1 } as never)).rejects.toThrow(/fits its schema/);
    await expect(enqueue(nowhere, note, { word: "x".repeat(262_144) })).rejects.toThrow(/262,144 characters/);
    await expect(enqueue(nowhere, note, { word: "x" })).rejects.toThrow(/reached the database/);
  });
});

test("the reference names every job with its limits and schedules", () => {
  const page = jobsReference([note], [{ job: note, pattern: "*/5 * * * *", input: { word: "x" } }]);
  expect(page).toContain(`| \`test.note\` | Notes a word. | 4 | ${PATIENCE_MS / 1000} s | \`*/5 * * * *\` |`);
  expect(jobsReference([note], [])).toContain("when a change asks for it");
});

test("running a job twice runs it twice, with input as the queue would give it", async () => {
  const noted = new Set<string>();
  await runJobTwice(note, { noted }, { word: "a" });
  expect([...noted]).toEqual(["a"]);
  await expect(runJobTwice(note, { noted }, { word: 1 } as never)).rejects.toThrow(/does not fit/);
});
