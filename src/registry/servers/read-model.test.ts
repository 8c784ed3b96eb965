import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { registryWorld } from "../../../test/support/registry-world.ts";
import { ChangeFeed, type FeedPosition } from "../../kit/sql/change-feed.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { readModel } from "./read-model.ts";
import { serverStore } from "./sql/server-store.ts";
import type { ServerStore } from "./store.ts";

const world = await registryWorld();
const NAME = "com.reload/server";

/** A store whose next whole reading is held after its last row, until `release` is called. */
function heldStore(store: ServerStore) {
  const gate = new EventEmitter();
  let holds = false;
  async function* streamServers() {
    yield* store.streamServers();
    if (!holds) return;
    const released = once(gate, "released");
    gate.emit("reached");
    await released;
  }
  return {
    store: { ...store, streamServers },
    /** Resolves when the next whole reading has come to its end. */
    hold: () => {
      holds = true;
      return once(gate, "reached");
    },
    release: () => gate.emit("released"),
  };
}

test("a write of this process is shown through a reload that began before it", async () => {
  const { db } = world.database;
  const held = heldStore(serverStore(db, "test", async () => undefined));
  let reload: (() => Promise<FeedPosition>) | undefined;
  const model = readModel(
    held.store,
    (onLost) => {
      reload = onLost;
      return new ChangeFeed({ db, topics: [], clock: systemClock(), log: keptLog(), pollMs: 3_600_000, onLost });
    },
    keptLog(),
  );
  await model.start();
  const reached = held.hold();
  const reloaded = reload?.();
  await reached;
  for (const version of ["1.0.0", "1.1.0", "1.2.0"]) await world.publish({ name: NAME, description: "New.", version });
  const written = await held.store.readServer(NAME);
  expect(written).toBeDefined();
  if (written) await model.applied(written);
  expect(model.catalogue.findVersion(NAME, "1.2.0")).toBeDefined();
  held.release();
  await reloaded;
  for (const version of ["1.0.0", "1.1.0", "1.2.0"]) expect(model.catalogue.findVersion(NAME, version)).toBeDefined();
  await model.stop();
});
