/** The accounting of bodies, against a plain list of what is held. */
import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { BodyBudget, COUNTED_FROM_BYTES, type BodyShare } from "./body-budget.ts";
import { bodyCollector } from "./collect-body.ts";

const ADDRESSES = ["192.0.2.1", "192.0.2.2", "::ffff:192.0.2.2", "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"];
/** By index: which of the addresses are one caller. */
const CALLERS = [0, 1, 1, 2, 2, 3];
const LIMITS = { totalBytes: 100, addressBytes: 40 };

interface Held {
  readonly share: BodyShare;
  readonly caller: number;
  bytes: number;
  open: boolean;
}

const sum = (all: readonly Held[]): number => all.reduce((total, { bytes }) => total + bytes, 0);

test("a share grows exactly when the total and its caller's part allow it, and gives back what it took, once", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("open" as const), at: fc.nat({ max: ADDRESSES.length - 1 }) }),
    fc.record({ kind: fc.constant("grow" as const), at: fc.nat(), bytes: fc.nat({ max: 50 }) }),
    fc.record({ kind: fc.constant("release" as const), at: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const budget = new BodyBudget(LIMITS);
      const all: Held[] = [];
      for (const each of steps) {
        if (each.kind === "open") {
          const share = budget.open(ADDRESSES[each.at] ?? "");
          all.push({ share, caller: CALLERS[each.at] ?? 0, bytes: 0, open: true });
          continue;
        }
        const held = all[each.at % Math.max(1, all.length)];
        if (!held) continue;
        if (each.kind === "release") {
          held.share.release();
          Object.assign(held, { bytes: 0, open: false });
        } else {
          const more = Math.max(0, each.bytes - held.bytes);
          const ofCaller = sum(all.filter(({ caller }) => caller === held.caller));
          const fits = held.open && sum(all) + more <= LIMITS.totalBytes && ofCaller + more <= LIMITS.addressBytes;
          expect(held.share.growTo(each.bytes)).toBe(fits);
          if (fits) held.bytes += more;
        }
        expect(budget.used).toBe(sum(all));
        const callers = new Set(all.filter(({ bytes }) => bytes > 0).map(({ caller }) => caller));
        expect(budget.holders).toBe(callers.size);
      }
      for (const { share } of all) share.release();
      expect([budget.used, budget.holders]).toEqual([0, 0]);
    }),
  );
});

const ENDS = ["end", "error", "close", "error and close", "end and close"] as const;

test("a body that is collected gives everything back, however it ends", () => {
  const limit = 8 * COUNTED_FROM_BYTES;
  const pieces = fc.array(fc.nat({ max: 2 * COUNTED_FROM_BYTES }), { maxLength: 8 });
  const bodies = fc.array(fc.record({ pieces, end: fc.constantFrom(...ENDS), at: fc.nat({ max: 5 }) }), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(bodies, (planned) => {
      const budget = new BodyBudget({ totalBytes: 2 * limit, addressBytes: limit });
      const collect = bodyCollector(budget);
      const running = planned.map(({ pieces: left, end, at }) => {
        const body = new EventEmitter();
        const request = { headers: {}, ip: ADDRESSES[at], routeOptions: { bodyLimit: limit } };
        let answers = 0;
        collect(request as unknown as FastifyRequest, body as unknown as IncomingMessage, (error, bytes) => {
          answers++;
          // What was refused is not kept, and what was taken is whole.
          if (!error) expect(bytes?.length).toBe(left.reduce((total, size) => total + size, 0));
        });
        return { body, left: [...left], end, answers: () => answers };
      });
      for (let isMore = true; isMore;) {
        isMore = false;
        for (const { body, left, end } of running) {
          const size = left.shift();
          if (size !== undefined) {
            isMore = true;
            body.emit("data", Buffer.alloc(size));
            expect(budget.used).toBeLessThanOrEqual(2 * limit);
          } else {
            // Without a listener, an `error` is thrown; a request of Node has none then either.
            const heard = end.split(" and ").filter((name) => name !== "error" || body.listenerCount("error") > 0);
            for (const name of heard) body.emit(name, new Error("aborted"));
          }
        }
      }
      expect([budget.used, budget.holders]).toEqual([0, 0]);
      for (const { answers, end } of running) {
        // A body that is so small that it is not counted may be left without a word.
        if (end === "close") expect(answers()).toBeLessThanOrEqual(1);
        else expect(answers()).toBe(1);
      }
    }),
  );
});
