import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { systemRandom } from "../ids/ids.ts";
import { MINUTE_MS } from "../time/spans.ts";
import { currentTraceparent } from "./current.ts";
import type { EndedSpan } from "./otlp.ts";
import { recordTraces } from "./record-traces.ts";

function recorder(share = 1, random = systemRandom()) {
  const spans: EndedSpan[] = [];
  const clock = manualClock();
  const traces = recordTraces({ share, clock, random, onEnd: (span) => spans.push(span) });
  return { traces, spans, clock };
}

const work = (name: string) => ({ name, kind: "internal" }) as const;
const part = (name: string) => ({ name, kind: "client", isPart: true }) as const;

describe("a span", () => {
  test("is below the span around it, also after an await, and ends with its work", async () => {
    const { traces, spans, clock } = recorder();
    await traces.run(work("request"), async (span) => {
      await delay(1);
      await traces.run(part("transaction"), async (inner) => {
        await clock.advance(5);
        inner.set("tripod.statements", ["one", "two"]);
      });
      span.set("http.route", "/v0.1/publish");
      await clock.advance(2);
    });
    const [transaction, request] = spans;
    expect(transaction).toMatchObject({ name: "transaction", parentSpanId: request?.spanId, hasFailed: false });
    expect(transaction?.traceId).toBe(request?.traceId);
    expect(request).toMatchObject({ parentSpanId: undefined, attributes: { "http.route": "/v0.1/publish" } });
    expect((request?.endedAt ?? 0) - (request?.startedAt ?? 0)).toBe(7_000);
    expect(request?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(request?.spanId).toMatch(/^[0-9a-f]{16}$/);
  });

  test("fails with its work, which fails as it would without, and shows no message", async () => {
    const { traces, spans } = recorder();
    const secret = new TypeError("the password is hunter2");
    await expect(traces.run(work("late"), () => Promise.reject(secret))).rejects.toBe(secret);
    expect(() =>
      traces.run(work("at once"), () => {
        throw secret;
      }),
    ).toThrow(secret);
    expect(spans).toMatchObject([
      { name: "late", hasFailed: true, attributes: { "error.type": "TypeError" } },
      { name: "at once", hasFailed: true },
    ]);
    expect(JSON.stringify(spans)).not.toContain("hunter2");
  });

  test("answers the very value of its work", () => {
    const { traces } = recorder();
    const promise = Promise.resolve(1);
    expect(traces.run(work("a"), () => promise)).toBe(promise);
    expect(traces.run(work("a"), () => 7)).toBe(7);
  });

  test("goes on with a trace from elsewhere, recorded or not as that one is", async () => {
    const { traces, spans } = recorder(0);
    const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";
    traces.run({ ...work("followed"), parent: `${parent}-01` }, () => undefined);
    expect(spans).toMatchObject([
      { traceId: "0af7651916cd43dd8448eb211c80319c", parentSpanId: "b7ad6b7169203331", name: "followed" },
    ]);
    const all = recorder(1);
    all.traces.run({ ...work("not recorded there"), parent: `${parent}-00` }, () => undefined);
    all.traces.run({ ...work("not readable"), parent: "00-zz" }, () => undefined);
    expect(all.spans.map(({ name }) => name)).toEqual(["not readable"]);
  });

  test("holds no text without end", () => {
    const { traces, spans } = recorder();
    traces.run(work("long"), (span) => {
      span.set("a", "x".repeat(10_000));
      span.set(
        "b",
        Array.from({ length: 500 }, () => "y".repeat(10_000)),
      );
    });
    expect(JSON.stringify(spans).length).toBeLessThan(10_000);
  });
});

describe("what is recorded", () => {
  test("is a share of whole traces: below one that is not recorded, nothing is", () => {
    let next = 0;
    // One in four draws is below the share.
    const random = { bytes: (length: number) => new Uint8Array(length).fill(next++ % 4 === 0 ? 1 : 200) };
    const { traces, spans } = recorder(0.25, random);
    let count = 0;
    for (let request = 0; request < 40; request++) {
      const before = spans.length;
      traces.run(work("request"), () => {
        traces.run(part("transaction"), () => undefined);
        traces.run(work("call"), () => undefined);
      });
      const made = spans.length - before;
      expect([0, 3]).toContain(made);
      if (made > 0) count++;
    }
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(40);
  });

  test("is not recorded in part without its whole", () => {
    const { traces, spans } = recorder();
    traces.run(part("a poll"), () => undefined);
    expect(spans).toEqual([]);
  });

  test("is named to work elsewhere only while it runs and is recorded", () => {
    const { traces, spans } = recorder();
    expect(currentTraceparent()).toBeUndefined();
    const inside = traces.run(work("request"), () => currentTraceparent());
    expect(inside).toBe(`00-${spans[0]?.traceId}-${spans[0]?.spanId}-01`);
    const none = recorder(0);
    expect(none.traces.run(work("request"), () => currentTraceparent())).toBeUndefined();
  });

  test("is not one trace without end where a request begins a loop", async () => {
    const { traces, spans, clock } = recorder();
    let turn = (): void => undefined;
    traces.run(work("request"), () => {
      // As a timer that was set within the request would run it.
      turn = bound(() => traces.run(work("call"), () => undefined));
    });
    turn();
    await clock.advance(MINUTE_MS + 1);
    turn();
    const [request, soon, late] = spans;
    expect(soon?.traceId).toBe(request?.traceId);
    expect(late?.traceId).not.toBe(request?.traceId);
    expect(late?.parentSpanId).toBeUndefined();
  });
});

/** The function in the context in which it was made. */
function bound(call: () => void): () => void {
  return AsyncLocalStorage.bind(call);
}
