/** Exports through their endpoints, on PostgreSQL. */
import { beforeAll, describe, expect, test } from "vitest";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { addUser } from "../../../test/support/ledger-users.ts";
import { exportUser } from "../../../test/support/numbered-rows.ts";
import { WithHeaders } from "../../kit/endpoint/output.ts";
import { outputCheck } from "../../kit/endpoint/output-check.ts";
import type { AnyEndpoint } from "../../kit/endpoint/endpoint.ts";
import { AppError } from "../../kit/errors/catalogue.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { FREE_PLAN } from "../billing/index.ts";
import type { Caller } from "../caller.ts";
import { downloadExport } from "./endpoints/download-export.ts";
import { fetchExport } from "./endpoints/fetch-export.ts";
import { listExports } from "./endpoints/list-exports.ts";
import { requestExport } from "./endpoints/request-export.ts";
import { makeExport } from "./jobs/make-export.ts";
import { exportStore } from "./sql/export-store.ts";
import { MAX_KEPT, MAX_UNDER_WAY } from "./store.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
const clock = manualClock();
const store = exportStore(db);
const deps = { clock, exportStore: store, apiUrl: "https://trade.example/api/v2" };
const rest = { requestId: "r", signal: new AbortController().signal };

beforeAll(() => migrateJobs(connection));

const request = (actor: Caller, params: object = {}) =>
  call(requestExport, actor, {
    system: "strategy_transactions",
    type: ".csv",
    symbol: "binance-btcusdt",
    limit: 100,
    ...params,
  });
const fetchOne = (actor: Caller, params: object) => call(fetchExport, actor, params);
const list = (actor: Caller, params: object = {}) => call(listExports, actor, { limit: 10, pagenumber: 1, ...params });

describe("a request", () => {
  test("is queued with its job and its line in the trail, listed, and waited for", async () => {
    const actor = await newCaller();
    const asked = await request(actor, { type: ".xls" });
    expect(asked).toMatchObject({ status: true, state: "queued", type: ".xls", symbol: "binance-btcusdt", limit: 100 });
    expect(asked.expires_at).toBe(1_700_000_000 + FREE_PLAN.limits.strategies.export.maximum_storage_time);
    expect(await fetchOne(actor, { id: asked.id })).toMatchObject({ id: asked.id, state: "queued", progress: 0 });
    expect(await list(actor)).toMatchObject({
      total: 1,
      exports: [{ id: asked.id, state: "queued", rows: 0, size: null }],
    });
    const jobs = await db.query<{ payload: string }>({
      name: "test.jobs",
      text: `select p.payload::text as payload from graphile_worker._private_jobs p
        join graphile_worker._private_tasks t on t.id = p.task_id where t.identifier = 'trading.makeExport'`,
    });
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toContainEqual({ exportId: Number(asked.id) });
    const trail = await db.query({
      name: "test.trail",
      text: "select action, subject from trading.audit where user_id = $1",
      values: [actor.uid],
    });
    expect(trail).toEqual([{ action: "export.request", subject: asked.id }]);
  });

  test("for more rows than the plan has is refused, and names how many it has", async () => {
    const actor = await newCaller();
    const error = await refusal(request(actor, { limit: 1_001 }));
    expect(error).toMatchObject({ code: "2300", status: 422, message: "limit is at most 1000 with your plan" });
    expect(error.fields["details"]).toEqual({ failed_validation: [{ parameter: "limit", function: "maximum" }] });
    expect(await request(actor, { limit: 1_000 })).toMatchObject({ limit: 1_000 });
  });

  test("beyond what is made at once is refused, even of many at the same moment", async () => {
    const actor = await newCaller();
    const tries = await Promise.allSettled(Array.from({ length: MAX_UNDER_WAY + 3 }, () => request(actor)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_UNDER_WAY);
    expect(await refusal(request(actor))).toMatchObject({ code: "2300", status: 422 });
    expect(await request(await newCaller())).toMatchObject({ status: true });
  });

  test("beyond what is kept makes the oldest expire", async () => {
    const actor = await newCaller();
    const ids: string[] = [];
    for (let made = 0; made <= MAX_KEPT; made++) {
      const { id } = await request(actor);
      await make(id, 1);
      ids.push(id);
    }
    expect(await refusal(fetchOne(actor, { id: ids[0] }))).toMatchObject({ code: "2360", status: 410 });
    expect(await fetchOne(actor, { id: ids[1] })).toMatchObject({ state: "completed" });
    const listed = await list(actor, { limit: 100 });
    expect(listed.exports.map((each: { state: string }) => each.state)).toEqual([
      ...Array.from({ length: MAX_KEPT }, () => "completed"),
      "expired",
    ]);
  });
});

describe("a complete export", () => {
  test("is answered whole, by either name of its id", async () => {
    const actor = await newCaller();
    const { id } = await request(actor);
    await make(id, 3);
    const fetched = await fetchOne(actor, { export_id: id });
    expect(fetched).toMatchObject({
      id,
      state: "completed",
      filename: `strategy_transactions-binance-btcusdt-${id}.csv`,
      content_type: "text/csv; charset=utf-8",
      rows: 3,
    });
    expect(fetched).not.toHaveProperty("url");
    const content = Buffer.from(fetched.content, "base64");
    expect(content.length).toBe(fetched.size);
    expect(content.toString()).toBe("id,text\r\n0,x\r\n1,x\r\n2,x\r\n");
    expect(await fetchOne(actor, { id })).toEqual(fetched);
    expect(await download(actor, id)).toEqual(content);
  });

  test("of more than 8 MiB has an address to download it from", async () => {
    const actor = await newCaller();
    const { id } = await request(actor);
    await make(id, 100, "x".repeat(90_000));
    const fetched = await fetchOne(actor, { id });
    expect(fetched).toMatchObject({ state: "completed", url: `https://trade.example/api/v2/export/download?id=${id}` });
    expect(fetched).not.toHaveProperty("content");
    expect((await download(actor, id)).length).toBe(fetched.size);
  });

  test("has expired when its time is over", async () => {
    const actor = await newCaller();
    const { id, expires_at: expiresAt } = await request(actor);
    await make(id, 1);
    await clock.advance(expiresAt * 1000 - clock.now() / 1000 - 1);
    expect(await fetchOne(actor, { id })).toMatchObject({ state: "completed" });
    await clock.advance(1);
    expect(await refusal(fetchOne(actor, { id }))).toMatchObject({ code: "2360", status: 410 });
    expect(await refusal(download(actor, id))).toMatchObject({ code: "2360", status: 410 });
  });
});

describe("somebody else's export", () => {
  test("is answered like one that does not exist, even within an account", async () => {
    const owner = await newCaller();
    const { id } = await request(owner);
    const subaccount = { ...(await newCaller(owner.uid)), ownerUid: owner.uid };
    for (const stranger of [await newCaller(), subaccount]) {
      const there = await refusal(fetchOne(stranger, { id }));
      const nowhere = await refusal(fetchOne(stranger, { id: "987654321" }));
      expect([there.code, there.status]).toEqual([nowhere.code, nowhere.status]);
      expect(there.message).toBe(nowhere.message.replace("987654321", id));
      expect(await refusal(download(stranger, id))).toMatchObject({ status: 404 });
      expect(await list(stranger)).toMatchObject({ exports: [], total: 0, showing: 0 });
    }
  });
});

test("an export without its id is a missing parameter", async () => {
  const error = await refusal(fetchOne(await newCaller(), {}));
  expect(error).toMatchObject({ code: "1440", status: 422 });
  expect(error.fields["details"]).toEqual({ missing_parameters: ["id"] });
});

test("an export that is not ready cannot be downloaded", async () => {
  const actor = await newCaller();
  const { id } = await request(actor);
  expect(await refusal(download(actor, id))).toMatchObject({ status: 409 });
});

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
async function call(endpoint: AnyEndpoint, actor: Caller, params: object): Promise<any> {
  const answer: unknown = await endpoint.run(deps, { ...rest, actor, input: { params } });
  outputCheck(endpoint, endpoint.output)(answer);
  return answer;
}

async function download(actor: Caller, id: string): Promise<Buffer> {
  const answer = await downloadExport.run(deps, { ...rest, actor, input: { params: { id } } });
  if (!(answer instanceof WithHeaders)) throw new Error("a download names its file");
  expect(answer.headers["Content-Disposition"]).toContain(`-${id}.csv"`);
  const parts: Buffer[] = [];
  for await (const part of answer.value) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error("the call is refused", { cause: error });
  return error;
}

/** Does what the queue would: makes the file, of this many rows. */
async function make(id: string, count: number, text = "x"): Promise<void> {
  const exportRows = {
    columns: () => ["id", "text"],
    async *rows() {
      for (let row = 0; row < count; row++) yield [row, text];
    },
  };
  const context = { attempt: 1, maxAttempts: 1, signal: rest.signal };
  await makeExport.run({ exportStore: store, exportRows, exportUser, clock }, { exportId: Number(id) }, context);
}

async function newCaller(ownerId?: number): Promise<Caller> {
  const uid = await addUser(db, ownerId === undefined ? {} : { ownerId });
  return {
    uid,
    ownerUid: uid,
    role: "user",
    rights: undefined,
    access: "full_access",
    credential: { kind: "key", id: "1" },
    address: "192.0.2.1",
    plan: FREE_PLAN,
  };
}
