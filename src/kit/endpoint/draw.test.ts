import { expect, test } from "vitest";
import { UNLIMITED, type Allowance } from "../limits/limiter.ts";
import { memoryLimiter } from "../limits/memory-limiter.ts";
import { fromMillis, plusMillis } from "../time/instant.ts";
import { AnswerHead } from "./answer-head.ts";
import { drawer, type Draw } from "./draw.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { Credentials, HttpRefusal, ServiceForm } from "./form.ts";
import type { HttpOptions } from "./http-services.ts";

const endpoint = { limits: {} } as AnyEndpoint;
const signIn = { id: "a.signIn", limits: { attempts: { requests: 2, windowSeconds: 900 } } } as AnyEndpoint;
const credentials = { address: "192.0.2.1" } as Credentials;

/** A form of one allowance, whose refusals are thrown as they are, and a limiter whose time is under control. */
function drawing(allowance: Allowance, isSlow = false, drawn = endpoint) {
  let now = fromMillis(1_700_000_000_000);
  const memory = memoryLimiter({ clock: { now: () => now } as Parameters<typeof memoryLimiter>[0]["clock"] });
  const later = async <Value>(value: Value): Promise<Value> => value;
  const limiter = {
    consume: (each: Allowance, cost: number) =>
      isSlow ? later(memory.consume(each, cost)) : memory.consume(each, cost),
  };
  const form = { allowances: () => [allowance], refusal: (of: HttpRefusal) => of } as unknown as ServiceForm;
  const draw = drawer(form, drawn, { limiter } as unknown as HttpOptions) as Draw;
  const ask = async (from = credentials): Promise<string> => {
    try {
      await draw("address", from, undefined, new AnswerHead([], "id", 0));
      return "allowed";
    } catch (refusal) {
      const { banned, retryAfterSeconds } = refusal as Extract<HttpRefusal, { kind: "rateLimited" }>;
      return `${banned} ${retryAfterSeconds}`;
    }
  };
  const pass = (seconds: number): void => {
    now = plusMillis(now, seconds * 1000);
  };
  const block = (key: string, seconds: number): void => memory.blockFor(key, seconds);
  return { ask, pass, draw, block };
}

test.each([false, true])(
  "a banned key is refused until the ban ends, also where it has no limit (slow limiter: %s)",
  async (isSlow) => {
    const { ask, pass, block } = drawing({ key: "a", requests: UNLIMITED, windowSeconds: 60 }, isSlow);
    expect(await ask()).toBe("allowed");
    block("a", 600);
    expect(await ask()).toBe("before 600");
    pass(600);
    expect(await ask()).toBe("allowed");
  },
);

test("an allowance without a limit is not shown", async () => {
  const shown = async (requests: number): Promise<string[]> => {
    const head = new AnswerHead([], "id", 0);
    await drawing({ key: "a", requests, windowSeconds: 60 }).draw("address", credentials, undefined, head);
    return head.finish().filter((text) => text.startsWith("ratelimit"));
  };
  expect(await shown(5)).toHaveLength(3);
  expect(await shown(UNLIMITED)).toEqual([]);
});

test.each([false, true])("refusals never add up here (slow limiter: %s)", async (isSlow) => {
  const { ask, pass } = drawing({ key: "a", requests: 1, windowSeconds: 0.25 }, isSlow);
  expect(await ask()).toBe("allowed");
  for (let request = 0; request < 100; request++) expect(await ask()).toBe("no 1");
  pass(0.25);
  expect(await ask()).toBe("allowed");
});

test.each([false, true])(
  "attempts of one address are counted beside its allowance (slow limiter: %s)",
  async (isSlow) => {
    const { ask, pass } = drawing({ key: "a", requests: UNLIMITED, windowSeconds: 60 }, isSlow, signIn);
    for (let attempt = 0; attempt < 2; attempt++) expect(await ask()).toBe("allowed");
    expect(await ask()).toBe("no 900");
    expect(await ask({ ...credentials, address: "192.0.2.2" })).toBe("allowed");
    pass(900);
    expect(await ask()).toBe("allowed");
  },
);

test.each([false, true])(
  "what a call adds to its cost counts, but does not refuse it (slow limiter: %s)",
  async (isSlow) => {
    const { ask, pass, draw } = drawing({ key: "a", requests: 5, windowSeconds: 60 }, isSlow);
    expect(await ask()).toBe("allowed");
    await draw("address", credentials, undefined, new AnswerHead([], "id", 0), 3);
    expect(await ask()).toBe("allowed");
    await draw("address", credentials, undefined, new AnswerHead([], "id", 0), 3);
    expect(await ask()).toBe("no 60");
    pass(60);
    expect(await ask()).toBe("allowed");
  },
);

test("attempts are not used up by what a call adds to its cost", async () => {
  const { ask, draw } = drawing({ key: "a", requests: 100, windowSeconds: 60 }, false, signIn);
  expect(await ask()).toBe("allowed");
  await draw("address", credentials, undefined, new AnswerHead([], "id", 0), 50);
  expect(await ask()).toBe("allowed");
  expect(await ask()).toBe("no 900");
});
