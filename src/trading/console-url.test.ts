import { expect, test } from "vitest";
import { consoleUrlOf } from "./console-url.ts";

const NONE = { consoleUrl: "", baseUrl: "" };
const OWN = { ...NONE, consoleUrl: "https://console.example.com" };

test.each([
  ["the operator's own, whatever is served", OWN, { hasConsole: true }, "https://console.example.com"],
  [
    "the one that is served here",
    NONE,
    { hasConsole: true, publicUrl: "https://a.example" },
    "https://a.example/console",
  ],
  [
    "the one at the platform's address",
    { ...NONE, baseUrl: "https://b.example" },
    { hasConsole: true },
    "https://b.example/console",
  ],
  ["none where no address is known", NONE, { hasConsole: true }, undefined],
  ["none where it is switched off", NONE, { hasConsole: false, publicUrl: "https://a.example" }, undefined],
])("links in mails lead to %s", (_what, places, served, expected) => {
  expect(consoleUrlOf(places, served)).toBe(expected);
});
