import { Type } from "typebox";
import { beforeAll, describe, expect, test } from "vitest";
import { newPerson } from "../../../test/support/trading-people.ts";
import { testDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import type { AnyEndpoint } from "../../kit/endpoint/endpoint.ts";
import { json } from "../../kit/endpoint/output.ts";
import { errors } from "../../kit/errors/catalogue.ts";
import { fromMillis, plusMillis, type Instant } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { forgetOldRequests, idempotency } from "./idempotency.ts";
import { idempotencyStore } from "./sql/idempotency-store.ts";

let database: TestDatabase;
let caller: Caller;
let other: Caller;
let now: Instant = fromMillis(1_767_225_600_000);
const clock = { now: () => now };
const refusals = errors("test", { no: { status: 409, says: "No" } });

beforeAll(async () => {
  database = await testDatabase({ rooms: ["kit", "trading"] });
  [caller, other] = [await newPerson(database.db), await newPerson(database.db)];
});

const endpoint = { id: "orders.place", auth: "change", output: json(Type.Unknown()) } as unknown as AnyEndpoint;

/** Asks with a key; `made` counts how often something was really done. */
function asking() {
  const store = idempotencyStore(database.db);
  const { around } = idempotency(store, clock, testPlatform(database).sealer);
  const made = { count: 0 };
  const ask = async (
    key: string | undefined,
    input: unknown,
    actor = caller,
    run?: () => unknown,
  ): Promise<unknown> => {
    const headers = key === undefined ? {} : { "idempotency-key": key };
    const credentials = { headers } as Parameters<typeof around>[0]["credentials"];
    return around({ credentials, endpoint, actor, input }, run ?? (() => ({ order: ++made.count })));
  };
  return { ask, made, store };
}

describe("a request with a key", () => {
  test("is done once, and answered the same a second time, also by another process", async () => {
    const [here, there] = [asking(), asking()];
    expect(await here.ask("again", { amount: 1 })).toEqual({ order: 1 });
    expect(await there.ask("again", { amount: 1 })).toEqual({ order: 1 });
    expect(there.made.count).toBe(0);
  });

  test("is refused with other parameters, and each caller has keys of its own", async () => {
    const { ask, made } = asking();
    await ask("mine", { amount: 1 });
    await expect(ask("mine", { amount: 2 })).rejects.toThrow(/another request/);
    await ask("mine", { amount: 2 }, other);
    expect(made.count).toBe(2);
  });

  test("sent many times at once is done once", async () => {
    const { ask, made } = asking();
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => ask("race", {})));
    expect(made.count).toBe(1);
    for (const answer of answers) {
      if (answer.status === "fulfilled") expect(answer.value).toEqual({ order: 1 });
      else expect(String(answer.reason)).toMatch(/no answer yet/);
    }
  });

  test("that was refused may be sent again; after a failure nobody knows, and it may not", async () => {
    const { ask, made } = asking();
    const refuse = (): never => {
      throw refusals.no();
    };
    await expect(ask("refused", {}, caller, refuse)).rejects.toThrow("No");
    expect(await ask("refused", {})).toEqual({ order: 1 });
    const fail = (): never => {
      throw new Error("the disk is gone");
    };
    await expect(ask("failed", {}, caller, fail)).rejects.toThrow("disk");
    await expect(ask("failed", {})).rejects.toThrow(/no answer yet/);
    expect(made.count).toBe(1);
  });

  test("is forgotten after a day", async () => {
    const { ask, made, store } = asking();
    await ask("daily", {});
    now = plusMillis(now, 24 * 3600 * 1000 + 1);
    await ask("daily", {});
    expect(made.count).toBe(2);
    now = plusMillis(now, 24 * 3600 * 1000 + 1);
    await forgetOldRequests({ idempotent: store, clock });
    expect(await store.prune(now)).toBe(0);
  });

  test("keeps no answer in the clear", async () => {
    const { ask } = asking();
    await ask("sealed", {}, caller, () => ({ secret: "S3CRET-abcdef" }));
    const rows = await database.db.query<{ answer: string }>({
      name: "test.answers",
      text: "select coalesce(answer, '') as answer from trading.idempotent_requests",
    });
    expect(JSON.stringify(rows)).not.toContain("S3CRET");
    expect(await ask("sealed", {})).toEqual({ secret: "S3CRET-abcdef" });
  });

  test("needs a key of plain characters", async () => {
    await expect(asking().ask("no\nsuch", {})).rejects.toThrow(/Idempotency-Key/);
  });
});

test("without a key, everything is done as often as it is asked for", async () => {
  const { ask, made } = asking();
  await ask(undefined, {});
  await ask(undefined, {});
  expect(made.count).toBe(2);
});
