/** What staff are told by mail: what waits for them, once, and who reads which part. */
import { beforeEach, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { runJobTwice } from "../../../test/support/run-job-twice.ts";
import { newPerson, run } from "../../../test/support/trading-people.ts";
import { walletCall, walletDesk } from "../../../test/support/wallet-desk.ts";
import type { Caller } from "../caller.ts";
import { createSupportTicket } from "../support/endpoints/create-support-ticket.ts";
import { staffAnswerTicket } from "../support/endpoints/staff-answer-ticket.ts";
import { updateTicket } from "../support/endpoints/update-ticket.ts";
import { ticketStore } from "../support/sql/ticket-store.ts";
import { adminApprove } from "../wallets/endpoints/admin-approve.ts";
import { withdraw } from "../wallets/endpoints/withdraw.ts";
import { tellStaff } from "./jobs/tell-staff.ts";
import { staffDesk } from "./sql/staff-desk.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const desk = walletDesk(db);
const { clock } = desk.deps;
const deps = { clock, tickets: ticketStore(db) };
const CONSOLE = "https://example.com/console";
const TO = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

let user: Caller;
let support: Caller;
let admin: Caller;
beforeEach(async () => {
  await db.execute({ name: "test.dismissStaff", text: "update trading.users set role = 'user'" });
  [user, support, admin] = [
    await newPerson(db),
    await newPerson(db, { role: "support" }),
    await newPerson(db, { role: "admin" }),
  ];
  await tell();
  await db.execute({ name: "test.forgetMails", text: "delete from trading.mails" });
});

/** The job, and again as after a process that died before it was marked as done. */
const tell = () => runJobTwice(tellStaff, { staffDesk: staffDesk(db, CONSOLE), clock }, {});

async function mails({ uid }: Caller) {
  return db.query<{ recipient: string; subject: string; body: string }>({
    name: "test.mailsTo",
    text: "select recipient, subject, body from trading.mails where uid = $1 and subject like 'To do%' order by id",
    values: [uid],
  });
}
const subjects = async (of: Caller) => (await mails(of)).map(({ subject }) => subject);

const question = {
  name: "Ada Lovelace",
  email: "ada@example.com",
  message: "The sum of May is not that of its items.",
};
const ask = (subject = "Wrong sum") =>
  run(createSupportTicket, deps, user, { ...question, subject, category: "billing", priority: "high" });

/** A withdrawal of ether for which two admins are needed. */
async function requestWithdrawal(amount = "20"): Promise<string> {
  await desk.deposit("50", user.uid, (await newPerson(db)).uid);
  const { id } = (await withdraw.run(desk.deps, walletCall(user.uid, { currency: "ETH", address_to: TO, amount }))) as {
    id: string;
  };
  return id;
}

async function setMailWanted({ uid }: Caller, isWanted: boolean): Promise<void> {
  await db.execute({
    name: "test.setMailWanted",
    text: "insert into trading.user_settings (uid, settings) values ($1, $2::jsonb)",
    values: [uid, JSON.stringify({ notifications_email: isWanted })],
  });
}

describe("a ticket", () => {
  test("is told to support and admins once, with a link to the console, and to no user", async () => {
    const { ticket } = await ask();
    await tell();
    const [mail] = await mails(support);
    expect(mail).toMatchObject({
      recipient: expect.stringMatching(/^person\d+@example\.com$/),
      subject: "To do: 1 ticket",
    });
    expect(mail?.body).toBe(
      `Users wait for an answer (${CONSOLE}/trading/staff/tickets):\n  ${ticket.number} (billing, high): Wrong sum\n`,
    );
    expect(await subjects(admin)).toEqual(["To do: 1 ticket"]);
    expect(await subjects(user)).toEqual([]);
    await tell();
    expect(await subjects(support)).toHaveLength(1);
  });

  test("is told again when its user writes after an answer, and not for each message", async () => {
    const { id } = await ask();
    await tell();
    await run(updateTicket, deps, user, { id, message: "Here is another thing that I saw." });
    await tell();
    expect(await subjects(support)).toHaveLength(1);
    await run(staffAnswerTicket, deps, support, { id, message: "Thank you, it is corrected now." });
    await tell();
    expect(await subjects(support)).toHaveLength(1);
    await run(updateTicket, deps, user, { id, message: "It is still the same sum as before." });
    await tell();
    expect(await subjects(support)).toHaveLength(2);
  });

  test("comes in one mail with the others of five minutes, at most fifty, and the rest in the next", async () => {
    for (let count = 0; count < 19; count++) await ask();
    const first = user;
    user = await newPerson(db);
    for (let count = 0; count < 19; count++) await ask();
    user = await newPerson(db);
    for (let count = 0; count < 14; count++) await ask("x".repeat(150));
    user = first;
    await tell();
    expect(await subjects(support)).toEqual(["To do: 50 tickets", "To do: 2 tickets"]);
  });

  test("waits while no member of staff has a verified address and wants mail", async () => {
    await db.execute({
      name: "test.unverify",
      text: "update trading.users set email_verified_at = null where id = $1",
      values: [support.uid],
    });
    await setMailWanted(admin, false);
    await ask();
    await tell();
    expect([await subjects(support), await subjects(admin)]).toEqual([[], []]);
    await db.execute({
      name: "test.verify",
      text: "update trading.users set email_verified_at = now() where id = $1",
      values: [support.uid],
    });
    await tell();
    expect([await subjects(support), await subjects(admin)]).toEqual([["To do: 1 ticket"], []]);
  });
});

describe("a withdrawal", () => {
  test("is told to admins alone, and again after the first of two approvals", async () => {
    const id = await requestWithdrawal();
    await tell();
    expect((await mails(admin)).map(({ subject, body }) => [subject, body.split("\n")[1]])).toEqual([
      ["To do: 1 withdrawal", `  ${id}: 20.00000000 ETH, needs two admins`],
    ]);
    await adminApprove.run(desk.deps, walletCall(admin.uid, { id }));
    const second = await newPerson(db, { role: "admin" });
    await tell();
    expect((await mails(second)).map(({ body }) => body.split("\n")[1])).toEqual([`  ${id}: 20.00000000 ETH`]);
    await adminApprove.run(desk.deps, walletCall(second.uid, { id }));
    await tell();
    expect(await subjects(admin)).toHaveLength(2);
    expect(await subjects(support)).toEqual([]);
  });

  test("is mailed as soon as the platform has an admin; support gets its mail about a ticket at once", async () => {
    await db.execute({
      name: "test.dismissAdmin",
      text: "update trading.users set role = 'support' where role = 'admin'",
    });
    await ask();
    await requestWithdrawal("1");
    await tell();
    expect(await subjects(support)).toEqual(["To do: 1 ticket"]);
    const late = await newPerson(db, { role: "admin" });
    await tell();
    expect(await subjects(late)).toEqual(["To do: 1 withdrawal"]);
  });
});

test("a deposit that has left its chain is told to admins once", async () => {
  await desk.deposit("50", user.uid, (await newPerson(db)).uid);
  await db.execute({
    name: "test.doubtDeposit",
    text: "update trading.deposits set state = 'review' where owner_id = $1",
    values: [user.uid],
  });
  await tell();
  expect((await mails(admin)).map(({ subject, body }) => [subject, /^ {2}\d+: 50\.00000000 ETH$/m.test(body)])).toEqual(
    [["To do: 1 doubtful deposit", true]],
  );
  expect(await subjects(support)).toEqual([]);
});
