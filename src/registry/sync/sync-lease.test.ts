import { beforeEach, describe, expect, test } from "vitest";
import { sendJson } from "../../../test/support/fake-upstream.ts";
import { syncWorld } from "../../../test/support/sync-world.ts";
import { PATIENCE_MS, waitUntil } from "../../../test/support/wait-until.ts";
import { watchedDatabase } from "../../../test/support/watched-database.ts";
import { syncStore } from "./sql/sync-store.ts";
import type { SyncRunDeps } from "./sync-once.ts";

const sync = await syncWorld();
beforeEach(() => {
  sync.upstream.entries = [sync.entry("a"), sync.entry("b"), sync.entry("c"), sync.entry("d")];
});

describe("a run that no longer has its lease", () => {
  /** The periodic work of a run. */
  let tick: () => Promise<void>;
  let ticking: SyncRunDeps["clock"];
  beforeEach(() => {
    const tasks: { readonly task: () => Promise<void> | void; readonly signal: AbortSignal }[] = [];
    ticking = {
      ...sync.clock,
      every: (ms, task, signal) => {
        // Limits of single questions to the database are not passed.
        if (ms !== 10_000) tasks.push({ task, signal });
      },
    };
    tick = async () => {
      for (const { task, signal } of tasks) if (!signal.aborted) await task();
    };
  });

  test("writes nothing, and leaves the notes to the process that has it", async () => {
    sync.upstream.misbehave = (_query, response, page) => {
      if (page !== 2) return false;
      const taken = sync.world.database.db.execute({
        name: "test.takeLease",
        text: "update kit.leases set owner = 'other', fence = fence + 1 where name = 'registry.sync'",
      });
      void taken.then(() => sendJson(response, { servers: [], metadata: {} }));
      return true;
    };
    const outcome = await sync.run();
    expect(outcome).toMatchObject({ kind: "failed" });
    expect(outcome.kind === "failed" && outcome.reason).toContain("is no longer held");
    await sync.world.registry.deps.model.catchUp(PATIENCE_MS);
    expect(sync.shown("a")).toBeUndefined();
    expect(await state()).toMatchObject({ lastError: null, failures: 0, lastSuccessAt: null });
    await expireLease();
  });

  test("ends when its own clock says that the lease was not renewed in time", async () => {
    sync.upstream.misbehave = (_query, response, page) => {
      if (page !== 2) return false;
      sync.aheadMs = 120_000;
      void tick().then(() => sendJson(response, { servers: [], metadata: {} }));
      return true;
    };
    const outcome = await sync.run(sync.deps({ clock: ticking }));
    expect(outcome).toEqual({ kind: "failed", reason: "the lease could not be renewed in time" });
    await sync.world.registry.deps.model.catchUp(PATIENCE_MS);
    expect(sync.shown("a")).toBeUndefined();
  });

  test("does not begin when the answer that it has the lease came too late", async () => {
    const slow = whenAcquired(() => {
      sync.aheadMs = 120_000;
    });
    expect(await sync.run(sync.deps({ db: slow }))).toMatchObject({ kind: "failed" });
    expect(sync.upstream.seen).toEqual([]);
    // It released the lease.
    expect(await sync.run()).toMatchObject({ kind: "synced" });
  });

  test("does not wait for a database that does not answer, and releases a late lease", async () => {
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    const impatient: SyncRunDeps["clock"] = { ...sync.clock, every: (_ms, task) => void task() };
    expect(await sync.run(sync.deps({ db: whenAcquired(() => late), clock: impatient }))).toEqual({
      kind: "failed",
      reason: "the database did not answer in time",
    });
    expect(sync.upstream.seen).toEqual([]);
    answer();
    await waitUntil(async () => expect(await sync.run()).toMatchObject({ kind: "synced" }));
  });
});

/** The database, where what is asked for as a lease is preceded by something. */
function whenAcquired(before: () => Promise<void> | void): SyncRunDeps["db"] {
  return watchedDatabase(sync.world.database.db, {
    before: ({ name }) => (name === "kit.acquire_lease" ? before() : undefined),
  });
}

function expireLease(): Promise<number> {
  return sync.world.database.db.execute({
    name: "test.expireLease",
    text: "update kit.leases set expires_at = clock_timestamp() where name = 'registry.sync'",
  });
}

function state() {
  return syncStore(sync.world.database.db).readState(`${sync.upstream.url}/v0.1`);
}
