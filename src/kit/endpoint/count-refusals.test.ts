import { expect, test } from "vitest";
import { AppError } from "../errors/catalogue.ts";
import type { Allowance } from "../limits/limiter.ts";
import { memoryLimiter } from "../limits/memory-limiter.ts";
import { fromMillis, plusMillis } from "../time/instant.ts";
import { AnswerHead } from "./answer-head.ts";
import { refusalCounter } from "./count-refusals.ts";
import type { Ban, Credentials, HttpRefusal, ServiceForm } from "./form.ts";
import type { HttpOptions } from "./http-services.ts";

const credentials = { address: "192.0.2.1" } as Credentials;
const tooFast = new AppError({ code: "1", status: 429, says: "too fast" });

/** A form with a ban, and a limiter whose time is under control. */
function counting(ban: Ban | undefined, isSlow = false) {
  let now = fromMillis(1_700_000_000_000);
  const memory = memoryLimiter({ clock: { now: () => now } as Parameters<typeof memoryLimiter>[0]["clock"] });
  const later = async <Value>(value: Value): Promise<Value> => value;
  const limiter = {
    consume: (each: Allowance, cost: number) =>
      isSlow ? later(memory.consume(each, cost)) : memory.consume(each, cost),
    blockFor: (key: string, seconds: number) =>
      isSlow ? later(memory.blockFor(key, seconds)) : memory.blockFor(key, seconds),
  };
  const form = { ban: () => ban, refusal: (of: HttpRefusal) => of } as unknown as ServiceForm;
  const count = refusalCounter(form, { limiter } as unknown as HttpOptions);
  return {
    /** What is sent in place of an error. */
    sent: async (error: unknown = tooFast) => count?.(credentials, error, new AnswerHead([], "id", 0)),
    isBanned: () => memory.consume({ key: "a", requests: 1_000, windowSeconds: 60 }, 1).isBanned,
    pass(seconds: number) {
      now = plusMillis(now, seconds * 1000);
    },
  };
}

test.each([false, true])(
  "a caller that goes on after refusals is banned, and let in when the ban is over (slow limiter: %s)",
  async (isSlow) => {
    const { sent, isBanned, pass } = counting({ key: "a", refusals: 3, seconds: 30 }, isSlow);
    for (let refusal = 0; refusal < 3; refusal++) expect(await sent()).toBe(tooFast);
    expect(isBanned()).toBe(false);
    expect(await sent()).toMatchObject({ kind: "rateLimited", banned: "now", retryAfterSeconds: 30 });
    expect(isBanned()).toBe(true);
    pass(30);
    expect(isBanned()).toBe(false);
    expect(await sent()).toBe(tooFast);
  },
);

test("refusals that are more than a minute apart do not add up", async () => {
  const { sent, pass } = counting({ key: "a", refusals: 1, seconds: 30 });
  for (let refusal = 0; refusal < 5; refusal++) {
    expect(await sent()).toBe(tooFast);
    pass(60);
  }
});

test("other errors do not count", async () => {
  const { sent } = counting({ key: "a", refusals: 1, seconds: 30 });
  for (const error of [new AppError({ code: "1", status: 418, says: "banned" }), new Error("429")]) {
    for (let time = 0; time < 5; time++) expect(await sent(error)).toBe(error);
  }
});

test("a service without bans sends what it was going to send", async () => {
  const { sent } = counting(undefined);
  for (let refusal = 0; refusal < 5; refusal++) expect(await sent()).toBe(tooFast);
});
