import { describe, expect, test } from "vitest";
import { isLocalHost, readUrl, readUrlTemplate } from "./url-text.ts";

describe("a URL", () => {
  test.each([
    ["https://example.com", "absolute"],
    ["HTTPS://example.com", "absolute"],
    ["mailto:a@example.com", "absolute"],
    ["data:,x", "absolute"],
    ["/docs", "relative"],
    ["docs/a:b", "relative"],
    ["//example.com", "relative"],
    ["", "relative"],
    ["https:example.com", "invalid"],
    ["https:/example.com", "invalid"],
    ["https:///example.com", "invalid"],
    ["https://", "invalid"],
    ["https://?x", "invalid"],
    ["https://example.com/a b", "invalid"],
    [" https://example.com", "invalid"],
    ["https://example.com\n", "invalid"],
    ["https://exam\u0000ple.com", "invalid"],
    ["https:\\\\example.com", "invalid"],
    ["https://example.com:70000", "invalid"],
    ["https://999.999.999.999", "invalid"],
  ])("%j is %s", (text, kind) => {
    expect(readUrl(text).kind).toBe(kind);
  });

  test.each([
    ["https://localhost:1", true],
    ["https://a.localhost.", true],
    ["https://127.9.9.9", true],
    ["https://2130706433", true],
    ["https://0.0.0.0", true],
    ["https://[::]", true],
    ["https://[::1]", true],
    ["https://localhost.example.com", false],
    ["https://127.example.com", false],
    ["https://[2001:db8::1]", false],
  ])("%s names the reader's own machine: %s", (text, local) => {
    expect(isLocalHost(new URL(text))).toBe(local);
  });
});

describe("a template", () => {
  test.each([
    ["https://h/x", [], "https://h/x"],
    ["https://{a}.{b}/{a}", ["a", "b", "a"], "https://x.x/x"],
    ["http://h:{port}/", ["port"], "http://h:1/"],
    ["http://h:80{n}/", ["n"], "http://h:801/"],
    ["{base}/mcp", ["base"], "x/mcp"],
    ["https://h/{with space}", ["with space"], "https://h/x"],
  ])("%s has variables %j", (text, variables, filled) => {
    expect(readUrlTemplate(text)).toEqual({ variables, filled, startsWithVariable: text.startsWith("{") });
  });

  test.each(["{", "}", "{}", "{{a}}", "{a", "a}", "{a}{", "}{"])("%s is none", (text) => {
    expect(readUrlTemplate(text)).toBeUndefined();
  });

  test("is distinguished from hostile text of 1 MiB in one pass", () => {
    for (const unit of ["{", "}", "{a", "a:", ":1", "{a}", "/", "."]) {
      const text = unit.repeat((1 << 20) / unit.length);
      expect(readUrlTemplate(text)?.filled.length ?? 0).toBeLessThanOrEqual(text.length);
      expect(["absolute", "relative", "invalid"]).toContain(readUrl(text).kind);
      expect(["absolute", "invalid"]).toContain(readUrl(`https://${text}`).kind);
    }
  });
});
