import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { insertErasable, PERSON, run } from "../../../test/support/erasable-person.ts";
import { readAnnounced } from "../../../test/support/presence-stores.ts";
import { fromMillis } from "../../kit/time/instant.ts";
import { privacyStore } from "./sql/privacy-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });
const privacy = privacyStore(db, "test", async () => undefined);
const at = fromMillis(1_767_225_600_000);
const ANNA = BigInt(PERSON.players[0]);

beforeEach(async () => {
  await insertErasable(db);
  await run(db, "truncate players.opt_outs");
});

async function history(playerId: bigint, account: string): Promise<object> {
  const [row] = await db.query<object>({
    name: "test.history",
    text: `select
      (select array_agg(name order by since) from players.names where player_id = $1) as names,
      (select array_agg(tribe_id order by since) from players.memberships where player_id = $1) as tribes,
      (select array_agg(name order by started_at) from players.sessions where platform_id = $2) as sessions,
      (select count(*) from players.webhook_deliveries where player_ids && array[$1::bigint]) as deliveries,
      exists (select from players.opt_outs where player_id = $1) as is_opted_out`,
    values: [String(playerId), account],
  });
  return row ?? {};
}

describe("a player who wants no history", () => {
  test("keeps the present, and nothing of the past", async () => {
    await run(db, "update players.webhook_deliveries set delivered_at = now()");
    expect(await privacy.setOptOut(ANNA, true, at)).toBe(true);
    expect(await history(ANNA, PERSON.account)).toEqual({
      names: ["Zerka Vollmond"],
      tribes: [71],
      sessions: ["zk_seen"],
      deliveries: 0,
      is_opted_out: true,
    });
    expect((await readAnnounced(db)).at(-1)).toEqual({ players: [PERSON.players[0]] });
  });

  test("is still sent to waiting readers", async () => {
    await privacy.setOptOut(ANNA, true, at);
    expect(await history(ANNA, PERSON.account)).toMatchObject({ deliveries: 1 });
  });

  test("takes nothing from others", async () => {
    const before = await history(501n, "76561198000000501");
    await privacy.setOptOut(ANNA, true, at);
    expect(await history(501n, "76561198000000501")).toEqual(before);
  });

  test("may say so twice, and may change their mind", async () => {
    await privacy.setOptOut(ANNA, true, at);
    expect(await privacy.setOptOut(ANNA, true, at)).toBe(true);
    expect(await privacy.setOptOut(ANNA, false, at)).toBe(true);
    expect(await history(ANNA, PERSON.account)).toMatchObject({ names: ["Zerka Vollmond"], is_opted_out: false });
  });

  test("must be somebody", async () => {
    expect(await privacy.setOptOut(77n, true, at)).toBe(false);
    expect(await history(77n, "")).toMatchObject({ is_opted_out: false });
  });
});
