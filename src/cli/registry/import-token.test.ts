/** `tripod registry import --token-file` as an operator runs it, from a registry that shows nothing without the token. */
import { afterAll, beforeEach, expect, test } from "vitest";
import { commandHere } from "../../../test/support/command-here.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { answered, fakeUpstream, sendJson } from "../../../test/support/fake-upstream.ts";
import { serverResponseOf } from "../../../test/support/server-responses.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";

const TOKEN = "eyJhbGciOi.the-token-of-the-source.c2ln";
const database = await testDatabase({ rooms: ["kit", "registry"] });
await migrateJobs(database.connection);
const source = await fakeUpstream();
afterAll(() => source.close());
source.entries = ["a", "b", "c", "d"].map((name) => serverResponseOf(`io.source/${name}`, "1.0.0", { isLatest: true }));
const tripod = await commandHere(
  database.connection,
  { TRIPOD_SECRET_KEY: "11".repeat(32) },
  { token: `${TOKEN}\n`, wrong: "another\n", words: "two words\n", empty: "" },
);
const run = (...args: string[]) => tripod("registry", "import", source.url, ...args);

beforeEach(() => {
  source.forget();
  source.misbehave = (_query, response) =>
    source.seen.at(-1)?.headers.authorization !== `Bearer ${TOKEN}` &&
    answered(sendJson(response, { error: "Missing or invalid token" }, 401));
});

test.each([
  ["without the token", []],
  ["with another token", ["--token-file", "wrong"]],
])("nothing is imported %s, which one sentence says", async (_how, args) => {
  const refused = await run(...args);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.err).toMatch(/^error: [^\n]*401[^\n]*\n$/);
  expect(refused.err).not.toContain("another");
});

test("every page is asked for with the token of the file, which is shown nowhere", async () => {
  const done = await run("--token-file", "token");
  expect(done).toMatchObject({
    code: 0,
    out: "4 versions imported, 0 were there already, 0 left alone, 0 problems\n",
  });
  expect(source.seen.length).toBeGreaterThan(1);
  expect(new Set(source.seen.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${TOKEN}`]));
  expect(`${done.out}${done.err}`).not.toContain(TOKEN);
});

test.each([
  ["words", /^error: The file words does not hold a token in one line\.\n$/],
  ["empty", /^error: The file empty does not hold a token in one line\.\n$/],
  ["absent", /^error: The token's file [^\n]*absent[^\n]*\n$/],
])("a file that is %s is one sentence, and nothing is asked", async (file, says) => {
  expect(await run("--token-file", file)).toMatchObject({ code: 1, out: "", err: expect.stringMatching(says) });
  expect(source.seen).toHaveLength(0);
});

test("a file is not a source that takes a token", async () => {
  const refused = await tripod("registry", "import", "./servers.ndjson", "--token-file", "token");
  expect(refused).toMatchObject({ code: 1, err: "error: --token-file is for a source that is a URL.\n" });
});
