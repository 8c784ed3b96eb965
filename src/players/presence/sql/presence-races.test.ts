/** The promises of storage when several processes write at the same time. */
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../../test/support/database.ts";
import { holdTransaction } from "../../../../test/support/held-transaction.ts";
import { presenceInSql, readAnnounced, type PresenceUnderTest } from "../../../../test/support/presence-stores.ts";
import { untilWaitingForLock } from "../../../../test/support/waiting-for-lock.ts";
import { fromMillis, type Instant } from "../../../kit/time/instant.ts";
import { tombstoneHash } from "../../privacy/index.ts";
import type { SessionChange } from "../core/presence-types.ts";
import { sessionFaults } from "../store.naive.ts";
import type { PresenceBatch, PresenceStore } from "../store.ts";
import { presenceStore } from "./presence-store.ts";

const { db, open: openPool } = await testDatabase({ rooms: ["kit", "players"] });

const SERVERS = ["Island", "Ragnarok", "Aberration", "Genesis"];
const ACCOUNTS = Array.from({ length: 12 }, (_, index) => `765611980000001${String(index).padStart(2, "0")}`);
const at = (seconds: number): Instant => fromMillis(1_700_000_000_000 + seconds * 1_000);

let first: PresenceUnderTest;
let passGate: () => Promise<void>;

beforeEach(async () => {
  passGate = async () => undefined;
  first = await presenceInSql(db, { onTransitions: () => passGate() });
  for (const server of SERVERS) await first.hold(server, 1);
});

/** Another process. */
function otherStore(): PresenceStore {
  return presenceStore(openPool({ maxConnections: 4 }), "other", { refreshPlatformNames: async () => [] });
}

/** Applies a batch to `first` up to the moment before it commits, which comes when `commit` is called. */
async function applyHalf(batch: PresenceBatch) {
  let commit: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (commit = resolve));
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  passGate = () => {
    reach();
    return gate;
  };
  const applied = first.store.apply(batch);
  await Promise.race([reached, applied]);
  return { applied, commit };
}

function joins(server: string, number: number, second: number, platformIds: readonly string[]): PresenceBatch {
  const changes = platformIds.map((platformId): SessionChange => {
    return { kind: "open", server, platformId, name: "anna", startedAt: at(second), claim: "join" };
  });
  return { server, fence: 1, number, changes };
}

const faults = async (): Promise<string[]> => sessionFaults(await first.rows(), await first.transitions());
const openOn = async (): Promise<string[]> =>
  (await first.rows()).filter(({ endedAt }) => endedAt === null).map(({ server }) => server);

test("an account that two processes see joining at the same time ends up on one server", async () => {
  // The account is known, so that they do not already meet where it is made.
  const [platformId = ""] = ACCOUNTS;
  const { changes, ...batch } = joins("Genesis", 1, 1, [platformId]);
  const end: SessionChange = { kind: "close", server: "Genesis", platformId, endedAt: at(2) };
  await first.store.apply({ ...batch, changes: [...changes, end] });
  const one = await applyHalf(joins("Island", 1, 10, ACCOUNTS.slice(0, 1)));
  const other = otherStore().apply(joins("Ragnarok", 1, 11, ACCOUNTS.slice(0, 1)));
  await untilWaitingForLock(db);
  one.commit();
  expect(await Promise.all([one.applied, other])).toEqual([{ lost: [] }, { lost: [] }]);
  expect([await openOn(), await faults()]).toEqual([["Ragnarok"], []]);
});

test("many accounts that four processes open, see and close in any order keep one session each", async () => {
  const stores = [first.store, otherStore(), otherStore(), otherStore()];
  const rounds = 15;
  await Promise.all(
    stores.map(async (store, index) => {
      const server = SERVERS[index] ?? "Island";
      for (let number = 1; number <= rounds; number++) {
        const ids = number % 2 === 0 ? ACCOUNTS : ACCOUNTS.toReversed();
        const batch = joins(server, number, number * 10 + index, ids);
        const seen: SessionChange = { kind: "seen", server, at: at(number * 10 + 5), platformIds: ACCOUNTS };
        await store.apply({ ...batch, changes: [...batch.changes, seen] });
      }
    }),
  );
  expect(await faults()).toEqual([]);
  expect(await openOn()).toHaveLength(ACCOUNTS.length);
});

test("a batch that is repeated while its first run is still committing is applied once", async () => {
  const batch = joins("Island", 1, 10, ACCOUNTS);
  const one = await applyHalf(batch);
  const repeated = otherStore().apply(batch);
  await untilWaitingForLock(db);
  one.commit();
  expect(await Promise.all([one.applied, repeated])).toEqual([{ lost: [] }, { lost: [] }]);
  expect(await readAnnounced(db)).toHaveLength(1);
});

test("a process that takes a server over sees what its last holder was still writing", async () => {
  const writing = await applyHalf(joins("Island", 1, 10, ACCOUNTS.slice(0, 2)));
  const takeOver = (async () => {
    await first.hold("Island", 2);
    return await otherStore().openSessions("Island", 2);
  })();
  await untilWaitingForLock(db);
  writing.commit();
  await writing.applied;
  expect(await takeOver).toHaveLength(2);
});

test("a person who is erased while a batch is written is not stored again", async () => {
  const [anna = ""] = ACCOUNTS;
  const erasure = await holdTransaction(openPool({ maxConnections: 1 }), async (tx) => {
    await tx.execute({ name: "test.lockTombstones", text: "lock table players.tombstones in exclusive mode" });
    await tx.execute({
      name: "test.bury",
      text: "insert into players.tombstones (hash, at) values ($1, now())",
      values: [tombstoneHash("account", anna)],
    });
  });
  const writing = first.store.apply(joins("Island", 1, 10, ACCOUNTS.slice(0, 2)));
  await untilWaitingForLock(db);
  await erasure.commit();
  expect(await writing).toEqual({ lost: [anna] });
  expect((await first.rows()).map(({ platformId }) => platformId)).toEqual(ACCOUNTS.slice(1, 2));
});
