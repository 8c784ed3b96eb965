import { expect, test } from "vitest";
import {
  accountWorld,
  call,
  callerOf,
  mailsTo,
  NO_RIGHTS,
  PASSWORD,
  refusalOf,
} from "../../../test/support/trading-accounts.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { MINUTE_MS } from "../../kit/time/spans.ts";
import { emailChangeRequest } from "./endpoints/email-change-request.ts";
import { emailVerifyConfirm } from "./endpoints/email-verify-confirm.ts";
import { emailVerifyRequest } from "./endpoints/email-verify-request.ts";
import { passwordReset } from "./endpoints/password-reset.ts";
import { passwordResetRequest } from "./endpoints/password-reset-request.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(connection);
const { deps, clock, newUser } = accountWorld(db);
const token = "x".repeat(43);

/** The attempt of a series that is answered 429 first, counted from 1; each comes from its own address. */
async function firstRefused(ask: (host: number) => Promise<unknown>): Promise<number> {
  for (let host = 1; host <= 20; host++) {
    const answer = await ask(host).catch((error: unknown) => error);
    if ((answer as { status?: unknown }).status === 429) return host;
  }
  return 0;
}

test.each<[string, (address: string) => Promise<unknown>]>([
  ["asking for a link", (address) => call(passwordResetRequest, deps, { address }, { login: "guess" })],
  ["setting a password", (address) => call(passwordReset, deps, { address }, { token, new_password: "Long-enough-2" })],
  ["verifying an address", (address) => call(emailVerifyConfirm, deps, { address }, { token })],
])("one network of IPv6 counts as one address: %s", async (what, ask) => {
  const network = `2001:db8:${what.length.toString(16)}`;
  expect(await firstRefused((host) => ask(`${network}:1::${host}`))).toBe(11);
  const neighbour = await ask(`${network}:2::1`).catch((error: unknown) => error);
  expect(neighbour).not.toMatchObject({ status: 429 });
});

test("an address that is not verified gets five links in a day at most, whichever users name it", async () => {
  const email = "not-ours@example.com";
  const owner = await newUser();
  const users = [];
  for (let each = 0; each < 4; each++) {
    users.push(await newUser({ email, ownerId: owner.uid, rights: NO_RIGHTS, emailVerifiedAt: undefined }));
  }
  for (let round = 0; round < 3; round++) {
    for (const { uid } of users) await call(emailVerifyRequest, deps, callerOf(uid));
    await clock.advance(3 * MINUTE_MS);
  }
  expect(await mailsTo(db, email)).toHaveLength(5);
  // Another one is not possible in two minutes.
  const [last] = users.slice(-1);
  expect(await call(emailVerifyRequest, deps, callerOf(last?.uid ?? 0))).toMatchObject({
    value: { message: expect.stringContaining("five links within a day") as string },
  });
  const mover = await newUser();
  const move = call(emailChangeRequest, deps, callerOf(mover.uid), { email, password: PASSWORD });
  expect(await refusalOf(move)).toMatchObject({
    status: 429,
    message: expect.stringContaining("five links within a day") as string,
  });
  await clock.advance(24 * 60 * MINUTE_MS);
  for (const { uid } of users) await call(emailVerifyRequest, deps, callerOf(uid));
  expect(await mailsTo(db, email)).toHaveLength(9);
});
