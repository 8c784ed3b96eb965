import { expect, test } from "vitest";
import { accountWorld, call } from "../../../test/support/trading-accounts.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { emailVerifyConfirm } from "./endpoints/email-verify-confirm.ts";
import { passwordReset } from "./endpoints/password-reset.ts";
import { passwordResetRequest } from "./endpoints/password-reset-request.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { deps } = accountWorld(db);
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
