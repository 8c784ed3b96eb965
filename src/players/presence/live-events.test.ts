import { Type } from "typebox";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openRaw } from "../../../test/support/raw-http.ts";
import { manualClock, type ManualClock } from "../../../test/support/manual-clock.ts";
import { startToys, type Toys } from "../../../test/table/toy-services.ts";
import { endpointFor } from "../../kit/endpoint/endpoint.ts";
import { stream } from "../../kit/endpoint/output.ts";
import { formatEventId } from "./core/event-id.ts";
import { LiveEvents, type LiveEventsOptions } from "./live-events.ts";

const MARK = "0000beef";
const idOf = (seq: number, mark = MARK) => ({ seq, mark });
let clock: ManualClock;
let events: LiveEvents;
beforeEach(() => {
  clock = manualClock();
  events = make();
});
afterEach(() => events.close());

function make(options: Partial<LiveEventsOptions> = {}): LiveEvents {
  return new LiveEvents({ clock, start: idOf(10), ...options });
}

function reader(seq?: number, signal = new AbortController().signal, mark = MARK): AsyncIterator<string> {
  const chunks = events.subscribe(signal, seq === undefined ? "" : formatEventId({ seq, mark }));
  if (!chunks) throw new Error("the limit is reached");
  return chunks[Symbol.asyncIterator]();
}

function publish(...seqs: number[]): void {
  for (const seq of seqs) events.publish({ id: idOf(seq), event: "joined", data: { Id: seq } });
}

/** Chunks in short: `joined 11`, `heartbeat`, and `end`. */
async function next(from: AsyncIterator<string>, count: number): Promise<string[]> {
  const short: string[] = [];
  for (let index = 0; index < count; index++) {
    const step = await from.next();
    const text = step.done === true ? "" : step.value;
    const [, name] = /^event: (.*)$/m.exec(text) ?? [];
    const [, id = ""] = /^id: (\d+)-/m.exec(text) ?? [];
    short.push(step.done === true ? "end" : name === undefined ? "heartbeat" : `${name} ${id}`.trim());
  }
  return short;
}

describe("a reader", () => {
  test("is greeted with the place where it begins, and receives every event from there", async () => {
    publish(11);
    const one = reader();
    publish(12);
    expect(await next(one, 2)).toEqual(["open 11", "joined 12"]);
    const coming = next(one, 1);
    publish(13);
    expect(await coming).toEqual(["joined 13"]);
  });

  test("gets the event as it was published", async () => {
    const one = reader();
    await one.next();
    events.publish({ id: idOf(11), event: "left", data: { Name: "two\nlines" } });
    expect((await one.next()).value).toBe('event: left\nid: 11-0000beef\ndata: {"Name":"two\\nlines"}\n\n');
  });

  test("receives an event once, though the feed delivers it again", async () => {
    const one = reader();
    publish(11, 12, 11, 12, 13);
    expect(await next(one, 4)).toEqual(["open 10", "joined 11", "joined 12", "joined 13"]);
  });

  test("hears a heartbeat while nothing happens", async () => {
    const one = reader();
    await one.next();
    const coming = next(one, 2);
    await clock.advance(14_999);
    publish(11);
    await clock.advance(1);
    expect(await coming).toEqual(["joined 11", "heartbeat"]);
  });

  test("that is more than the ring behind is sent away with a last event; the others are not", async () => {
    events.close();
    events = make({ keep: 3 });
    const [slow, quick] = [reader(), reader()];
    expect(await next(slow, 2 - 1)).toEqual(["open 10"]);
    for (let seq = 11; seq <= 30; seq++) {
      publish(seq);
      await next(quick, seq === 11 ? 2 : 1);
    }
    expect(await next(slow, 3)).toEqual(["dropped", "end", "end"]);
    expect(events.readerCount).toBe(1);
    publish(31);
    expect(await next(quick, 1)).toEqual(["joined 31"]);
  });

  test("that is exactly the ring behind is sent all of it", async () => {
    events.close();
    events = make({ keep: 3 });
    const one = reader();
    publish(11, 12, 13);
    expect(await next(one, 4)).toEqual(["open 10", "joined 11", "joined 12", "joined 13"]);
    publish(14, 15, 16, 17);
    expect(await next(one, 2)).toEqual(["dropped", "end"]);
  });

  test.each<[string, (one: AsyncIterator<string>, stop: AbortController) => unknown]>([
    ["its caller goes away", (_one, stop) => stop.abort()],
    ["its iterator is returned", (one) => one.return?.()],
    ["the events are closed", () => events.close()],
  ])("ends at once when %s, also while it waits", async (_what, end) => {
    const stop = new AbortController();
    const one = reader(undefined, stop.signal);
    await one.next();
    const waiting = next(one, 2);
    await end(one, stop);
    expect(await waiting).toEqual(["end", "end"]);
    expect(events.readerCount).toBe(0);
  });

  test("ends within a second when it may not stay any more, and the others go on", async () => {
    let mayStay = true;
    const unwanted = events.subscribe(new AbortController().signal, undefined, () => mayStay)?.[Symbol.asyncIterator]();
    if (!unwanted) throw new Error("the limit is reached");
    const staying = reader();
    await next(unwanted, 1);
    await clock.advance(1_000);
    const waiting = next(unwanted, 1);
    mayStay = false;
    await clock.advance(1_000);
    expect(await waiting).toEqual(["end"]);
    expect(events.readerCount).toBe(1);
    publish(11);
    expect(await next(staying, 2)).toEqual(["open 10", "joined 11"]);
  });

  test("is refused when there are too many, and when one goes, there is room", async () => {
    events.close();
    events = make({ maxReaders: 2 });
    const one = reader();
    reader();
    expect(events.subscribe(new AbortController().signal)).toBeUndefined();
    await one.return?.();
    expect(events.subscribe(new AbortController().signal)).toBeDefined();
  });

  test("whose caller is gone already, or that comes after the end, gets an empty stream", async () => {
    expect(await next(reader(undefined, AbortSignal.abort()), 1)).toEqual(["end"]);
    events.close();
    expect(await next(reader(), 1)).toEqual(["end"]);
    expect(clock.pending).toBe(0);
  });
});

describe("a reader that comes back", () => {
  test("is sent what followed the event that it names", async () => {
    publish(11);
    await clock.advance(60_000);
    publish(12);
    await clock.advance(60_000);
    publish(13, 14);
    expect(await next(reader(12), 3)).toEqual(["open 12", "joined 13", "joined 14"]);
    expect(await next(reader(10), 5)).toEqual(["open 10", "joined 11", "joined 12", "joined 13", "joined 14"]);
  });

  test("is sent what arrived just before that event too: another node may have had it later", async () => {
    publish(11);
    await clock.advance(60_000);
    publish(13);
    await clock.advance(1_000);
    publish(12);
    expect(await next(reader(12), 3)).toEqual(["open 12", "joined 13", "joined 12"]);
  });

  test.each([9, 15, 999])(
    "with the unknown event %d is told to read again, and then receives what follows",
    async (id) => {
      publish(11, 12);
      const one = reader(id);
      publish(13);
      expect(await next(one, 3)).toEqual(["open 12", "reset 12", "joined 13"]);
    },
  );

  test("is told to read again when the ring no longer holds all that followed", async () => {
    events.close();
    events = make({ keep: 3 });
    for (let seq = 11; seq <= 30; seq++) {
      publish(seq);
      await clock.advance(60_000);
    }
    expect(await next(reader(28), 3)).toEqual(["open 28", "joined 29", "joined 30"]);
    expect(await next(reader(26), 2)).toEqual(["open 30", "reset 30"]);
    expect(await next(reader(10), 2)).toEqual(["open 30", "reset 30"]);
  });
});

test("a reader whose event has a number that was given out again is told to read again", async () => {
  publish(11, 12, 13);
  // The last numbers are lost, and other changes get them.
  events.restart(idOf(11, "0000cafe"));
  for (const seq of [12, 13]) events.publish({ id: idOf(seq, "0000cafe"), event: "joined", data: {} });
  for (const seq of [11, 12]) expect(await next(reader(seq), 2)).toEqual(["open 13", "reset 13"]);
  for (const seq of [11, 12]) expect(await next(reader(seq, undefined, "0000cafe"), 1)).toEqual([`open ${seq}`]);
});

test("a reader whose id has no mark, or is not one of ours, is told to read again", async () => {
  publish(11, 12);
  for (const id of ["11", "11-", "11-0000BEEF", "-0000beef", "x", "9007199254740992-0000beef"]) {
    const chunks = events.subscribe(new AbortController().signal, id)?.[Symbol.asyncIterator]();
    if (!chunks) throw new Error("the limit is reached");
    expect([id, await next(chunks, 2)]).toEqual([id, ["open 12", "reset 12"]]);
  }
});

test("when the feed has lost its place, every reader is told to read again", async () => {
  const [slow, quick] = [reader(), reader()];
  publish(11);
  await next(quick, 2);
  const waiting = next(quick, 2);
  events.restart(idOf(500));
  publish(501);
  expect(await waiting).toEqual(["reset 500", "joined 501"]);
  expect(await next(slow, 3)).toEqual(["open 10", "reset 500", "joined 501"]);
  expect(await next(reader(11), 2)).toEqual(["open 501", "reset 501"]);
});

describe("over HTTP", () => {
  let toys: Toys | undefined;
  afterEach(() => toys?.close());

  test("events arrive as they happen, and a caller that goes away leaves no reader behind", async () => {
    const follow = endpointFor<unknown, { public: undefined }>()({
      id: "streams.follow",
      method: "GET",
      path: "/stream",
      auth: "public",
      summary: "Events",
      input: { query: Type.Object({}) },
      output: stream("text/event-stream"),
      errors: [],
      examples: [],
      run: (_deps, call) => {
        const chunks = events.subscribe(call.signal);
        if (!chunks) throw new Error("the limit is reached");
        return chunks;
      },
    });
    toys = await startToys({ extra: { trading: [follow] } });
    const connection = openRaw(toys.port);
    connection.socket.write("GET /api/v2/stream HTTP/1.1\r\nHost: a\r\n\r\n");
    await connection.until((text) => text.includes("event: open\nid: 10-0000beef\n"));
    publish(11);
    await connection.until((text) => text.includes('event: joined\nid: 11-0000beef\ndata: {"Id":11}\n\n'));
    expect(connection.received()).toContain("\r\ncontent-type: text/event-stream\r\n");
    connection.socket.destroy();
    while (events.readerCount > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});

describe("what is kept nowhere", () => {
  const tell = (text: string): void => events.tell({ event: "chat", data: { Text: text } });

  test("reaches the present readers, without a number, and no reader who comes later or comes back", async () => {
    const one = reader();
    await one.next();
    const coming = one.next();
    publish(11);
    tell("hello");
    await coming;
    expect((await one.next()).value).toBe('event: chat\ndata: {"Text":"hello"}\n\n');
    publish(12);
    expect(await next(reader(11), 2)).toEqual(["open 11", "joined 12"]);
  });

  test("never sends a slow reader away: of more than a hundred the oldest are dropped", async () => {
    const one = reader();
    await one.next();
    for (let index = 0; index < 250; index++) tell(String(index));
    publish(11);
    expect(await next(one, 1)).toEqual(["joined 11"]);
    const texts: string[] = [];
    for (let index = 0; index < 100; index++) texts.push(String((await one.next()).value));
    expect([texts[0], texts.at(-1)]).toEqual([expect.stringContaining('"150"'), expect.stringContaining('"249"')]);
    const coming = next(one, 1);
    publish(12);
    expect(await coming).toEqual(["joined 12"]);
  });

  test("is forgotten with everything else when the feed begins again, as after an erasure", async () => {
    const one = reader();
    await one.next();
    tell("hello");
    events.restart(idOf(20));
    expect(await next(one, 1)).toEqual(["reset 20"]);
    const coming = next(one, 1);
    publish(21);
    expect(await coming).toEqual(["joined 21"]);
  });
});
