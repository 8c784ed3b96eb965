/** Who receives mail, and that links wait sealed. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sealer } from "../../kit/auth/seal.ts";
import { smtpCarrier } from "../../kit/mail/smtp.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { addUser } from "../../../test/support/ledger-users.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { smtpFailure, startMailServer, type TestMailServer } from "../../../test/support/mail-server.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { enqueueMail, enqueueSecretMail } from "./index.ts";
import { sendMails } from "./send-mails.ts";
import { mailStore } from "./sql/mail-store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const SEALER = sealer([{ id: "test", key: new Uint8Array(32).fill(3) }]);
const OTHER_SEALER = sealer([{ id: "other", key: new Uint8Array(32).fill(4) }]);

let server: TestMailServer;
let clock = manualClock();

beforeEach(async () => {
  server = await startMailServer();
  clock = manualClock();
  await db.execute({ name: "test.forgetMails", text: "delete from trading.mails" });
});

afterEach(() => server.close());

function send(): Promise<void> {
  const carrier = smtpCarrier({ url: server.url, from: "tripod@example.com", silenceMs: 60_000 });
  const deps = { mails: mailStore(db, SEALER), carrier, warnUnconfigured: () => undefined, clock, log: keptLog() };
  return sendMails(deps, new AbortController().signal);
}

function rows() {
  return db.query<{ state: string; last_error: string | null; body: string }>({
    name: "test.mails",
    text: "select state, last_error, body from trading.mails order by id",
  });
}

/** A user, verified or not, who gets one plain mail and one with a link. */
async function queueFor(email: string, isVerified: boolean, sealing = SEALER): Promise<void> {
  const uid = await addUser(db, {});
  await db.execute({
    name: "test.address",
    text: "update trading.users set email = $2, email_verified_at = case when $3 then now() end where id = $1",
    values: [uid, email, isVerified],
  });
  await db.transaction(async (tx) => {
    await enqueueMail(tx, { to: email, uid, subject: "news", text: "plain", at: clock.now() });
    await enqueueSecretMail(tx, sealing, {
      to: email,
      uid,
      subject: "link",
      text: "a secret link",
      at: clock.now(),
      expiresAt: plusMillis(clock.now(), 3_600_000),
    });
  });
}

describe("a mail with a link", () => {
  test("is in the table only sealed, and arrives as it was written", async () => {
    await queueFor("bob@example.org", true);
    expect(JSON.stringify(await rows())).not.toContain("secret link");
    expect((await rows()).map(({ state }) => state)).toEqual(["queued", "sealed"]);
    await send();
    expect(server.received.map(({ subject }) => subject)).toEqual(["news", "link"]);
    expect(server.received[1]?.text).toContain("a secret link");
    expect((await rows()).map(({ state, body }) => [state, body])).toEqual([
      ["sent", ""],
      ["sent", ""],
    ]);
  });

  test("is tried again like any other", async () => {
    await queueFor("bob@example.org", true);
    server.answer = () => smtpFailure(451, "later");
    await send();
    expect((await rows()).map(({ state }) => state)).toEqual(["queued", "sealed"]);
  });

  test("that cannot be opened is given up, and holds up no other", async () => {
    await queueFor("bob@example.org", true, OTHER_SEALER);
    await queueFor("ann@example.org", true);
    await send();
    expect(server.received.map(({ subject }) => subject)).toEqual(["news", "news", "link"]);
    expect((await rows()).map(({ state, last_error: error }) => [state, error])).toEqual([
      ["sent", null],
      ["failed", "its text was sealed with a secret key that is not here"],
      ["sent", null],
      ["sent", null],
    ]);
  });
});

test("an address that is not verified receives nothing but links that verify it", async () => {
  await queueFor("stranger@example.org", false);
  await send();
  expect(server.received.map(({ subject }) => subject)).toEqual(["link"]);
});

test("an address that is not the user's any more receives nothing", async () => {
  const uid = await addUser(db, {});
  await db.transaction((tx) =>
    enqueueMail(tx, { to: "former@example.org", uid, subject: "news", text: "plain", at: clock.now() }),
  );
  expect(await rows()).toEqual([]);
});
