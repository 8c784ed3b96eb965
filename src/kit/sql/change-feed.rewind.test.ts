import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { holdTransaction } from "../../../test/support/held-transaction.ts";
import { manualFeeds } from "../../../test/support/manual-feeds.ts";
import { plusMillis } from "../time/instant.ts";
import { KEPT_ROWS, trimOutbox } from "./outbox.ts";
import { openDatabase } from "./pool.ts";

const { db, connection } = await testDatabase({ rooms: ["kit"] });
const { clock, feedOf, startedFeed, append, publish, many } = manualFeeds(db);

/** Takes a change out of the outbox, as a failover does that lost it; with `reuse`, another one gets its number. */
async function forget(payload: string, { reuse }: { readonly reuse: boolean }): Promise<void> {
  const [row] = await db.query<{ seq: number }>({
    name: "forget",
    text: "delete from kit.outbox where payload = to_jsonb($1::text) returning seq",
    values: [payload],
  });
  if (!reuse) return;
  await db.execute({
    name: "reuse",
    text: "insert into kit.outbox (seq, origin, topic, payload) values ($1, 'test', 't', to_jsonb($2::text))",
    values: [row?.seq, `not ${payload}`],
  });
}

describe("a feed whose database may go back", () => {
  test("starts again when what it has read is gone, although the numbers have gone on past it", async () => {
    const { feed, seen, log } = await startedFeed({ onLost: () => feed.position() });
    await publish("kept");
    await publish("lost");
    await feed.catchUp();
    await forget("lost", { reuse: true });
    await many("other", 5);
    await publish("instead");
    await feed.catchUp();
    expect(seen()).toEqual(["kept", "lost"]);
    expect(log.entries.map((entry) => entry.level)).toEqual(["warn"]);
    await publish("after");
    await feed.catchUp();
    expect(seen()).toEqual(["kept", "lost", "after"]);
  });

  test("nor does a higher number that is still there hide it: numbers are not drawn in the order of commits", async () => {
    const { feed, log } = await startedFeed({ onLost: () => feed.position() });
    const slow = await holdTransaction(db, append("slow"));
    for (const payload of ["quick", "quicker"]) {
      await publish(payload);
      await feed.catchUp();
    }
    await slow.commit();
    await feed.catchUp();
    await feed.catchUp();
    expect(log.entries).toEqual([]);
    await forget("slow", { reuse: false });
    await feed.catchUp();
    expect(log.entries.map((entry) => entry.level)).toEqual(["warn"]);
  });

  test("starts again on another run of a server, whatever is there: what was not read yet may be lost, too", async () => {
    const { feed, log, apply, changes } = feedOf({ onLost: () => feed.position() });
    await publish("the same");
    feed.start({ ...(await feed.position()), serverRun: "2026-01-01 00:00:00.000000" }, apply);
    await feed.catchUp();
    expect(log.entries.map((entry) => entry.level)).toEqual(["warn"]);
    await publish("after");
    await feed.catchUp();
    expect(changes.map((change) => change.payload)).toEqual(["after"]);
    expect(log.entries).toHaveLength(1);
  });

  test("needs no rights beyond those on its tables", async () => {
    const role = `follower_${Date.now().toString(36)}`;
    for (const text of [
      `create role ${role} login password 'x'`,
      `grant usage on schema kit to ${role}`,
      `grant select on all tables in schema kit to ${role}`,
    ]) {
      await db.execute({ name: text.slice(0, 20), text });
    }
    const url = "connectionString" in connection ? new URL(connection.connectionString) : undefined;
    if (url) [url.username, url.password] = [role, "x"];
    const parts = "host" in connection ? { ...connection, user: role, password: "x" } : undefined;
    const plain = openDatabase({ connection: parts ?? { connectionString: url?.href ?? "" } });
    const { feed, seen } = await startedFeed({ db: plain });
    const held = await holdTransaction(db, append("slow"));
    await publish("quick");
    await feed.catchUp();
    await held.commit();
    await feed.catchUp();
    expect(seen()).toEqual(["quick", "slow"]);
    await feed.stop();
    await plain.close();
    for (const text of [`drop owned by ${role}`, `drop role ${role}`]) {
      await db.execute({ name: text.slice(0, 20), text });
    }
  });

  test("does not start again when what it has read was trimmed in good order", async () => {
    // Without the numbers that earlier tests took away: a transaction elsewhere on the server keeps such gaps open.
    const { db: whole } = await testDatabase({ rooms: ["kit"] });
    const { startedFeed: started, publish: add, many: addMany } = manualFeeds(whole);
    const { feed, log, seen } = await started();
    await add("old");
    await feed.catchUp();
    await addMany("other", KEPT_ROWS);
    await feed.catchUp();
    await trimOutbox(whole, plusMillis(clock.now(), 60_000));
    await add("new");
    await feed.catchUp();
    expect(seen()).toEqual(["old", "new"]);
    expect(log.entries).toEqual([]);
  });
});
