/** Chat, from the RCON of a game server to the readers of live events of every process, and nowhere else. */
import { afterEach, expect, test } from "vitest";
import { inProcessBus } from "../../src/kit/bus/in-process-bus.ts";
import { silentLog, type Log } from "../../src/kit/log/log.ts";
import { clusterOf, TEST_TIMING, testServer } from "../support/cluster-world.ts";
import { dumpOf } from "../support/erasable-person.ts";
import { EventReader } from "../support/event-reader.ts";
import { keptLog } from "../support/kept-log.ts";
import { playersWorld, type PlayersWorld } from "../support/players-world.ts";
import { until } from "../support/rcon.ts";
import { steamIdOf } from "../support/steam-stub.ts";

const kept = keptLog();
const log: Log = { ...kept, debug: (...entry) => kept.info(...entry), child: () => log };
// As Redis joins several processes.
const bus = inProcessBus(silentLog());
const worker = await playersWorld({ platform: { bus, log }, fixture: false });
const other = await playersWorld({ platform: { bus, log }, fixture: false, database: worker.database });
const ANN = steamIdOf(1);

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

async function listen(at: PlayersWorld): Promise<EventReader> {
  const reader = await EventReader.open(`${at.url}/Online/Events`, { authorization: at.keys.read });
  readers.push(reader);
  expect((await reader.next())?.event).toBe("open");
  return reader;
}

test.each(["ase", "asa"] as const)(
  "what is said on a server of %s is sent to all readers, and kept nowhere",
  async (game) => {
    const listening = await testServer(`on-${game}`, { game, query: undefined, saves: undefined, chat: true });
    const silent = await testServer(`off-${game}`, { game, query: undefined, saves: undefined });
    for (const server of [listening, silent]) server.game.online = [{ name: "Ann", platformId: ANN }];
    const run = worker.players.readFrom(clusterOf([listening.entry, silent.entry]), TEST_TIMING);
    await run.start();
    try {
      // Speakers are told apart by who is online.
      await until(() => expect(run.status().servers.map(({ online }) => online)).toEqual([1, 1]));
      const streams = [await listen(worker), await listen(other)];
      const isChat = ({ event }: { readonly event: string }): boolean => event === "chat";
      const heard = Promise.all(streams.map(async (stream) => (await stream.until(isChat)).at(-1)));
      const unheard = "Ann (Ann the survivor): where the owner did not switch it on";
      silent.game.chat = [unheard];
      let isHeard = false;
      void heard.then(() => (isHeard = true));
      const text = `xyzzy ${"long ".repeat(200)}`;
      await until(() => {
        if (listening.game.chat.length === 0) listening.game.chat.push(`Ann (Ann\u202E the survivor): ${text}`);
        expect(isHeard).toBe(true);
      });
      for (const event of await heard) {
        expect(event).toEqual({
          event: "chat",
          id: "",
          data: {
            PlatformId: ANN,
            Name: "Ann",
            Character: "Ann the survivor",
            Text: text.slice(0, 500),
            Server: `on-${game}`,
            At: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
          },
        });
      }
      expect(silent.game.chat).toEqual([unheard]);
    } finally {
      await run.stop();
    }
    expect((await dumpOf(worker.database.db)).filter((row) => row.text.includes("xyzzy"))).toEqual([]);
    expect(JSON.stringify(kept.entries)).not.toContain("xyzzy");
  },
);

test("a message that is no chat reaches no reader", async () => {
  const reader = await listen(other);
  for (const message of ["", "{", "{}", '[{"Text":"half"}]', "null"]) await bus.publish("players:chat", message);
  const said = { PlatformId: null, Name: "A", Character: "B", Text: "whole", Server: "s", At: "t" };
  await bus.publish("players:chat", JSON.stringify([said]));
  expect(await reader.next()).toEqual({ event: "chat", id: "", data: said });
});
