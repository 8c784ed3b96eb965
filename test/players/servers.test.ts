/** What callers see of the servers of the cluster. */
import { expect, onTestFinished, test } from "vitest";
import { acquireLease, releaseLease } from "../../src/kit/sql/lease.ts";
import { plusMillis } from "../../src/kit/time/instant.ts";
import { serverLeaseName } from "../../src/players/presence/index.ts";
import type { Cluster, GameServer } from "../../src/players/cluster/index.ts";
import { listServers } from "../../src/players/system/endpoints/list-servers.ts";
import { freePort } from "../support/free-port.ts";
import { playersWorld } from "../support/players-world.ts";
import { letIn, packet, scriptedServer, until } from "../support/rcon.ts";

const world = await playersWorld();
const { system } = world.players;

type SourceName = "Saves" | "Rcon" | "Query";

async function saidTo(key: string, source: SourceName): Promise<string | undefined> {
  const { json } = await world.get("/Servers", `Bearer ${key}`);
  return json[0].Sources[source]?.Says;
}

test(`${listServers.id} names files that cannot be read to admins alone`, async () => {
  await system.configureServers([{ key: "island", name: "Island", game: "ase", isInvented: false }]);
  const at = world.platform.clock.now();
  const says = "2 profiles and 1 tribe. 1 file cannot be read.";
  const detail = "It is 76561198000000101.arkprofile: The file ends too early.";
  await system.reportSource("island", "saves", { isGood: false, says, detail, at });
  expect(await saidTo(world.keys.read, "Saves")).toBe(says);
  expect(await saidTo(world.keys.history, "Saves")).toBe(says);
  expect(await saidTo(world.keys.admin, "Saves")).toBe(`${says} ${detail}`);

  await system.reportSource("island", "saves", { isGood: true, says: "3 profiles and 1 tribe.", at });
  expect(await saidTo(world.keys.admin, "Saves")).toBe("3 profiles and 1 tribe.");
});

test(`${listServers.id} shows what is old as old where no process reads the server`, async () => {
  await system.configureServers([{ key: "crater", name: "Crater", game: "ase", isInvented: false }]);
  const shown = async () => (await world.get("/Servers")).json[0];
  const report = (ageMs: number) =>
    system.reportSource("crater", "rcon", {
      isGood: true,
      says: "It answers.",
      at: plusMillis(world.platform.clock.now(), -ageMs),
    });
  await report(0);
  expect(await shown()).toMatchObject({ Reachable: true, Sources: { Rcon: { Ok: true, Says: "It answers." } } });
  await report(3_600_000);
  expect(await shown()).toMatchObject({
    Reachable: false,
    Sources: { Rcon: { Ok: false, Says: "It answers. This is old: no process reads this server now." } },
  });
  const name = serverLeaseName("crater");
  const lease = await acquireLease(world.database.db, { name, owner: "worker", ttlMs: 3_600_000 });
  expect(await shown()).toMatchObject({ Reachable: true, Sources: { Rcon: { Ok: true, Says: "It answers." } } });
  if (lease) await releaseLease(world.database.db, lease);
});

interface Place {
  readonly host: string;
  readonly port: number;
}

const nothing = async (): Promise<Place> => ({ host: "127.0.0.1", port: await freePort() });
const unknownHost = (): Place => ({ host: "ark.host.invalid", port: 27_021 });
/** As the game does, which a stranger's name or a plugin's text may be in. */
const answers = (text: string) => (): Promise<Place> =>
  scriptedServer(letIn((socket, id) => void socket.write(packet(id, 0, text))));

/** For everybody, and what admins see besides, at which `HOST:PORT` stands for the place. */
const TROUBLES: readonly (readonly [string, SourceName, () => Place | Promise<Place>, RegExp, string])[] = [
  ["nothing listens", "Rcon", nothing, /^RCON cannot be reached \(ECONNREFUSED\)\.$/, "It is at HOST:PORT."],
  ["the host has no address", "Rcon", unknownHost, /^RCON cannot be reached \(E[A-Z_]+\)\.$/, "It is at HOST:PORT."],
  [
    "the server hangs up",
    "Rcon",
    () => scriptedServer((socket) => void socket.end()),
    /^RCON (?:closed the connection|broke the connection off)\.$/,
    "It is at HOST:PORT.",
  ],
  [
    "another program answers",
    "Rcon",
    () => scriptedServer((socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")),
    /^What answers does not speak RCON: /,
    "It is at HOST:PORT.",
  ],
  [
    "the answer is not a list",
    "Rcon",
    answers("Ann the brave, 10.0.0.5"),
    /^The game server did not answer ListPlayers with a list\.$/,
    'What is wrong: the line "Ann the brave, 10.0.0.5" is not a player.',
  ],
  [
    "nothing answers the query",
    "Query",
    nothing,
    /^Nothing answers: the server is not running there\.$/,
    "It was asked at HOST:PORT.",
  ],
  [
    "the query's host has no address",
    "Query",
    unknownHost,
    /^The address of the server cannot be found\.$/,
    "It was asked at HOST:PORT.",
  ],
];

test.each(TROUBLES)(
  `${listServers.id} says that %s, and shows the address to admins alone`,
  async (_what, source, place, says, detail) => {
    const { host, port } = await place();
    const run = world.players.readFrom(clusterWith(source, { host, port }), { reportMs: 50, retryMs: 100 });
    onTestFinished(() => run.stop());
    await run.start();
    // A first connection that is cut off on a busy machine is another trouble.
    await until(async () => expect(await saidTo(world.keys.read, source)).toMatch(says));
    await until(async () => {
      const whole = await saidTo(world.keys.admin, source);
      const [shown, history] = [await saidTo(world.keys.read, source), await saidTo(world.keys.history, source)];
      expect(shown).toMatch(says);
      expect(history).toBe(shown);
      expect(whole).toBe(`${shown} ${detail.replace("HOST", host).replace("PORT", String(port))}`);
    });
    const { text } = await world.get("/Servers");
    for (const secret of [host, String(port), "10.0.0.5", "Ann"]) expect(text).not.toContain(secret);
  },
);

function clusterWith(source: SourceName, place: Place): Cluster {
  const server: GameServer = {
    key: "island",
    name: "Island",
    game: "ase",
    saves: undefined,
    rcon: source === "Rcon" ? { ...place, password: { from: "text", text: "sesame" } } : undefined,
    query: source === "Query" ? place : undefined,
    pollSeconds: 0.05,
    gameLog: false,
    chat: false,
  };
  return { name: "Test", servers: [server], plugins: { permissions: undefined, arkShop: undefined } };
}
