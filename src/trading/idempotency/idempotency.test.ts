import { Type } from "typebox";
import { beforeAll, describe, expect, test } from "vitest";
import { newPerson } from "../../../test/support/trading-people.ts";
import { testDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { testPlatform } from "../../../test/support/test-platform.ts";
import type { AnyEndpoint } from "../../kit/endpoint/endpoint.ts";
import { json, WithHeaders, withHeaders } from "../../kit/endpoint/output.ts";
import { errors } from "../../kit/errors/catalogue.ts";
import type { Database, Queryable } from "../../kit/sql/database.ts";
import { timestamp } from "../../kit/sql/values.ts";
import { fromMillis, plusMillis, type Instant } from "../../kit/time/instant.ts";
import { secondFactorCodes } from "../accounts/index.ts";
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

const endpoint = {
  id: "orders.place",
  auth: "change",
  input: {},
  output: json(Type.Unknown()),
} as unknown as AnyEndpoint;
/** Asks for a code of the second factor. */
const guarded = {
  ...endpoint,
  id: "money.send",
  input: { params: Type.Object({ amount: Type.Integer(), ...secondFactorCodes }) },
} as unknown as AnyEndpoint;
/** Has a parameter of the same name that is part of what is asked for. */
const ofMarket = {
  ...endpoint,
  id: "orders.placeAt",
  input: { params: Type.Object({ code: Type.String() }) },
} as unknown as AnyEndpoint;

/** Changes something: a row of the audit trail that counts how often. */
async function note(db: Database, subject: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute({
      name: "test.note",
      text: `insert into trading.audit (owner_id, user_id, action, subject, at)
        values ($1, $1, 'test.note', $2, now())`,
      values: [caller.uid, subject],
    });
    return noted(tx, subject);
  });
}

async function noted(q: Queryable, subject: string): Promise<number> {
  const rows = await q.query<{ count: number }>({
    name: "test.noted",
    text: "select count(*)::int as count from trading.audit where subject = $1",
    values: [subject],
  });
  return rows[0]?.count ?? 0;
}

function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

type Work = (db: Database) => unknown;

/** One process: asks with a key, and does `work` with the database of the request. */
function asking(db = database.open()) {
  const store = idempotencyStore(db);
  const { sealer } = testPlatform(database);
  const { around } = idempotency({ db, store, clock, sealer, depsOn: ({ db: own }) => own });
  const ask = async (
    key: string | undefined,
    input: unknown,
    options: { actor?: Caller; work?: Work; of?: AnyEndpoint } = {},
  ) => {
    const headers = key === undefined ? {} : { "idempotency-key": key };
    const credentials = { headers } as Parameters<typeof around>[0]["credentials"];
    const { actor = caller, of = endpoint, work = async (own) => ({ made: await note(own, key ?? "none") }) } = options;
    return around({ credentials, endpoint: of, actor, input }, (deps = db) => work(deps as Database));
  };
  return { ask, store };
}

describe("a request with a key", () => {
  test("is done once, and answered the same a second time, also by another process", async () => {
    const [here, there] = [asking(), asking()];
    for (const { ask } of [here, here, there]) expect(await ask("again", { amount: 1 })).toEqual({ made: 1 });
    expect(await noted(database.db, "again")).toBe(1);
  });

  test("is refused with other parameters", async () => {
    const { ask } = asking();
    await ask("mine", { amount: 1 });
    await expect(ask("mine", { amount: 2 })).rejects.toThrow(/another request/);
    expect(await noted(database.db, "mine")).toBe(1);
  });

  test("is the same request with the next code of the second factor: each code counts once, so a repeat has another", async () => {
    const { ask } = asking();
    const send = (params: object, of = guarded) => ask("proved", { params }, { of });
    expect(await send({ amount: 1, code: "111111" })).toEqual({ made: 1 });
    expect(await send({ amount: 1, code: "222222" })).toEqual({ made: 1 });
    expect(await send({ amount: 1, recovery_code: "aaaa-bbbb-cccc-dddd" })).toEqual({ made: 1 });
    await expect(send({ amount: 2, code: "222222" })).rejects.toThrow(/another request/);
    expect(await noted(database.db, "proved")).toBe(1);
  });

  test("is another request for another market, whose parameter is named as a code of the second factor", async () => {
    const { ask } = asking();
    const place = (code: string) => ask("market", { params: { code } }, { of: ofMarket });
    await place("binance-btcusdt");
    await expect(place("binance-ethusdt")).rejects.toThrow(/another request/);
  });

  test.each<[string, () => Caller]>([
    ["another user", () => other],
    ["an API key of the user", () => ({ ...caller, credential: { kind: "key", id: caller.credential.id } })],
    ["another session of the user", () => ({ ...caller, credential: { kind: "session", id: "77" } })],
  ])("is not that of %s with the same key, who sees nothing of its answer", async (who, actorOf) => {
    const { ask } = asking();
    const key = `own:${who.replaceAll(" ", "-")}`;
    const secret = { work: () => ({ secret: "of the first" }) };
    expect(await ask(key, { amount: 1 }, secret)).toEqual({ secret: "of the first" });
    const actor = actorOf();
    expect(await ask(key, { amount: 1 }, { actor })).toEqual({ made: 1 });
    expect(await ask(key, { amount: 1 }, { actor })).toEqual({ made: 1 });
    expect(await ask(key, { amount: 1 }, secret)).toEqual({ secret: "of the first" });
  });

  test("sent many times at once, to two processes, is done once", async () => {
    const [here, there] = [asking(), asking()];
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? here : there).ask("race", { amount: 1 })),
    );
    expect(await noted(database.db, "race")).toBe(1);
    for (const answer of answers) {
      if (answer.status === "fulfilled") expect(answer.value).toEqual({ made: 1 });
      else expect(String(answer.reason)).toMatch(/still running/);
    }
    expect(await here.ask("race", { amount: 1 })).toEqual({ made: 1 });
  });

  test("that is still running is refused with 409 and the time to wait, and its change is seen by no reader", async () => {
    const { ask } = asking();
    const [held, changed] = [gate(), gate()];
    const work: Work = async (own) => {
      const made = await note(own, "slow");
      changed.open();
      await held.opened;
      return { made };
    };
    const first = ask("slow", {}, { work });
    await changed.opened;
    const refusal: unknown = await asking()
      .ask("slow", {})
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ status: 409, code: "2441", headers: { "Retry-After": "1" } });
    expect(await noted(database.db, "slow")).toBe(0);
    held.open();
    expect(await first).toEqual({ made: 1 });
    expect(await ask("slow", {})).toEqual({ made: 1 });
  });

  test("that was refused may be sent again, and the effects of the refusal stay", async () => {
    const { ask } = asking();
    const work: Work = async (own) => {
      await note(own, "attempt");
      await own.transaction(async (tx) => {
        await tx.execute({ name: "test.forget", text: "update trading.users set name = 'nobody'" });
        throw refusals.no();
      });
    };
    await expect(ask("refused", {}, { work })).rejects.toThrow("No");
    await expect(ask("refused", {}, { work })).rejects.toThrow("No");
    expect(await noted(database.db, "attempt")).toBe(2);
    expect(
      await database.db.query({ name: "test.nobody", text: "select from trading.users where name = 'nobody'" }),
    ).toEqual([]);
    expect(await ask("refused", {})).toEqual({ made: 1 });
  });

  test("that failed has changed nothing, and makes the change when it is sent again", async () => {
    const { ask } = asking();
    const work: Work = async (own) => {
      await note(own, "failed");
      throw new Error("the process has lost its head");
    };
    await expect(ask("failed", {}, { work })).rejects.toThrow("lost its head");
    expect(await noted(database.db, "failed")).toBe(0);
    expect(await ask("failed", {})).toEqual({ made: 1 });
  });

  test("whose connection breaks between its change and its answer makes the change when it is sent again", async () => {
    const { ask } = asking();
    const work: Work = async (own) => {
      await note(own, "cut");
      const [row] = await own.query<{ pid: number }>({ name: "test.pid", text: "select pg_backend_pid() as pid" });
      await database.db.query({ name: "test.cut", text: "select pg_terminate_backend($1)", values: [row?.pid] });
      return { made: -1 };
    };
    await expect(ask("cut", {}, { work })).rejects.toThrow("trading.keepIdempotentAnswer");
    expect(await noted(database.db, "cut")).toBe(0);
    expect(await ask("cut", {})).toEqual({ made: 1 });
  });

  test("is answered the same where it changed nothing, with its headers", async () => {
    const { ask } = asking();
    let runs = 0;
    const work: Work = () => withHeaders({ run: ++runs }, { "set-cookie": "a=b" });
    expect(await ask("headers", {}, { work })).toMatchObject({ value: { run: 1 }, headers: { "set-cookie": "a=b" } });
    const again = await ask("headers", {}, { work });
    expect(again).toBeInstanceOf(WithHeaders);
    expect(again).toMatchObject({ value: { run: 1 }, headers: { "set-cookie": "a=b" } });
  });

  test("that a release before this one has kept is refused, for its answer may be another credential's", async () => {
    await database.db.execute({
      name: "test.oldRow",
      text: `insert into trading.idempotent_requests (user_id, key, request_hash, answer, started_at)
        values ($1, 'before', sha256('orders.place {}'), 'sealed', $2), ($1, 'cut-off', sha256('orders.place {}'), null, $2)`,
      values: [caller.uid, timestamp(now)],
    });
    for (const key of ["before", "cut-off"]) {
      await expect(asking().ask(key, {})).rejects.toThrow(/is not known/);
      expect(await noted(database.db, key)).toBe(0);
    }
  });

  test("is forgotten after a day", async () => {
    const { ask, store } = asking();
    await ask("daily", {});
    now = plusMillis(now, 24 * 3600 * 1000 + 1);
    expect(await ask("daily", {})).toEqual({ made: 2 });
    now = plusMillis(now, 24 * 3600 * 1000 + 1);
    await forgetOldRequests({ idempotent: store, clock });
    expect(await store.prune(now)).toBe(0);
  });

  test("keeps no answer in the clear", async () => {
    const { ask } = asking();
    const work: Work = () => ({ secret: "S3CRET-abcdef" });
    await ask("sealed", {}, { work });
    const rows = await database.db.query<{ answer: string }>({
      name: "test.answers",
      text: "select coalesce(answer, '') as answer from trading.idempotent_requests",
    });
    expect(JSON.stringify(rows)).not.toContain("S3CRET");
    expect(await ask("sealed", {}, { work })).toEqual({ secret: "S3CRET-abcdef" });
  });

  test("needs a key of plain characters", async () => {
    await expect(asking().ask("no\nsuch", {})).rejects.toThrow(/Idempotency-Key/);
  });
});

test("without a key, everything is done as often as it is asked for", async () => {
  const { ask } = asking();
  expect(await ask(undefined, {})).toEqual({ made: 1 });
  expect(await ask(undefined, {})).toEqual({ made: 2 });
});
