import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAILURE_REASONS, failureReasonOf } from "./failure-reason.ts";

test.each([
  ["the upstream could not be read: the host has no address", "unreachable"],
  ["the upstream answered 401: it asks for credentials", "credentials"],
  ["the upstream answered 403: it refuses the credentials", "credentials"],
  ["the upstream answered 500", "status"],
  ["the upstream answered 404", "status"],
  ["the issuer gave no token: it answered 401 (invalid_client)", "login"],
  ["the issuer could not be asked for a token: it did not answer in time", "login"],
  ["the upstream could not be asked for a token: it did not answer in time", "login"],
  ["the upstream's login did not take the issuer's token: it answered 403", "login"],
  ["the upstream's answer is not a list of servers", "answer"],
  ["the upstream's pages go in a circle", "answer"],
  ["an internal error, which is in the log", "internal"],
  ["the process is stopping", "internal"],
])("%s: %s", (lastError, reason) => {
  expect(failureReasonOf(lastError)).toBe(reason);
});

test("every sentence about an upstream in the code has a reason of its own", () => {
  const folder = join(import.meta.dirname, "../sources");
  const sentences = readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), "utf8").matchAll(/["`](the (?:upstream|issuer|\$\{)[^"`]*)/g),
    ])
    .map(([, sentence = ""]) => sentence.replace("${what}", "upstream").replace("${status}", "500"));
  expect(sentences.length).toBeGreaterThan(9);
  expect(sentences.filter((sentence) => failureReasonOf(sentence) === "internal")).toEqual([]);
  const found = new Set(sentences.map(failureReasonOf));
  expect(FAILURE_REASONS.filter((reason) => !found.has(reason))).toEqual(["credentials", "internal"]);
});
