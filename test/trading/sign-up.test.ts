/** A person signs up over HTTP, by a mail, and works in the new account. */
import { expect, test } from "vitest";
import { logIn } from "../support/console-session.ts";
import { mailsTo } from "../support/trading-accounts.ts";
import { tradingWorld } from "../support/trading-world.ts";

const PASSWORD = "correct horse 1";
const running = await tradingWorld({
  settings: { TRIPOD_TRADING_SIGN_UP: "invited", TRIPOD_TRADING_SMTP_URL: "smtp://127.0.0.1:1" },
});
const { db } = running.database;

/** Runs what waits in the queue of a name. */
async function work(name: string): Promise<void> {
  const bound = running.trading.jobs.find(({ job }) => job.name === name);
  const rows = await db.query<{ payload: string }>({
    name: "test.takeJobs",
    text: "delete from graphile_worker._private_jobs where payload ->> 'email' is not null returning payload::text as payload",
  });
  for (const { payload } of rows) {
    await bound?.job.run(bound.deps, JSON.parse(payload), {
      attempt: 1,
      maxAttempts: 1,
      signal: new AbortController().signal,
    });
  }
}

test("an invited person makes an account by a mail, logs in, and is the inviter's referral", async () => {
  expect((await running.ask("GET", "user/sign-up")).json.data).toEqual({ sign_up: "invited" });
  const staff = await running.person("support");
  const invited = await running.ask("POST", "user/invitations/create", {
    key: staff.key,
    params: { label: "friend" },
  });
  expect(invited.status).toBe(200);
  const email = "ada@example.com";
  const bare = await running.ask("POST", "user/sign-up/request", { params: { email } });
  expect([bare.status, bare.json.data.error]).toEqual([422, expect.stringContaining("needs an invitation")]);

  const referrer = await running.person();
  const code = (await running.ask("POST", "user/list-referrals", { key: referrer.key })).json.data.referral_code;
  const params = { email, invitation: invited.json.data.code, referral_code: code };
  expect((await running.ask("POST", "user/sign-up/request", { params })).status).toBe(200);
  await work("trading.mailSignUpLink");
  const [mail] = await mailsTo(db, email, running.platform.sealer);
  const [, token = ""] = /\n([\w-]{43})\n/.exec(mail?.body ?? "") ?? [];

  const choice = { token, username: "ada.lovelace", name: "Ada Lovelace", password: PASSWORD };
  const made = await running.ask("POST", "user/sign-up/confirm", { params: choice });
  expect(made.status).toBe(200);
  const session = await logIn(running, email, PASSWORD);
  const details = await session.get("user/account-details");
  expect(details.json.data).toMatchObject({ uid: made.json.data.uid, email, email_verified: true });
  const refused = await session.post("user/invitations/create", { label: "another" });
  expect(refused.status).toBe(403);
  const { referrals } = (await running.ask("POST", "user/list-referrals", { key: referrer.key })).json.data;
  expect(referrals).toMatchObject([{ id: String(made.json.data.uid), status: "active" }]);
  const list = await running.ask("POST", "user/invitations/list", { key: staff.key });
  expect(list.json.data.invitations).toMatchObject([{ status: "used", label: "friend" }]);
});
