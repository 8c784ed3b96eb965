import { expect, test } from "vitest";
import { addUser, sessionOf } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { plainValue } from "../../../test/support/plain-value.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { listAudit } from "./endpoints/list-audit.ts";
import { auditTrail } from "./sql/audit-trail.ts";
import { recordAudit } from "./sql/record-audit.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const deps = { auditTrail: auditTrail(db) };
const owner = await addUser(db);
const [subaccount, stranger] = [await addUser(db, owner), await addUser(db)];
const at = systemClock().now();

await db.transaction(async (tx) => {
  await recordAudit(tx, { ownerUid: owner, uid: owner, action: "ticket.create", subject: "1", details: { a: 1 }, at });
  await recordAudit(tx, { ownerUid: owner, uid: subaccount, action: "ticket.close", subject: "1", at });
  await recordAudit(tx, { ownerUid: owner, uid: null, action: "invoice.create", subject: "2", at });
  await recordAudit(tx, { ownerUid: stranger, uid: stranger, action: "ticket.create", subject: "3", at });
});

async function listed(
  uid: number,
  params: { uid?: number; action?: string; limit?: number; pagenumber?: number } = {},
) {
  const { limit = 10, pagenumber = 1, ...filter } = params;
  const input = { params: { limit, pagenumber, ...filter } };
  const actor = await sessionOf(db, uid);
  return plainValue(listAudit.run(deps, { input, actor, requestId: "test", signal: new AbortController().signal }));
}

test("an account sees its own trail, newest first, and no other's", async () => {
  const { entries, total } = await listed(owner);
  expect(total).toBe(3);
  expect(entries).toMatchObject([
    { uid: null, action: "invoice.create", subject: "2", details: {} },
    { uid: String(subaccount), action: "ticket.close" },
    { uid: String(owner), action: "ticket.create", details: { a: 1 }, at: Math.floor(at / 1_000_000) },
  ]);
  expect((await listed(stranger)).entries.map(({ subject }) => subject)).toEqual(["3"]);
});

test("the trail is cut into pages, and chosen from by user and action", async () => {
  const page = await listed(owner, { limit: 2, pagenumber: 2 });
  expect(page).toMatchObject({ page: 2, showing: 1, total: 3, entries: [{ action: "ticket.create" }] });
  expect(await listed(owner, { action: "ticket." })).toMatchObject({ total: 2 });
  expect(await listed(owner, { uid: subaccount })).toMatchObject({ total: 1, entries: [{ action: "ticket.close" }] });
  expect(await listed(owner, { uid: stranger })).toMatchObject({ total: 0, entries: [] });
});

const CHANGES = ["update trading.audit set action = 'x'", "update trading.audit set details = '{}'"];

test.each([...CHANGES, "delete from trading.audit", "truncate trading.audit"])(
  "nothing in the trail can be changed: %s",
  async (text) => {
    await expect(db.execute({ name: `test.${text.slice(0, 8)}`, text })).rejects.toThrow(/test\./);
    expect((await listed(owner)).total).toBe(3);
  },
);

test("an entry goes with the transaction that it is about", async () => {
  const undone = db.transaction(async (tx) => {
    await recordAudit(tx, { ownerUid: owner, uid: owner, action: "undone", subject: "4", at });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect((await listed(owner, { action: "undone" })).total).toBe(0);
});
