import { beforeAll, describe, expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { newPerson, run, START } from "../../../test/support/trading-people.ts";
import { toMillis } from "../../kit/time/instant.ts";
import type { Caller } from "../caller.ts";
import { addTicket } from "./endpoints/add-ticket.ts";
import { createSupportTicket } from "./endpoints/create-support-ticket.ts";
import { listTickets } from "./endpoints/list-tickets.ts";
import { settings } from "./endpoints/settings.ts";
import { showTicket } from "./endpoints/show-ticket.ts";
import { staffAnswerTicket } from "./endpoints/staff-answer-ticket.ts";
import { staffCloseTicket } from "./endpoints/staff-close-ticket.ts";
import { staffListTickets } from "./endpoints/staff-list-tickets.ts";
import { staffReopenTicket } from "./endpoints/staff-reopen-ticket.ts";
import { staffShowTicket } from "./endpoints/staff-show-ticket.ts";
import { updateTicket } from "./endpoints/update-ticket.ts";
import { ticketStore } from "./sql/ticket-store.ts";
import { MAX_MESSAGES, MAX_OPEN_TICKETS } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const clock = manualClock(toMillis(START));
const supportContact = { email: "help@example.com", responseTimeHours: 24 };
const deps = { clock, supportContact, tickets: ticketStore(db) };
const wanted = {
  name: "Ada Lovelace",
  email: "elsewhere@example.com",
  subject: "Wrong sum",
  message: "The sum on the invoice of May is wrong.",
};

let user: Caller;
let stranger: Caller;
let staff: Caller;
beforeAll(async () => {
  user = await newPerson(db);
  stranger = await newPerson(db);
  staff = await newPerson(db, { role: "support" });
});

async function mailsTo(uid: number) {
  return db.query<{ recipient: string; subject: string; body: string }>({
    name: "test.mailsTo",
    text: "select recipient, subject, body from trading.mails where uid = $1 order by id",
    values: [uid],
  });
}

async function actionsOn(ticketId: string) {
  const rows = await db.query<{ action: string; owner_id: number; user_id: number }>({
    name: "test.actionsOn",
    text: "select action, owner_id, user_id from trading.audit where subject = $1 and starts_with(action, 'ticket.') order by id",
    values: [ticketId],
  });
  return rows.map(({ action, owner_id: owner, user_id: by }) => [action, owner, by]);
}

describe("the life of a ticket", () => {
  test("goes from the question through answers to its end, and each step is in the trail", async () => {
    const { id, ticket } = await run(createSupportTicket, deps, user, { ...wanted, category: "billing" });
    expect(ticket).toMatchObject({
      subject: "Wrong sum",
      category: "billing",
      status: "open",
      priority: "normal",
      messages: [{ from: "user", body: wanted.message }],
      messages_total: 1,
      time_created: 1_767_225_600,
    });
    expect(await run(staffListTickets, deps, staff, { status: "open" })).toMatchObject({
      tickets: [{ id, uid: String(user.uid), name: "Ada Lovelace", email: "elsewhere@example.com" }],
      total: 1,
    });

    const asked = await run(staffAnswerTicket, deps, staff, { id, message: "Which invoice?", status: "waiting" });
    expect(asked.ticket.status).toBe("waiting");
    const told = await run(updateTicket, deps, user, { id, message: "That of May." });
    expect(told.ticket.status).toBe("open");
    const answered = await run(staffAnswerTicket, deps, staff, { id, message: "It is corrected." });
    expect(answered.ticket.status).toBe("answered");
    const done = await run(updateTicket, deps, user, { id, message: "Thank you!", status: "closed" });
    expect(done.ticket).toMatchObject({ status: "closed", messages_total: 5 });
    expect(done.ticket.messages.map(({ from }) => from)).toEqual(["user", "staff", "user", "staff", "user"]);
    const [by, as] = [user.uid, staff.uid];
    expect(await actionsOn(id)).toEqual([
      ["ticket.create", by, by],
      ["ticket.ask", by, as],
      ["ticket.update", by, by],
      ["ticket.answer", by, as],
      ["ticket.update", by, by],
    ]);
  });

  test("sends answers to the address of the account, not to one that anyone could have written", async () => {
    const { id, ticket } = await run(addTicket, deps, stranger, wanted);
    await run(staffAnswerTicket, deps, staff, { id, message: "It is corrected." });
    const mails = await mailsTo(stranger.uid);
    expect(mails).toMatchObject([{ subject: `Answer to ticket ${ticket.number}: Wrong sum` }]);
    expect(mails[0]?.recipient).toMatch(/^person\d+@example.com$/);
    expect(mails[0]?.body).toContain("It is corrected.");
    await run(staffCloseTicket, deps, staff, { id });
    await run(staffReopenTicket, deps, staff, { id });
    expect(await mailsTo(stranger.uid)).toHaveLength(1);
    await run(staffAnswerTicket, deps, staff, { id, message: "That is all.", status: "closed" });
    expect(await run(showTicket, deps, stranger, { id })).toMatchObject({ status: "closed", messages_total: 3 });
  });

  test("ends only once, and staff answer nothing that is closed", async () => {
    const { id } = await run(createSupportTicket, deps, user, wanted);
    await run(updateTicket, deps, user, { id, status: "closed" });
    expect((await run(updateTicket, deps, user, { id, status: "closed" })).ticket.status).toBe("closed");
    await expect(run(staffCloseTicket, deps, staff, { id })).rejects.toMatchObject({ status: 409 });
    const late = run(staffAnswerTicket, deps, staff, { id, message: "Too late." });
    await expect(late).rejects.toMatchObject({ status: 409 });
    expect(await run(staffShowTicket, deps, staff, { id })).toMatchObject({ messages_total: 1 });
    expect((await run(updateTicket, deps, user, { id, status: "open" })).ticket.status).toBe("open");
    await expect(run(staffReopenTicket, deps, staff, { id })).rejects.toMatchObject({ status: 409 });
    await run(updateTicket, deps, user, { id, status: "closed" });
  });
});

test("a ticket is its user's alone: a stranger's is answered like none", async () => {
  const { id } = await run(createSupportTicket, deps, user, wanted);
  const sub = await newPerson(db, { owner: user });
  for (const other of [stranger, sub]) {
    await expect(run(showTicket, deps, other, { id })).rejects.toMatchObject({ status: 404 });
    await expect(run(updateTicket, deps, other, { id, status: "closed" })).rejects.toMatchObject({ status: 404 });
    const { tickets } = await run(listTickets, deps, other, {});
    expect(tickets.map((ticket) => ticket.id)).not.toContain(id);
  }
  expect(await run(showTicket, deps, user, { id })).toMatchObject({ status: "open", messages_total: 1 });
  await expect(run(showTicket, deps, user, { id: "999999" })).rejects.toMatchObject({ status: 404 });
  await run(updateTicket, deps, user, { id, status: "closed" });
});

test("a change of nothing is refused, with what is missing", async () => {
  await expect(run(updateTicket, deps, user, { id: "1" })).rejects.toMatchObject({
    status: 422,
    code: "1440",
    fields: { details: { missing_parameters: ["message", "status"] } },
  });
});

describe("limits", () => {
  test("a user has so many open tickets, also when many come at once or closed ones are written in again", async () => {
    const busy = await newPerson(db);
    const closed = await run(createSupportTicket, deps, busy, wanted);
    await run(updateTicket, deps, busy, { id: closed.id, status: "closed" });
    const tries = await Promise.allSettled(
      Array.from({ length: MAX_OPEN_TICKETS + 3 }, () => run(createSupportTicket, deps, busy, wanted)),
    );
    expect(tries.filter(({ status }) => status === "rejected")).toHaveLength(3);
    const page = await run(listTickets, deps, busy, { status: "open", limit: 3, pagenumber: 2 });
    expect(page).toMatchObject({ page: 2, showing: 3, total: MAX_OPEN_TICKETS });
    const again = run(updateTicket, deps, busy, { id: closed.id, message: "One more thing" });
    await expect(again).rejects.toMatchObject({ status: 422, code: "2300" });
    await run(updateTicket, deps, busy, { id: page.tickets[0]?.id, status: "closed" });
    await run(updateTicket, deps, busy, { id: closed.id, message: "One more thing" });
  });

  test("a ticket holds so many messages, and lists show the latest", async () => {
    const writer = await newPerson(db);
    const { id } = await run(createSupportTicket, deps, writer, wanted);
    for (let count = 1; count < MAX_MESSAGES.user; count++) {
      await run(updateTicket, deps, writer, { id, message: `message ${count}` });
    }
    const more = run(updateTicket, deps, writer, { id, message: "one more" });
    await expect(more).rejects.toMatchObject({ status: 422, message: expect.stringContaining("200") as string });
    await run(staffAnswerTicket, deps, staff, { id, message: "answered all the same" });
    const [listed] = (await run(listTickets, deps, writer, {})).tickets;
    expect(listed?.messages).toHaveLength(10);
    expect(listed?.messages.at(-1)).toMatchObject({ from: "staff", body: "answered all the same" });
    expect((await run(showTicket, deps, writer, { id })).messages).toHaveLength(MAX_MESSAGES.user + 1);
  });

  test.each([
    [{ message: "too short" }],
    [{ subject: "four" }],
    [{ email: "a b@example.com" }],
    [{ category: "weather" }],
    [{ message: "x".repeat(10_001) }],
    [{ message: "a NUL \u0000 in the middle of it" }],
    [{ subject: "two\r\nlines" }],
  ])("%j is not a ticket", async (change) => {
    await expect(run(createSupportTicket, deps, user, { ...wanted, ...change })).rejects.toThrow("does not fit");
  });
});

test("settings name the categories and where to write otherwise", async () => {
  expect(await run(settings, deps, user)).toMatchObject({
    email: "help@example.com",
    response_time_hours: 24,
    attachments: false,
    priorities: ["low", "normal", "high"],
    categories: expect.arrayContaining([{ id: "api", name: "The interface" }]) as unknown,
  });
});
