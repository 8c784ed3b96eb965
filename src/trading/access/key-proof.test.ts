/** Making and opening keys asks for the second factor, and the user is notified of a new key. */
import { describe, expect, test } from "vitest";
import { accessProcess, addUser, sessionOf } from "../../../test/support/access-world.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { secondFactorDeps, turnOnSecondFactor } from "../../../test/support/second-factor.ts";
import { systemClock } from "../../kit/time/clock.ts";
import type { Caller } from "../caller.ts";
import { createApiKey } from "./endpoints/create-api-key.ts";
import { editApiKey } from "./endpoints/edit-api-key.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const clock = systemClock();
const deps = { ...accessProcess(db), clock, ...secondFactorDeps(db, clock) };

const callOf = <Params>(actor: Caller, params: Params) => ({
  input: { params },
  actor,
  requestId: "test",
  signal: new AbortController().signal,
});
const create = async (actor: Caller, more: object = {}) =>
  (await createApiKey.run(deps, callOf(actor, { label: "bot", ...more }))) as { id: string };
const edit = async (actor: Caller, params: { id: string; [name: string]: unknown }) =>
  editApiKey.run(deps, callOf(actor, params));

const NEEDED = { status: 422, message: "A code of the second factor is needed: code or recovery_code" };

describe("a user with a second factor", () => {
  test("shows it to make a key, and makes none without it", async () => {
    const caller = await sessionOf(db, await addUser(db));
    const factor = await turnOnSecondFactor(db, caller.uid, clock.now());
    await expect(create(caller)).rejects.toMatchObject(NEEDED);
    await expect(create(caller, { code: "000000" })).rejects.toMatchObject({ status: 422 });
    const byKey = { ...caller, credential: { kind: "key", id: "1" } } as const;
    await expect(create(byKey), "not by a key either").rejects.toMatchObject(NEEDED);
    await create(caller, { code: factor.codeAt(clock.now()) });
    const [kept] = await db.query<{ keys: number }>({
      name: "test.keys",
      text: "select count(*) as keys from trading.api_keys where user_id = $1",
      values: [caller.uid],
    });
    expect(kept?.keys).toBe(1);
  });

  test("shows it to change from where and how a key is used, but not to rename it", async () => {
    const caller = await sessionOf(db, await addUser(db));
    const { id } = await create(caller, { addresses: ["192.0.2.1"] });
    const { recoveryCodes } = await turnOnSecondFactor(db, caller.uid, clock.now());
    await edit(caller, { id, label: "renamed" });
    for (const opening of [{ addresses: [] }, { allow_bearer: true }, { strict: false }]) {
      await expect(edit(caller, { id, ...opening })).rejects.toMatchObject(NEEDED);
    }
    await edit(caller, { id, addresses: [], recovery_code: recoveryCodes[0] });
  });
});

test("a new key is announced by mail to the verified address of its user, without the key", async () => {
  const caller = await sessionOf(db, await addUser(db));
  await db.execute({
    name: "test.verify",
    text: "update trading.users set email = 'keys@example.com', email_verified_at = now() where id = $1",
    values: [caller.uid],
  });
  const made = (await createApiKey.run(
    deps,
    callOf(caller, { label: "market maker", access: "trade" as const, addresses: ["192.0.2.0/24"] }),
  )) as { key: string; secret: string };
  const mails = await db.query<{ subject: string; body: string }>({
    name: "test.keyMails",
    text: "select subject, body from trading.mails where recipient = 'keys@example.com'",
  });
  expect(mails.map(({ subject }) => subject)).toEqual(["An API key was made for your account"]);
  expect(mails[0]?.body).toContain("Label: market maker\nAccess: trade\nCan be used from: 192.0.2.0/24\n");
  expect(mails[0]?.body).not.toContain(made.key);
  expect(mails[0]?.body).not.toContain(made.secret);
});

describe("a key", () => {
  test("makes no key that may do more than itself", async () => {
    const maker = await sessionOf(db, await addUser(db));
    const byTrade = { ...maker, access: "trade" } as const;
    await expect(create(byTrade, { access: "full_access" })).rejects.toMatchObject({ status: 403 });
    await create(byTrade, { access: "trade" });
    await create(byTrade, { access: "read_only" });
    await expect(create({ ...maker, access: "read_only" }, { access: "trade" })).rejects.toMatchObject({ status: 403 });
  });
});
