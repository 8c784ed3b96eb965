import { expect, test } from "vitest";
import { apiUrlOf, consoleUrlOf } from "./console-url.ts";

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

test("links in answers lead to the platform's own address, else to that of the server, else to a path", () => {
  const served = { publicUrl: "https://a.example" };
  expect(apiUrlOf({ baseUrl: "https://b.example/t" }, served)).toBe("https://b.example/t/api/v2");
  expect(apiUrlOf({ baseUrl: "" }, served)).toBe("https://a.example/api/v2");
  expect(apiUrlOf({ baseUrl: "" }, {})).toBe("/api/v2");
});
