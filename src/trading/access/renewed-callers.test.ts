/** What a caller that stays connected is by now: read from the database, whichever process has changed its user. */
import { expect, test } from "vitest";
import { accessProcess, addKey, addUser, sessionOf } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { keyStore, loadCaller, renewedCallers } from "./index.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const world = accessProcess(db);

function countedRenewals() {
  const loaded: number[] = [];
  const renew = renewedCallers(keyStore(db), (uid) => {
    loaded.push(uid);
    return loadCaller(db, uid);
  });
  return { renew, loaded };
}

const change = (what: string, uid: number) =>
  db.execute({ name: `test.${what}`, text: `update trading.users set ${what} where id = $1`, values: [uid] });

test("a user is read when its caller is new, and again only after a change", async () => {
  const [uid, neighbour] = [await addUser(db), await addUser(db)];
  const [one, other] = [await sessionOf(db, uid), await sessionOf(db, neighbour)];
  const { renew, loaded } = countedRenewals();
  for (let look = 0; look < 3; look++) expect(await renew([one, other])).toEqual(new Map());
  expect(loaded).toEqual([uid, neighbour]);
  await change("role = 'support'", uid);
  const renewed = await renew([one, other]);
  expect([...renewed]).toEqual([[one, { ...one, role: "support" }]]);
  const now = renewed.get(one) ?? one;
  expect(await renew([now, other])).toEqual(new Map());
  expect(loaded).toEqual([uid, neighbour, uid]);
});

test("a caller that was found before a change and is looked at after it is renewed", async () => {
  const uid = await addUser(db);
  const { caller } = await addKey(db, world, {}, uid);
  await change("role = 'support'", uid);
  const { renew } = countedRenewals();
  expect((await renew([caller])).get(caller)).toMatchObject({ uid, role: "support", access: caller.access });
});

test("a change of an owner counts for its sub-accounts, and a user that is gone is left out", async () => {
  const owner = await addUser(db);
  const uid = await addUser(db, owner, { allowApiAccess: true });
  const [one, main] = [await sessionOf(db, uid), await sessionOf(db, owner)];
  const { renew, loaded } = countedRenewals();
  await renew([one, main]);
  await change("is_active = false", owner);
  expect(await renew([one, main])).toEqual(new Map());
  expect(loaded).toEqual([uid, owner, uid, owner]);
});
