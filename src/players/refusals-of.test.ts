import { expect, test } from "vitest";
import { playersEndpoints } from "./endpoints.ts";
import { refusalsOf } from "./refusals-of.ts";

const codesOf = (id: string): readonly string[] => {
  const endpoint = playersEndpoints.find((each) => each.id === id);
  return endpoint ? refusalsOf(endpoint).map(({ spec }) => spec.code) : [];
};

test.each([
  [
    "presence.listOnline",
    ["keys.missing", "session.ended", "http.rateLimited"],
    ["keys.insufficientScope", "http.invalidInput"],
  ],
  ["profiles.listNames", ["keys.insufficientScope", "http.invalidInput"], ["keys.guest", "session.noCsrf"]],
  ["keys.listKeys", ["keys.insufficientScope"], ["keys.guest", "http.bodyTooLarge"]],
  ["keys.createKey", ["keys.guest", "session.noCsrf", "http.unsupportedContentEncoding", "http.outcomeUnknown"], []],
  ["presence.createTicket", ["session.noCsrf", "http.bodyTooLarge"], ["keys.guest", "http.unsupportedContentEncoding"]],
  ["sessions.getSession", ["keys.inQuery", "http.badUrl"], ["keys.missing", "keys.unknown"]],
])("%s documents %j and not %j", (id, named, others) => {
  const codes = codesOf(id);
  expect(codes).toEqual(expect.arrayContaining(named));
  expect(codes.filter((code) => others.includes(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
});
