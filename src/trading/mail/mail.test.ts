import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrateJobs } from "../../kit/jobs/job-runner.ts";
import { sealer } from "../../kit/auth/seal.ts";
import type { MailCarrier } from "../../kit/mail/mail.ts";
import { smtpCarrier } from "../../kit/mail/smtp.ts";
import { timestamp } from "../../kit/sql/values.ts";
import type { Log } from "../../kit/log/log.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { smtpFailure, startMailServer, type TestMailServer } from "../../../test/support/mail-server.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";
import { plusMillis } from "../../kit/time/instant.ts";
import { MINUTE_MS, DAY_MS } from "../../kit/time/spans.ts";
import { enqueueMail, enqueueSecretMail, openMail, sendMailsSoon } from "./index.ts";
import { sendMailsJob } from "./jobs/send-mails.ts";
import { trimMailsJob } from "./jobs/trim-mails.ts";
import type { MailDeps } from "./send-mails.ts";
import { mailStore } from "./sql/mail-store.ts";

const { db, connection } = await testDatabase({ rooms: ["kit", "trading"] });
await migrateJobs(connection);

const SEALER = sealer([{ id: "test", key: new Uint8Array(32).fill(3) }]);

let server: TestMailServer;
let clock = manualClock();
let log = keptLog();

beforeEach(async () => {
  server = await startMailServer();
  clock = manualClock();
  log = keptLog();
  await db.execute({ name: "test.forgetMails", text: "delete from trading.mails" });
});

afterEach(() => server.close());

/** @param silenceMs how long the server may be silent */
function deps(url: string | undefined = server.url, silenceMs = PATIENCE_MS): MailDeps {
  const carrier = url === undefined ? undefined : smtpCarrier({ url, from: "tripod@example.com", silenceMs });
  return { mails: mailStore(db, SEALER), carrier, warnUnconfigured: () => undefined, clock, log };
}

function send(of: MailDeps = deps(), signal: AbortSignal = new AbortController().signal): Promise<void> {
  return sendMailsJob.run(of, {}, { attempt: 1, maxAttempts: 1, signal });
}

function queue(...subjects: readonly string[]): Promise<void> {
  return db.transaction(async (tx) => {
    for (const subject of subjects) {
      await enqueueMail(tx, { to: "ann@example.org", subject, text: "a secret link", at: clock.now() });
    }
  });
}

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly body: string;
}

function rows(): Promise<Row[]> {
  return db.query<Row>({
    name: "test.mails",
    text: "select state, attempts, last_error, body from trading.mails order by id",
  });
}

describe("a mail in the outbox", () => {
  test("is sent once, and its text is forgotten", async () => {
    await queue("one");
    await send();
    await send();
    expect(server.received.map((mail) => mail.subject)).toEqual(["one"]);
    expect(await rows()).toEqual([{ state: "sent", attempts: 1, last_error: null, body: "" }]);
  });

  test("that is one of many to many users is sent after all others, a link to one user first", async () => {
    await db.transaction(async (tx) => {
      const mail = { to: "ann@example.org", text: "text", at: clock.now() };
      for (const subject of ["news 1", "news 2"]) await enqueueMail(tx, { ...mail, subject, isBulk: true });
      const at = plusMillis(clock.now(), MINUTE_MS);
      await enqueueSecretMail(tx, SEALER, { ...mail, subject: "link", at, expiresAt: plusMillis(at, DAY_MS) });
      await enqueueMail(tx, { ...mail, subject: "alert", at });
    });
    await clock.advance(2 * MINUTE_MS);
    await send();
    expect(server.received.map((mail) => mail.subject)).toEqual(["link", "alert", "news 1", "news 2"]);
  });

  test("is not enqueued when its change is not committed", async () => {
    const failing = db.transaction(async (tx) => {
      await enqueueMail(tx, { to: "ann@example.org", subject: "one", text: "text", at: clock.now() });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await send();
    expect(server.received).toEqual([]);
  });

  test("has a subject of one line", async () => {
    await queue("hello\r\nBcc: eve@example.net");
    await send();
    expect(server.received[0]?.subject).toBe("hello Bcc: eve@example.net");
    expect(server.received[0]?.bcc).toBeUndefined();
  });

  test("is sent by one of many senders that start at the same time", async () => {
    const subjects = Array.from({ length: 12 }, (_, index) => `mail ${index}`);
    await queue(...subjects);
    await Promise.all([send(), send(), send()]);
    expect(server.received).toHaveLength(12);
    expect(new Set(server.received.map((mail) => mail.subject))).toEqual(new Set(subjects));
  });

  test("that the server defers is tried again after a minute, then after two", async () => {
    server.answer = () => smtpFailure(451, "later");
    await queue("one");
    await send();
    await send();
    expect(server.received).toHaveLength(1);
    await clock.advance(MINUTE_MS);
    await send();
    await clock.advance(MINUTE_MS);
    await send();
    expect(server.received).toHaveLength(2);
    server.answer = () => undefined;
    await clock.advance(MINUTE_MS);
    await send();
    expect(server.received).toHaveLength(3);
    expect(await rows()).toMatchObject([{ state: "sent", attempts: 3 }]);
  });

  test("that the server refuses is given up at once, and the next is sent", async () => {
    server.answer = (mail) => (mail.subject === "one" ? smtpFailure(554, "no such mailbox") : undefined);
    await queue("one", "two");
    await send();
    expect(await rows()).toMatchObject([
      { state: "failed", attempts: 1, body: "" },
      { state: "sent", attempts: 1 },
    ]);
    expect((await rows())[0]?.last_error).toContain("no such mailbox");
    expect(log.entries.map(({ message }) => message)).toEqual(["a mail was given up"]);
  });

  test("is given up after twelve attempts", async () => {
    server.answer = () => smtpFailure(451, "later");
    await queue("one");
    for (let attempt = 0; attempt < 15; attempt++) {
      await send();
      await clock.advance(6 * 60 * MINUTE_MS);
    }
    expect(await rows()).toMatchObject([{ state: "failed", attempts: 12 }]);
  });

  test("waits when the server is away, and does not make the others knock too", async () => {
    await queue("one", "two");
    await server.close();
    await send();
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ["queued", 1],
      ["queued", 0],
    ]);
    server = await startMailServer();
    await clock.advance(MINUTE_MS);
    await send();
    expect(server.received).toHaveLength(2);
  });

  test("whose answer never came is sent again with the same Message-ID", async () => {
    server.answer = () => new Promise<never>(() => undefined);
    await queue("one");
    await send(deps(server.url, 1_000));
    expect(await rows()).toMatchObject([{ state: "queued", attempts: 1 }]);
    server.answer = () => undefined;
    await clock.advance(MINUTE_MS);
    await send();
    const ids = server.received.map((mail) => mail.messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
  });

  test("of a sender that died is sent by another once its claim is over, with the same Message-ID", async () => {
    await queue("one");
    const mails = mailStore(db, SEALER);
    const claimed = await mails.claim(clock.now(), plusMillis(clock.now(), 10 * MINUTE_MS));
    await send();
    expect(server.received).toEqual([]);
    await clock.advance(10 * MINUTE_MS);
    await send();
    expect(server.received.map((mail) => mail.messageId)).toEqual([`<${claimed?.messageKey}@example.com>`]);
  });

  test("that was sent stays so, whatever an attempt says that lost its claim", async () => {
    await queue("one");
    const mails = mailStore(db, SEALER);
    const first = await mails.claim(clock.now(), clock.now());
    const second = await mails.claim(clock.now(), plusMillis(clock.now(), MINUTE_MS));
    if (!first || !second) throw new Error("there is a mail to claim");
    await mails.giveUp(first, "too late", clock.now());
    expect(await rows()).toMatchObject([{ state: "queued", last_error: null }]);
    await mails.markSent(second, clock.now());
    await mails.retryLater(second, "too late", clock.now());
    expect(await rows()).toMatchObject([{ state: "sent", last_error: null }]);
  });

  test("is left when the program stops, and sent after", async () => {
    const stopping = new AbortController();
    stopping.abort();
    await queue("one");
    await send(deps(), stopping.signal);
    expect(await rows()).toMatchObject([{ state: "queued", attempts: 0 }]);
    await send();
    expect(server.received).toHaveLength(1);
  });

  test("stays where it is without a mail server, which the log says once", async () => {
    const warnings: string[] = [];
    const silent = (): void => undefined;
    const warn = (_fields: object, message: string): void => void warnings.push(message);
    const some: Log = { debug: silent, info: silent, warn, error: silent, child: () => some };
    const unconfigured = openMail(
      { mailFrom: "tripod@example.com" },
      { mails: mailStore(db, SEALER), clock, log: some },
    );
    await send(unconfigured);
    expect(warnings).toEqual([]);
    await queue("one");
    await send(unconfigured);
    await send(unconfigured);
    expect(warnings).toEqual(["mail waits to be sent: no mail server is configured (smtpUrl)"]);
    expect(await rows()).toMatchObject([{ state: "queued", attempts: 0, body: "a secret link" }]);
  });

  test("is forgotten after thirty days", async () => {
    await queue("one");
    await clock.advance(29 * DAY_MS);
    await queue("two");
    await clock.advance(2 * DAY_MS);
    await trimMailsJob.run(deps(), {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
    await send();
    expect(server.received.map((mail) => mail.subject)).toEqual(["two"]);
  });

  test("is sent by a run that goes on for a minute, however many wait, and leaves the rest to the next one", async () => {
    await db.execute({
      name: "test.manyMails",
      text: `insert into trading.mails (recipient, subject, body, created_at, due_at)
        select 'ann@example.org', 'mail ' || n, 'text', $1, $1 from generate_series(1, 700) as n`,
      values: [timestamp(clock.now())],
    });
    let sent = 0;
    const carrier: MailCarrier = {
      async send() {
        sent++;
        // A usual server takes a tenth of a second.
        await clock.advance(100);
      },
    };
    await send({ ...deps(), carrier });
    expect(sent).toBe(550);
    await send({ ...deps(), carrier });
    expect(sent).toBe(700);
  });

  test("makes a job due where a user waits for it", async () => {
    await db.transaction((tx) => sendMailsSoon(tx));
    const jobs = await db.query<{ task_identifier: string }>({
      name: "test.jobs",
      text: "select task_identifier from graphile_worker.jobs",
    });
    expect(jobs).toEqual([{ task_identifier: "trading.sendMails" }]);
  });
});
