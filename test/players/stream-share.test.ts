/** One key leaves places of the stream of events to others. */
import { afterEach, expect, test } from "vitest";
import { EventReader } from "../support/event-reader.ts";
import { playersWorld } from "../support/players-world.ts";

const world = await playersWorld({ settings: { TRIPOD_PLAYERS_STREAMS_PER_KEY: "2" }, fixture: false });
const open: EventReader[] = [];
afterEach(() => {
  for (const reader of open.splice(0)) reader.close();
});

const url = `${world.url}/Online/Events`;

async function listen(address: string, headers: Record<string, string>): Promise<EventReader> {
  const reader = await EventReader.open(address, headers);
  open.push(reader);
  expect((await reader.next())?.event).toBe("open");
  return reader;
}

async function ticket(): Promise<string> {
  return (await world.get("/Online/Events/Ticket", world.keys.read, { method: "POST" })).json.Ticket as string;
}

test("a key has its share of streams, by itself and by tickets, and others find their places", async () => {
  const first = await listen(url, { authorization: world.keys.read });
  await listen(`${url}?ticket=${await ticket()}`, {});
  for (const [address, authorization] of [
    ["/Online/Events", world.keys.read],
    [`/Online/Events?ticket=${await ticket()}`, null],
  ] as const) {
    const refused = await fetch(world.url + address, { headers: authorization === null ? {} : { authorization } });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(await refused.json()).toMatchObject({
      Error: { Code: "presence_too_many_of_key", Message: expect.stringContaining("2 streams") },
    });
  }
  await listen(url, { authorization: world.keys.history });
  first.close();
  await expect.poll(() => world.players.deps.events().readerCount).toBe(2);
  await listen(url, { authorization: world.keys.read });
});
