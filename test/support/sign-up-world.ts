/** Sign-up as endpoints see it, on a test's database: with the queue's jobs run by hand. */
import type { Static } from "typebox";
import type { TestDatabase } from "./database.ts";
import { accountWorld, call, callerOf, mailsTo } from "./trading-accounts.ts";
import { runJobTwice } from "./run-job-twice.ts";
import type { Caller } from "../../src/trading/caller.ts";
import { createInvitation } from "../../src/trading/signup/endpoints/create-invitation.ts";
import { requestSignUp } from "../../src/trading/signup/endpoints/request-sign-up.ts";
import { setMayInvite } from "../../src/trading/signup/index.ts";
import { mailSignUpLinkJob } from "../../src/trading/signup/jobs/mail-sign-up-link.ts";
import type { SignUpMode } from "../../src/trading/signup/settings.ts";
import { signupStore } from "../../src/trading/signup/sql/signup-store.ts";

let visitors = 0;

export function signUpWorld({ db }: Pick<TestDatabase, "db">) {
  const world = accountWorld(db);
  const base = { ...world.deps, signups: signupStore(db, world.deps.sealer) };
  const modes = {
    off: { ...base, signUpMode: "off" },
    invited: { ...base, signUpMode: "invited" },
    open: { ...base, signUpMode: "open" },
  } as const satisfies Record<SignUpMode, object>;

  /** The queued mails for an address, taken out. */
  const takeJobs = async (email: string): Promise<Static<typeof mailSignUpLinkJob.input>[]> => {
    const rows = await db.query<{ payload: string }>({
      name: "test.takeSignUpJobs",
      text: "delete from graphile_worker._private_jobs where payload ->> 'email' = $1 returning payload::text as payload",
      values: [email],
    });
    return rows.map(({ payload }) => JSON.parse(payload));
  };

  return {
    ...world,
    deps: modes.open,
    modes,
    takeJobs,
    /** Asks to sign up, runs what that made due twice, and answers the token of the last mail; "none" without one. */
    async ask(email: string, given: object = {}, mode: SignUpMode = "open"): Promise<string> {
      await call(requestSignUp, modes[mode], visitor(), { email, ...given });
      for (const input of await takeJobs(email)) await runJobTwice(mailSignUpLinkJob, modes[mode], input);
      const mails = await mailsTo(db, email);
      return /#sign-up=([\w-]{43})\n/.exec(mails.at(-1)?.body ?? "")?.[1] ?? "none";
    },
    /** A user, with the right to invite unless it is staff. */
    async inviter(role: Caller["role"] = "user"): Promise<Caller> {
      const { uid } = await world.newUser({ role });
      if (role === "user") await db.transaction((tx) => setMayInvite(tx, uid, true, world.clock.now()));
      return callerOf(uid, { role });
    },
    /** A new invitation's code and id. */
    async invite(caller: Caller, days = 14): Promise<{ code: string; id: string }> {
      const { value } = await call(createInvitation, modes.invited, caller, { label: "a friend", days });
      return { code: value.code, id: value.id };
    },
  };
}

/** A person with their own address. */
export function visitor(): { readonly address: string } {
  visitors++;
  return { address: `198.51.${Math.floor(visitors / 250)}.${visitors % 250}` };
}

/** The choices of the reader of the mail. */
export function choice(token: string, username: string, password = "correct horse 1") {
  return { token, username, name: "Ada Lovelace", password };
}
