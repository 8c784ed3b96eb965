/** Measurements of servers, on PostgreSQL. */
import type { Database, Queryable } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { toMillis, type Instant } from "../../../kit/time/instant.ts";
import type { ServerSpeed, ServerSpeedStore, SpeedOf } from "../store.ts";

/** Of one user. */
const KEPT = 1_000;

export function serverSpeeds(db: Database): ServerSpeedStore {
  return {
    listSpeeds: (of, limit) => listSpeeds(db, of, limit),
    recordSpeed: (of, speed, at) =>
      db.transaction(async (tx) => {
        await insertSpeed(tx, of, speed, at);
        await trimSpeeds(tx, of.uid);
      }),
  };
}

/** The newest first. */
async function listSpeeds(
  db: Queryable,
  { uid, serverId, exchange1, exchange2 }: SpeedOf,
  limit: number,
): Promise<ServerSpeed[]> {
  const rows = await db.query<{ result: string; tested_at: Instant }>({
    name: "trading.listServerSpeeds",
    text: `select result, tested_at from trading.server_speeds
      where uid = $1 and server_id = $2 and exchange1 = $3 and exchange2 = $4 order by id desc limit $5`,
    values: [uid, serverId, exchange1, exchange2, limit],
  });
  return rows.map(({ result, tested_at: testedAt }) => ({
    ...(JSON.parse(result) as Omit<ServerSpeed, "tested_at">),
    tested_at: Math.floor(toMillis(testedAt)),
  }));
}

/** One more. */
async function insertSpeed(
  db: Queryable,
  { uid, serverId, exchange1, exchange2 }: SpeedOf,
  result: Omit<ServerSpeed, "tested_at">,
  at: Instant,
): Promise<void> {
  await db.execute({
    name: "trading.insertServerSpeed",
    text: `insert into trading.server_speeds (uid, server_id, exchange1, exchange2, result, tested_at)
      values ($1, $2, $3, $4, $5::jsonb, $6)`,
    values: [uid, serverId, exchange1, exchange2, JSON.stringify(result), timestamp(at)],
  });
}

/** Keeps the newest of a user. */
async function trimSpeeds(db: Queryable, uid: number): Promise<void> {
  await db.execute({
    name: "trading.trimServerSpeeds",
    text: `delete from trading.server_speeds where uid = $1 and id <= (
        select id from trading.server_speeds where uid = $1 order by id desc limit 1 offset $2
      )`,
    values: [uid, KEPT],
  });
}
