/** Pages of tickets and broadcasts are bounded, however long their texts are. */
import { expect, test } from "vitest";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld();
const { db } = world.platform;
const person = await world.person();
const LONG = "x".repeat(10_000);
const TICKETS = 30;

interface Ticket {
  readonly id: string;
  readonly messages: readonly { readonly id: string; readonly body: string }[];
  readonly messages_total: number;
}

async function ask(path: string, params: Readonly<Record<string, string | number>>) {
  const { status, json } = await world.ask("POST", path, { key: person.key, params });
  return { status, data: json.data, bytes: JSON.stringify(json).length };
}

test("a page of tickets with long messages has fewer of them, the latest of each, and says how many there are", async () => {
  await db.execute({
    name: "test.addTickets",
    text: `with made as (
        insert into trading.tickets
          (uid, owner_id, contact_name, contact_email, subject, category, priority, status, messages, created_at, updated_at)
        select $1, $1, 'Ada', 'ada@example.com', 'Subject ' || n, 'general', 'normal', 'closed', 10, now(), now()
        from generate_series(1, $3::integer) as n returning id
      )
      insert into trading.ticket_messages (ticket_id, author_uid, is_staff, body, created_at)
      select id, $1, false, n || ' ' || $2, now() from generate_series(1, 10) as n, made order by n`,
    values: [person.uid, LONG, TICKETS],
  });
  const { data, bytes } = await ask("support/list-tickets", { limit: 100 });
  const tickets = data.tickets as readonly Ticket[];
  expect(tickets).toHaveLength(TICKETS);
  expect(bytes).toBeLessThan(1_200_000);
  for (const { messages, messages_total: total } of tickets) {
    expect(total).toBe(10);
    expect(messages.length).toBeGreaterThanOrEqual(3);
    // Those that are left out are the oldest.
    const numbers = messages.map(({ body }) => Number(body.split(" ")[0]));
    expect(numbers).toEqual([7, 8, 9, 10].slice(-numbers.length));
  }
  const whole = await ask("support/show-ticket", { id: tickets[0]?.id ?? "" });
  expect(JSON.stringify(whole.data).length).toBeGreaterThan(100_000);
  const one = await ask("support/list-tickets", { limit: 1 });
  expect(one.data.tickets[0].messages).toHaveLength(10);
});

test.each(["subaccounts/broadcast-list", "user/broadcasts"])("a page of %s has at most 100", async (path) => {
  expect((await ask(path, { limit: 100 })).status).toBe(200);
  expect((await ask(path, { limit: 101 })).status).toBe(422);
});
