/** Tickets that are guessed: they cost their own network, and no reader elsewhere. */
import { request } from "node:http";
import { expect, test } from "vitest";
import { ticketStore } from "../../src/kit/auth/sql/ticket-store.ts";
import type { AppError } from "../../src/kit/errors/catalogue.ts";
import { Tickets, WRONG_TICKETS_PER_SECOND } from "../../src/players/keys/tickets.ts";
import { manualClock } from "../support/manual-clock.ts";
import { playersWorld } from "../support/players-world.ts";

/** A process in which it is always the same second. */
const clock = manualClock();
const world = await playersWorld({ fixture: false });
const now = world.platform.clock.now();
const still = await playersWorld({
  database: world.database,
  fixture: false,
  platform: { clock: { ...world.platform.clock, now: () => now } },
});
const guess = `tkt_${"a".repeat(43)}`;

async function ticketOf(): Promise<string> {
  const { json } = await world.get("/Online/Events/Ticket", world.keys.read, { method: "POST" });
  return (json as { Ticket: string }).Ticket;
}

test("guesses of one network do not keep the database busy, and its right tickets are not counted", async () => {
  const store = ticketStore<string>(world.database.db, { name: "players.stream_tickets", owner: "key_id" });
  const { keyring } = world.players;
  const tickets = new Tickets({ store, keyring, clock, random: world.platform.random });
  const codeOf = async (address: string, ticket: string): Promise<string> =>
    tickets.ownerOf({ kind: "ticket", ticket }, address).then(
      ({ name }) => name,
      (error: unknown) => (error as AppError).code,
    );
  const here = "192.0.2.7";
  for (let each = 0; each <= WRONG_TICKETS_PER_SECOND; each++) expect(await codeOf(here, await ticketOf())).toBe("r");
  const codes = new Set<string>();
  for (let each = 0; each < WRONG_TICKETS_PER_SECOND; each++) codes.add(await codeOf(here, guess));
  expect([...codes]).toEqual(["keys.badTicket"]);
  expect(await codeOf(here, guess)).toBe("keys.unavailable");
  expect(await codeOf("198.51.100.7", await ticketOf())).toBe("r");
  await clock.advance(1_000);
  expect(await codeOf(here, guess)).toBe("keys.badTicket");
});

test("guesses of a stranger let readers of other networks in, over HTTP", async () => {
  const statusFrom = (localAddress: string, ticket: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request(`${still.url}/Online/Events?ticket=${ticket}`, { localAddress }, (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      asked.on("error", reject).end();
    });
  const statuses = new Set<number>();
  for (let each = 0; each < WRONG_TICKETS_PER_SECOND; each++) statuses.add(await statusFrom("127.0.0.2", guess));
  expect([...statuses]).toEqual([401]);
  expect(await statusFrom("127.0.0.2", guess)).toBe(503);
  expect(await statusFrom("127.0.0.2", await ticketOf())).toBe(503);
  expect(await statusFrom("127.0.0.3", await ticketOf())).toBe(200);
});
