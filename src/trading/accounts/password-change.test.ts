/** A change of the password whose user changes while it is checked. */
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { accountWorld, call, callerOf, mailsTo, PASSWORD, refusalOf } from "../../../test/support/trading-accounts.ts";
import { passwordChange } from "./endpoints/password-change.ts";
import { accountErrors } from "./index.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { deps, clock, newUser } = accountWorld(db);

test("a password is not changed by one that was replaced while it was checked", async () => {
  const { uid } = await newUser();
  const person = await deps.accounts.find(uid);
  if (!person) throw new Error("there is such a user");
  // The owner brings the link of a mail when an intruder, who has the old password, has just shown it.
  const reset = { person, passwordHash: "of the owner", mail: { subject: "Changed", text: "changed" } };
  const accounts: typeof deps.accounts = {
    ...deps.accounts,
    async changePassword(change) {
      await deps.accounts.changePassword({ ...reset, at: clock.now() });
      await deps.accounts.changePassword(change);
    },
  };
  const sent = { password: PASSWORD, new_password: "another horse 2" };
  const refusal = await refusalOf(call(passwordChange, { ...deps, accounts }, callerOf(uid), sent));
  expect(refusal.message).toBe(accountErrors.wrongPassword.spec.says);
  expect((await deps.accounts.find(uid))?.passwordHash).toBe("of the owner");
});

test("a password that is changed says in the answer and by mail that API keys go on", async () => {
  const { uid, email } = await newUser();
  const sent = { password: PASSWORD, new_password: "another horse 2" };
  const { value } = await call(passwordChange, deps, callerOf(uid), sent);
  expect(value.message).toContain("API keys go on");
  const [mail] = await mailsTo(db, email);
  expect(mail?.body).toContain("Its API keys go on");
});
