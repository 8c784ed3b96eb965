/** Runs that were started on a server: the process that has it looks after them. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { startSlices } from "../../../../test/support/order-crash/run-cases.ts";
import { newPerson } from "../../../../test/support/trading-people.ts";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { acquireLease, LeaseLost } from "../../../kit/sql/lease.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import { installLibrary } from "../../algorithms/index.ts";
import { WORKER_LEASE, type RunWorker } from "../store-runs.ts";
import { runJournal } from "./run-journal.ts";
import { findHolder } from "./run-servers.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
await installLibrary(db, systemClock().now());
const journal = runJournal(db, systemRandom());
await db.execute({
  name: "test.moreRegions",
  text: `insert into trading.servers
      (owner_id, type, region, server_package, status, cpu, memory_mb, price_hour, paid, created_at)
    select null, 'shared', region, 'shared-small', 'provisioning', 1, 512, 0, 0, now()
    from unnest(array['paris', 'madrid']) as region`,
});
let names = 0;

async function newWorker(): Promise<RunWorker> {
  const name = `${WORKER_LEASE}w${++names}`;
  const lease = await acquireLease(db, { name, owner: name, ttlMs: 600_000 });
  if (!lease) throw new Error("the lease was not to be had");
  return { lease: name, fence: lease.fence };
}

const die = ({ lease }: RunWorker) =>
  db.execute({
    name: "test.endLease",
    text: "update kit.leases set expires_at = 'epoch' where name = $1",
    values: [lease],
  });

/** A run on a shared server of a region. */
async function newRun(region: string): Promise<number> {
  const { ownerUid } = await newPerson(db);
  const [key] = await db.query<{ id: number }>({
    name: "test.newKey",
    text: `insert into trading.exchange_keys (owner_uid, uid, exchange, label, token_masked, sealed_credentials, status, created_at)
      values ($1, $1, 'binance', 'x', 'x', 'x', 'active', now()) returning id`,
    values: [ownerUid],
  });
  const id = await startSlices(db, { keyId: key?.id ?? 0, ownerUid });
  const [run] = await db.query<{ id: number }>({
    name: "test.putOnServer",
    text: `update trading.strategies s set server_id = v.id from trading.servers v
      where s.id = $1 and v.region = $2 and v.owner_id is null returning s.run_id as id`,
    values: [id, region],
  });
  return run?.id ?? 0;
}

const claimed = async (worker: RunWorker) => (await journal.claimRuns(worker, 100)).map(({ id }) => id);

test("a run is looked after by the process that has its server, and by another of the region when that dies", async () => {
  const runId = await newRun("tokyo");
  const [first, second, elsewhere] = [await newWorker(), await newWorker(), await newWorker()];
  await journal.claimServers(first, ["tokyo"], 1);
  await journal.claimServers(second, ["tokyo", "london"], 1);
  await journal.claimServers(elsewhere, ["sydney"], 1);
  expect(await claimed(second)).toEqual([]);
  expect(await claimed(elsewhere)).toEqual([]);
  expect(await claimed(first)).toEqual([runId]);
  await die(first);
  expect(await claimed(second)).toEqual([]);
  await journal.claimServers(elsewhere, ["sydney"], 2);
  await journal.claimServers(second, ["tokyo", "london"], 2);
  expect(await claimed(elsewhere)).toEqual([]);
  expect(await claimed(second)).toEqual([runId]);
});

test("a run whose server no process takes for a minute is looked after by any", async () => {
  const runId = await newRun("singapore");
  const [own, other] = [await newWorker(), await newWorker()];
  await journal.claimServers(own, ["singapore"], 1);
  await die(own);
  expect(await claimed(other)).toEqual([]);
  await silence("singapore", 59);
  expect(await claimed(other)).toEqual([]);
  await silence("singapore", 61);
  expect(await claimed(other)).toEqual([runId]);
});

test("a run that another process looked after while its server had none goes back to the process that takes the server", async () => {
  const runId = await newRun("paris");
  const [own, other] = [await newWorker(), await newWorker()];
  await journal.claimServers(own, ["paris"], 1);
  await die(own);
  await silence("paris", 61);
  expect(await claimed(other)).toEqual([runId]);
  expect(await journal.yieldRuns(other)).toEqual([]);
  const back = await newWorker();
  await journal.claimServers(back, ["paris"], 2);
  expect(await claimed(back)).toEqual([]);
  expect(await journal.yieldRuns(other)).toEqual([runId]);
  await expect(journal.move(other, runId, { event: "checked", why: "", nowMs: 1 })).rejects.toThrow(LeaseLost);
  expect(await journal.claimRuns(back, 100)).toMatchObject([{ id: runId, hadOwner: true }]);
  expect(await journal.yieldRuns(back)).toEqual([]);
});

test("a run stays where it is while the process that has its server does not say that it lives", async () => {
  const runId = await newRun("madrid");
  const [own, other] = [await newWorker(), await newWorker()];
  await journal.claimServers(own, ["madrid"], 1);
  await silence("madrid", 61);
  expect(await claimed(other)).toEqual([runId]);
  expect(await journal.yieldRuns(other)).toEqual([]);
});

test("a worker that lives says so of its servers, so that none of them is taken for abandoned", async () => {
  const runId = await newRun("new-york");
  const [own, other] = [await newWorker(), await newWorker()];
  await journal.claimServers(own, ["new-york"], 1);
  await silence("new-york", 61);
  await journal.claimServers(own, ["new-york"], 2);
  expect(await claimed(other)).toEqual([]);
  expect(await claimed(own)).toEqual([runId]);
});

test("a worker that has lost its lease takes no server", async () => {
  const worker = await newWorker();
  await die(worker);
  await journal.claimServers(worker, ["frankfurt"], 1);
  const servers = await db.query({
    name: "test.statusInRegion",
    text: "select status, worker from trading.servers where region = 'frankfurt'",
  });
  expect(servers).toEqual([{ status: "provisioning", worker: null }]);
});

test("runs are notified that a server is over, as long as they go on", async () => {
  const runId = await newRun("sydney");
  const worker = await newWorker();
  await db.execute({
    name: "test.freeServer",
    text: "update trading.servers set worker = null, status = 'provisioning' where region = 'sydney'",
  });
  await journal.claimServers(worker, ["sydney"], 1);
  await claimed(worker);
  expect(await journal.listRunsWithoutServer(worker)).toEqual([]);
  await db.execute({
    name: "test.stopServer",
    text: "update trading.servers set status = 'stopping' where region = 'sydney'",
  });
  expect(await journal.listRunsWithoutServer(worker)).toMatchObject([{ runId }]);
  await journal.move(worker, runId, { event: "soft_stop", why: "", nowMs: 1 });
  expect(await journal.listRunsWithoutServer(worker)).toEqual([]);
});

test("the process that has a server is known while it lives and says so, and until the server is over", async () => {
  const [first, second] = [await newWorker(), await newWorker()];
  const [row] = await db.query<{ id: number }>({
    name: "test.newServer",
    text: `insert into trading.servers
        (owner_id, type, region, server_package, status, cpu, memory_mb, price_hour, paid, created_at)
      values (null, 'shared', 'dublin', 'shared-small', 'provisioning', 1, 512, 0, 0, now()) returning id`,
  });
  const holder = () => findHolder(db, row?.id ?? 0);
  expect(await holder()).toBeUndefined();
  await journal.claimServers(first, ["dublin"], 1);
  expect(await holder()).toEqual(first);
  await silence("dublin", 61);
  expect(await holder()).toBeUndefined();
  await journal.claimServers(first, ["dublin"], 2);
  expect(await holder()).toEqual(first);
  await die(first);
  expect(await holder()).toBeUndefined();
  await journal.claimServers(second, ["dublin"], 3);
  expect(await holder()).toEqual(second);
  const become = (status: string) =>
    db.execute({
      name: "test.setServerStatus",
      text: "update trading.servers set status = $1 where region = 'dublin'",
      values: [status],
    });
  await become("stopping");
  expect(await holder()).toEqual(second);
  await become("disabled");
  expect(await holder()).toBeUndefined();
});

async function silence(region: string, seconds: number): Promise<void> {
  await db.execute({
    name: "test.silenceServer",
    text: "update trading.servers set heartbeat_at = clock_timestamp() - $2 * interval '1 second' where region = $1",
    values: [region, seconds],
  });
}
