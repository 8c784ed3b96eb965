import picocolors from "picocolors";
import { describe, expect, test } from "vitest";
import { fromMillis } from "../time/instant.ts";
import { systemClock } from "../time/clock.ts";
import { createLog, silentLog, type LogOptions } from "./log.ts";
import { prettyLine } from "./pretty.ts";
import { requestIds } from "./request-id.ts";

const clock = { ...systemClock(), now: () => fromMillis(Date.UTC(2025, 0, 2, 3, 4, 5, 678)) };

function kept(options: Partial<LogOptions> = {}, isTTY = false) {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text), isTTY };
  return { lines, log: createLog({ level: "info", format: "auto", clock, stream, ...options }) };
}

describe("JSON", () => {
  test("no line has a member twice, whatever a child adds and fields are called", () => {
    const texts: string[] = [];
    const log = createLog({ level: "debug", format: "json", stream: { write: (text) => texts.push(text) } });
    const child = log.child({ server: "island", node: 1, time: "now" }).child({ node: 2 });
    child.warn({ server: "ragnarok", message: "theirs", level: 7 }, "ours");
    const [text = ""] = texts;
    const names = [...text.matchAll(/"([a-z_]+)":/g)].map(([, name]) => name);
    expect(names).toHaveLength(new Set(names).size);
    expect(JSON.parse(text)).toMatchObject({
      level: "warn",
      message: "ours",
      server: "ragnarok",
      node: 2,
      field_message: "theirs",
      field_level: 7,
      field_time: "now",
    });
  });

  test("a message is one line with its time, level and fields, and nothing else", () => {
    const { lines, log } = kept();
    log.info({ port: 80, request: { url: "/a\nb" } }, "listening");
    expect(lines).toHaveLength(1);
    expect(lines[0]?.indexOf("\n")).toBe((lines[0]?.length ?? 0) - 1);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      level: "info",
      time: "2025-01-02T03:04:05.678Z",
      port: 80,
      request: { url: "/a\nb" },
      message: "listening",
    });
  });

  test("a child's fields are on its messages, with the same masks", () => {
    const { lines, log } = kept();
    log.child({ service: "registry", token: "hunter2" }).child({ node: 1 }).warn({}, "Bearer hunter2-hunter2");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      service: "registry",
      node: 1,
      token: "[hidden]",
      level: "warn",
    });
    expect(lines[0]).not.toContain("hunter2");
  });

  test("an error is logged with its cause", () => {
    const { lines, log } = kept();
    log.error({ err: new Error("outer", { cause: new RangeError("inner") }) }, "failed");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      err: { type: "Error", message: "outer", cause: { type: "RangeError", message: "inner" } },
    });
  });

  test("messages below the level are dropped, in children too", () => {
    const { lines, log } = kept({ level: "warn" });
    log.info({}, "a");
    log.child({}).debug({}, "b");
    log.warn({}, "c");
    expect(lines).toHaveLength(1);
  });
});

describe("pretty", () => {
  const colors = picocolors.createColors(false);
  const line = (record: object): string =>
    prettyLine(JSON.stringify({ time: "2025-01-02T03:04:05.678Z", ...record }), colors);

  test("is the format of a terminal, unless it is set otherwise", () => {
    const onTerminal = kept({}, true);
    onTerminal.log.info({}, "hello");
    expect(onTerminal.lines[0]).toMatch(/03:04:05\.678.* .*INFO.* hello\n$/);
    const json = kept({ format: "json" }, true);
    json.log.info({}, "hello");
    expect(json.lines[0]).toMatch(/^\{/);
  });

  test("has time, level, message and fields on one line", () => {
    expect(line({ level: "warn", message: "slow query", ms: 12, text: "a b", list: [1, "x"], word: "x" })).toBe(
      '03:04:05.678 WARN  slow query ms=12 text="a b" list=[1,"x"] word=x\n',
    );
  });

  test("shows an error with its causes, and for errors the stack below", () => {
    const err = {
      type: "Error",
      message: "a",
      stack: "Error: a\n    at f (x.ts:1)",
      cause: { type: "TypeError", message: "b" },
    };
    expect(line({ level: "warn", message: "m", err })).toBe('03:04:05.678 WARN  m err="Error: a <- TypeError: b"\n');
    expect(line({ level: "error", message: "m", err })).toBe(
      '03:04:05.678 ERROR m err="Error: a <- TypeError: b"\n    at f (x.ts:1)\n    <- TypeError: b\n',
    );
  });

  test("nothing from outside can forge a line or reach the terminal", () => {
    const text = line({
      level: "info",
      message: "a\nERROR b\u001b[2J\u009b31m\u202e",
      "k\r": "v\u0007\u001b]0;x\u0007",
    });
    expect(text.slice(0, -1).match(/[\p{Cc}\p{Cf}]/gu)).toBeNull();
  });

  test("a line that is not a record is passed on unchanged", () => {
    expect(prettyLine("plain\n", colors)).toBe("plain\n");
  });
});

test("a silent log takes everything and has silent children", () => {
  const log = silentLog();
  expect(log.child({ a: 1 }).info({}, "x")).toBeUndefined();
});

describe("request ids", () => {
  test("differ from request to request", () => {
    const next = requestIds(ids);
    expect([next(undefined), next(undefined)]).toEqual(["req_new-1", "req_new-2"]);
  });

  const ids = { next: (prefix: string) => `${prefix}_new` };
  test.each(["abcdefgh", "A.b_c-9999", "a".repeat(64)])("%s is taken from the caller", (header) => {
    expect(requestIds(ids)(header)).toBe(header);
  });
  test.each([undefined, "", "short", "a".repeat(65), "abcdefgh\n", "abc defgh", "abcdefg;", ["abcdefgh"]])(
    "%j is replaced by a new one",
    (header) => {
      expect(requestIds(ids)(header)).toBe("req_new-1");
    },
  );
});
