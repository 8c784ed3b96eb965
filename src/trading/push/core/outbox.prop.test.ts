import fc from "fast-check";
import { expect, test } from "vitest";
import { Outbox, type Subscription } from "./outbox.ts";

interface Counter {
  readonly name: string;
  version: number;
}

interface Sent {
  readonly name: string;
  readonly sequence: number;
  readonly since: number;
  readonly value: number;
  readonly nowMs: number;
}

const NAMES = ["a", "b", "c", "d", "e"];

type Step =
  | { readonly do: "follow" | "unfollow" | "change" | "mark"; readonly at: number }
  | { readonly do: "pump"; readonly room: number }
  | { readonly do: "wait"; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("follow" as const), at: fc.nat(4) }),
  fc.record({ do: fc.constant("unfollow" as const), at: fc.nat(4) }),
  { weight: 4, arbitrary: fc.record({ do: fc.constant("change" as const), at: fc.nat(4) }) },
  // As of trades, whose news may have been sent with earlier ones.
  fc.record({ do: fc.constant("mark" as const), at: fc.nat(4) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant("pump" as const), room: fc.nat(4) }) },
  fc.record({ do: fc.constant("wait" as const), ms: fc.nat(700) }),
);

/** Runs steps; a pump has room for this many messages. */
function life(paceMs: number) {
  const sources: Counter[] = NAMES.map((name) => ({ name, version: 0 }));
  const sent: Sent[] = [];
  const following = new Map<string, Subscription<Counter>>();
  let [nowMs, room] = [1_000, 0];
  const outbox = new Outbox<Counter>({
    paceMs,
    deliver: ({ source, sequence }, since) => {
      room--;
      sent.push({ name: source.name, sequence, since, value: source.version, nowMs });
    },
  });
  const pump = (most: number): void => {
    room = most;
    outbox.pump(nowMs, () => room > 0);
    expect(room).toBeGreaterThanOrEqual(0);
  };
  const run = (each: Step): void => {
    const source = sources["at" in each ? each.at : 0] as Counter;
    if (each.do === "follow") following.set(source.name, outbox.follow(source));
    else if (each.do === "unfollow") {
      outbox.unfollow(source.name);
      following.delete(source.name);
    } else if (each.do === "wait") nowMs += each.ms;
    else if (each.do === "pump") pump(each.room);
    else {
      if (each.do === "change") source.version++;
      const subscription = following.get(source.name);
      if (subscription) outbox.changed(subscription);
    }
  };
  return { sources, sent, following, outbox, run, pump, wait: (ms: number) => (nowMs += ms) };
}

const lives = fc.tuple(fc.constantFrom(0, 1_000), fc.array(step, { maxLength: 60, size: "max" }));

test("messages of a subscription are numbered without gaps, and tell what was sent before", () => {
  fc.assert(
    fc.property(lives, ([paceMs, steps]) => {
      const one = life(paceMs);
      const last = new Map<string, { sequence: number; value: number }>();
      for (const each of steps) {
        if (each.do === "follow") last.set(NAMES[each.at] ?? "", { sequence: 0, value: -1 });
        const before = one.sent.length;
        one.run(each);
        for (const { name, sequence, since, value } of one.sent.slice(before)) {
          expect(one.following.has(name)).toBe(true);
          const known = last.get(name);
          expect({ sequence, since }).toEqual({ sequence: (known?.sequence ?? 0) + 1, since: known?.value });
          last.set(name, { sequence, value });
        }
      }
    }),
  );
});

test("never more waits than is followed, and in the end everybody has the newest of everything", () => {
  fc.assert(
    fc.property(lives, ([paceMs, steps]) => {
      const one = life(paceMs);
      for (const each of steps) {
        one.run(each);
        expect(one.outbox.waiting).toBeLessThanOrEqual(one.following.size);
        expect(one.outbox.size).toBe(one.following.size);
      }
      one.wait(paceMs);
      one.pump(1_000);
      expect(one.outbox.waiting).toBe(0);
      for (const [name] of one.following) {
        const newest = one.sent.findLast((each) => each.name === name);
        expect(newest?.value).toBe(one.sources.find((source) => source.name === name)?.version);
      }
    }),
  );
});

test("nothing is sent twice that has not changed", () => {
  fc.assert(
    fc.property(lives, ([paceMs, steps]) => {
      const one = life(paceMs);
      for (const each of steps) one.run(each);
      for (const { sequence, since, value } of one.sent) if (sequence > 1) expect(value).toBeGreaterThan(since);
    }),
  );
});

test("with a pace, no channel sends news twice within it", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80, size: "max" }), (steps) => {
      const one = life(1_000);
      for (let at = 0; at < NAMES.length; at++) one.run({ do: "follow", at });
      one.pump(10);
      for (const each of steps) one.run(each);
      for (const name of NAMES) {
        const news = one.sent.filter((each) => each.name === name && each.sequence > 1).map(({ nowMs }) => nowMs);
        for (const [at, nowMs] of news.entries()) {
          if (at > 0) expect(nowMs - (news[at - 1] ?? 0)).toBeGreaterThanOrEqual(1_000);
        }
      }
    }),
  );
});

test("a slow reader gets all channels in turn, however often one of them changes", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { minLength: 5, maxLength: 60, size: "max" }), (busy) => {
      const one = life(0);
      for (let at = 0; at < NAMES.length; at++) one.run({ do: "follow", at });
      one.pump(10);
      for (let at = 0; at < NAMES.length; at++) one.run({ do: "change", at });
      const before = one.sent.length;
      for (const at of busy.slice(0, 5)) {
        one.pump(1);
        one.run({ do: "change", at });
      }
      expect(new Set(one.sent.slice(before).map(({ name }) => name)).size).toBe(5);
    }),
  );
});
