import { Value } from "typebox/value";
import { expect, test } from "vitest";
import { isTimeZone } from "../../kit/time/time-zone.ts";
import { maskUsername } from "./core/mask-username.ts";
import { DEFAULT_SETTINGS, userSettings } from "./user-settings.ts";

test("the default settings are ones that a user could set", () => {
  expect(Value.Check(userSettings, DEFAULT_SETTINGS)).toBe(true);
  expect(isTimeZone(DEFAULT_SETTINGS.timezone)).toBe(true);
});

test.each([
  ["Europe/London", true],
  ["UTC", true],
  ["Europe/Atlantis", false],
  ["", false],
])("the time zone %j: %s", (name, isKnown) => {
  expect(isTimeZone(name)).toBe(isKnown);
});

test.each([
  ["alice", "a****"],
  ["a", "a"],
  ["", ""],
  ["a-name-that-goes-on-and-on", "a**********"],
])("of the username %j others see %j", (username, masked) => {
  expect(maskUsername(username)).toBe(masked);
});
