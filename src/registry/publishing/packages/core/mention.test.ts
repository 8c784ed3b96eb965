import { describe, expect, test } from "vitest";
import { claimedServerNames, claimVerdict } from "./mention.ts";

const NAME = "io.example/weather";

describe("a text claims a server's name", () => {
  test.each([
    `mcp-name: ${NAME}`,
    `mcp-name:${NAME}`,
    `mcp-name: \t ${NAME}`,
    `# Weather\n\nmcp-name: ${NAME}\n\nMore.`,
    `<!-- mcp-name: ${NAME} -->`,
    `<!--mcp-name: ${NAME}-->`,
    `<p>mcp-name: ${NAME}</p>`,
    `(mcp-name: ${NAME}).`,
    `It is mcp-name: ${NAME}.`,
    `\`mcp-name: ${NAME}\``,
    `mcp-name: io.example/other\nmcp-name: ${NAME}`,
    `mcp-name: ${NAME}, or so`,
  ])("in %j", (text) => expect(claimVerdict(text, NAME, "it")).toEqual({ kind: "owned" }));

  test.each([
    "",
    NAME,
    `mcp-name: ${NAME}-pro`,
    `mcp-name: ${NAME}.pro`,
    `mcp-name: ${NAME}_pro`,
    `mcp-name: ${NAME}2`,
    `mcp-name: ${NAME}/x`,
    `mcp-name: x.${NAME}`,
    `mcp-name: ${NAME.toUpperCase()}`,
    `xmcp-name: ${NAME}`,
    `my-mcp-name: ${NAME}`,
    `mcp-name: <b>${NAME}</b>`,
    `mcp-name:\n${NAME}`,
    `mcp_name: ${NAME}`,
  ])("but not in %j", (text) => expect(claimVerdict(text, NAME, "it")).toMatchObject({ kind: "refused" }));
});

test("a refusal says what was looked for, where, what was found and how to mend it", () => {
  const text = ["a/b", "c/d", "e/f", "g/h"].map((name) => `mcp-name: ${name}`).join("\n");
  expect(claimVerdict(text, NAME, "the README of the crate weather 1.0.0")).toEqual({
    kind: "refused",
    why:
      'the README of the crate weather 1.0.0 must contain "mcp-name: io.example/weather", but there is ' +
      '"mcp-name: a/b" and "mcp-name: c/d" and "mcp-name: e/f". ' +
      "Add that line and publish a new version of the package.",
  });
});

test("a hostile text costs no more than its length", () => {
  for (const text of [
    "mcp-name:".repeat(500_000),
    `mcp-name: ${".".repeat(3_000_000)}x`,
    `mcp-name:${" ".repeat(3_000_000)}`,
  ]) {
    expect(claimedServerNames(text).length).toBeLessThanOrEqual(1000);
  }
});
