import { expect, test } from "vitest";
import { memoryLimiter } from "../limits/memory-limiter.ts";
import { fromMillis, plusMillis } from "../time/instant.ts";
import { AnswerHead } from "./answer-head.ts";
import { drawer, type Draw } from "./draw.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import type { Allowance, Credentials, HttpRefusal, ServiceForm } from "./form.ts";
import type { HttpOptions } from "./http-services.ts";

const endpoint = { limits: {} } as AnyEndpoint;
const credentials = { address: "192.0.2.1" } as Credentials;

/** A form of one allowance, whose refusals are thrown as they are, and a limiter whose time is under control. */
function drawing(allowance: Allowance, isSlow = false) {
  let now = fromMillis(1_700_000_000_000);
  const memory = memoryLimiter({ clock: { now: () => now } as Parameters<typeof memoryLimiter>[0]["clock"] });
  const later = async <Value>(value: Value): Promise<Value> => value;
  const limiter = {
    consume: (each: Allowance, cost: number) =>
      isSlow ? later(memory.consume(each, cost)) : memory.consume(each, cost),
    blockFor: (key: string, seconds: number) =>
      isSlow ? later(memory.blockFor(key, seconds)) : memory.blockFor(key, seconds),
  };
  const form = { allowances: () => [allowance], refusal: (of: HttpRefusal) => of } as unknown as ServiceForm;
  const draw = drawer(form, endpoint, { limiter } as unknown as HttpOptions) as Draw;
  const ask = async (): Promise<string> => {
    try {
      await draw("address", credentials, undefined, new AnswerHead([], "id", 0));
      return "allowed";
    } catch (refusal) {
      const { banned, retryAfterSeconds } = refusal as Extract<HttpRefusal, { kind: "rateLimited" }>;
      return `${banned} ${retryAfterSeconds}`;
    }
  };
  const pass = (seconds: number): void => {
    now = plusMillis(now, seconds * 1000);
  };
  return { ask, pass };
}

test.each([false, true])(
  "who goes on asking is banned, and let in again when the ban is over (slow limiter: %s)",
  async (isSlow) => {
    const { ask, pass } = drawing(
      { key: "a", requests: 2, windowSeconds: 60, ban: { refusals: 3, seconds: 600 } },
      isSlow,
    );
    const answers = [];
    for (let request = 0; request < 7; request++) answers.push(await ask());
    expect(answers).toEqual(["allowed", "allowed", "no 60", "no 60", "no 60", "now 600", "before 600"]);
    pass(599);
    expect(await ask()).toBe("before 1");
    pass(1);
    expect(await ask()).toBe("allowed");
  },
);

test("without a ban, refusals never add up", async () => {
  const { ask, pass } = drawing({ key: "a", requests: 1, windowSeconds: 0.25 });
  expect(await ask()).toBe("allowed");
  for (let request = 0; request < 100; request++) expect(await ask()).toBe("no 1");
  pass(0.25);
  expect(await ask()).toBe("allowed");
});
