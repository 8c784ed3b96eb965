/** The parts of the security settings that other areas keep. */
import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { accountWorld, call, callerOf } from "../../../test/support/trading-accounts.ts";
import { securitySettings } from "./endpoints/security-settings.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { deps, newUser } = accountWorld(db);
const RIGHTS = { viewAllProfiles: false } as never;

async function withKey(uid: number, key: string): Promise<void> {
  await db.execute({
    name: "test.addKey",
    text: `insert into trading.api_keys (key, user_id, label, access, sealed_secret, secret_hash, created_at)
      values ($1, $2, 'bot', 'full_access', 'sealed', decode(repeat('00', 32), 'hex'), now())`,
    values: [key, uid],
  });
}

describe("the security settings show", () => {
  const addresses = async (key: string, ranges: readonly string[]) =>
    db.execute({
      name: "test.setAddresses",
      text: "update trading.api_keys set addresses = $2::text[] where key = $1",
      values: [key, ranges],
    });
  const ask = async (uid: number, ownerUid = uid) =>
    (await call(securitySettings, deps, callerOf(uid, { ownerUid }))).value;

  test("from where keys can be used: from anywhere as soon as one can be", async () => {
    const { uid } = await newUser();
    expect(await ask(uid)).toMatchObject({ ip_whitelist: [] });
    await withKey(uid, "firstFIRSTfirstFIRSTfirstF");
    await withKey(uid, "secondSECONDsecondSECONDse");
    await addresses("firstFIRSTfirstFIRSTfirstF", ["192.0.2.0/24", "198.51.100.7/32"]);
    expect(await ask(uid)).toMatchObject({ ip_whitelist: [] });
    await addresses("secondSECONDsecondSECONDse", ["198.51.100.7/32", "2001:db8::/32"]);
    const { ip_whitelist: whitelist, api_keys: keys } = await ask(uid);
    expect(whitelist).toEqual(["192.0.2.0/24", "198.51.100.7/32", "2001:db8::/32"]);
    expect(keys.map((key: { ip_whitelist: string[] }) => key.ip_whitelist.length)).toEqual([2, 2]);
  });

  test("whether withdrawals are kept to a list, of the account to its sub-accounts too", async () => {
    const [owner, stranger] = [await newUser(), await newUser()];
    const sub = await newUser({ ownerId: owner.uid, rights: RIGHTS });
    expect(await ask(owner.uid)).toMatchObject({ withdraw_whitelist: false });
    await db.execute({
      name: "test.allowAddress",
      text: `insert into trading.withdraw_addresses (owner_id, currency, address, label, created_at, usable_at)
        values ($1, 'ETH', '0x1', '', now(), now())`,
      values: [owner.uid],
    });
    expect(await ask(owner.uid)).toMatchObject({ withdraw_whitelist: true });
    expect(await ask(sub.uid, owner.uid)).toMatchObject({ withdraw_whitelist: true });
    expect(await ask(stranger.uid)).toMatchObject({ withdraw_whitelist: false });
  });
});
