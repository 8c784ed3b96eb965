/** Who is erased is gone from every answer of every process, and stays away when the game saves and lists them again. */
import { expect, test } from "vitest";
import { acquireLease } from "../../src/kit/sql/lease.ts";
import { SERVER_RUN } from "../../src/kit/sql/numbers-end.ts";
import { formatEventId, markOf } from "../../src/players/presence/core/event-id.ts";
import { presenceStore } from "../../src/players/presence/sql/presence-store.ts";
import { serverLeaseName, type SessionChange } from "../../src/players/presence/index.ts";
import { privacyStore } from "../../src/players/privacy/sql/privacy-store.ts";
import { saveStore } from "../../src/players/saves/sql/save-store.ts";
import type { SavedChanges } from "../../src/players/saves/saved-contents.ts";
import { EventReader } from "../support/event-reader.ts";
import { playersWorld, type PlayersWorld } from "../support/players-world.ts";
import { changesOf, member, profileFile, second, tribeFile } from "../support/save-batches.ts";
import { PATIENCE_MS } from "../support/wait-until.ts";

const ACCOUNT = "76561198000090001";
/** One account with two characters; the first id is past 2^53. */
const [MAIN, ALT] = [9007199254740995n, 900_090_002n];
const STRANGER = "76561198000090003";
const NEIGHBOUR = 501n;
const NEIGHBOUR_ACCOUNT = "76561198000090501";
/** What the person may be known by, in any answer. */
const TRACES = [ACCOUNT, String(MAIN), String(ALT), "Zerka", "zerkaplays", "Qvist", STRANGER, "Strangerz"];

const world = await playersWorld({ fixture: false });
const other = await playersWorld({ fixture: false, database: world.database });
const { db } = world.platform;
/** As in the process that reads the server. */
const saves = saveStore(db, "poller");
const presence = presenceStore(db, "poller", { refreshPlatformNames: async () => [] });
const lease = await acquireLease(db, { name: serverLeaseName("island"), owner: "test", ttlMs: 600_000 });
const holding = { server: "island", fence: lease?.fence ?? 0 };

const person = { id: MAIN, platformId: ACCOUNT, platformName: "zerkaplays", level: 77, tribeId: 71 };

/** What the game has saved by a second; later it is the same but for the time, and one more line in a log. */
function savedBy(at: number, ...news: readonly string[]): Partial<SavedChanges> {
  const log = [
    `Zerka Vollmond with ID ${MAIN} was added to the Tribe!`,
    "Nachbar tamed a Rex!",
    "Zerka Vollmond was here.",
    ...news,
  ].map((text) => `Day 1, 00:00:00: ${text}`);
  return {
    profiles: [
      profileFile({ ...person, characterName: "Zerka Vollmond" }, at),
      profileFile({ ...person, id: ALT, characterName: "Qvist 100%", tribeId: 72 }, at),
      profileFile(
        { id: NEIGHBOUR, platformId: NEIGHBOUR_ACCOUNT, characterName: "Nachbar", level: 5, tribeId: 71 },
        at,
      ),
    ],
    tribes: [
      tribeFile(
        {
          id: 71,
          name: "Tribe of Zerka Vollmond",
          ownerId: MAIN,
          members: [member(MAIN, "Zerka Vollmond"), member(NEIGHBOUR, "Nachbar")],
          adminIds: [MAIN],
          log,
        },
        at,
      ),
      tribeFile({ id: 72, name: "Others", ownerId: NEIGHBOUR, members: [member(ALT, "Qvist 100%")] }, at),
    ],
  };
}

const apply = (changes: Partial<SavedChanges>, at: number): Promise<void> =>
  saves.apply({ ...holding, at: second(at), changes: changesOf(changes) });

let number = 0;
const join = async (
  at: number,
  ...who: readonly { platformId: string; name: string }[]
): Promise<readonly string[]> => {
  const changes = who.map((each): SessionChange => ({
    kind: "open",
    ...each,
    server: "island",
    startedAt: second(at),
    claim: "join",
  }));
  return (await presence.apply({ ...holding, number: ++number, changes })).lost;
};
const BOTH = [
  { platformId: ACCOUNT, name: "zerkaplays" },
  { platformId: STRANGER, name: "Strangerz" },
] as const;

/** A reader that comes back, having been there from the beginning. */
async function listenAgain({ url, keys }: PlayersWorld): Promise<EventReader> {
  const [row] = await db.query<{ run: string }>({ name: "test.serverRun", text: `select ${SERVER_RUN} as run` });
  const first = formatEventId({ seq: 0, mark: markOf(row?.run ?? "", undefined) });
  return EventReader.open(`${url}/Online/Events`, { authorization: keys.read, "last-event-id": first });
}

const PATHS = [
  ...["zerka", "zerkaplays", "qvist", "nachbar", ACCOUNT, String(MAIN), String(ALT)].map(
    (q) => `/Search?type=Player&q=${q}`,
  ),
  ...["zerka", "tribe", "others"].map((q) => `/Search?type=Tribe&q=${q}`),
  ...[MAIN, ALT].flatMap((id) => ["", "/Names", "/Sessions"].map((of) => `/Player/${id}${of}`)),
  ...[71, 72].flatMap((id) => ["", "/Members", "/Log"].map((of) => `/Tribe/${id}${of}`)),
  "/Online",
  "/Export",
  "/Export?format=csv",
  "/Servers",
  ...["Level", "Playtime", "TribeSize"].map((by) => `/Leaderboard?by=${by}`),
];

/** The answers of a process, of those that there are: who is not found is named in the answer that says so. */
async function answersOf({ get, keys }: PlayersWorld): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of PATHS) {
    const { status, text } = await get(path, keys.admin);
    expect([200, 404], `${path}: ${text}`).toContain(status);
    if (status === 200) answers.set(path, text);
  }
  return answers;
}

const tracedIn = (answers: ReadonlyMap<string, string>): string[] =>
  [...answers].filter(([, text]) => TRACES.some((trace) => text.includes(trace))).map(([path]) => path);

/** Whatever was committed before is shown from now on. */
const catchUp = (...worlds: readonly PlayersWorld[]): Promise<unknown> =>
  Promise.all(worlds.map(({ players }) => players.deps.model.catchUp(PATIENCE_MS)));

async function expectGone(at: PlayersWorld): Promise<void> {
  const answers = await answersOf(at);
  expect(tracedIn(answers)).toEqual([]);
  // Others are as they were.
  expect(answers.get("/Search?type=Player&q=nachbar")).toContain(`"Id":${NEIGHBOUR},"CharacterName":"Nachbar"`);
  const tribe = JSON.parse(answers.get("/Tribe/71") ?? "{}") as { Owner: unknown; Members: readonly { Id: number }[] };
  expect([tribe.Owner, tribe.Members.map(({ Id }) => Id)]).toEqual([null, [Number(NEIGHBOUR)]]);
  expect(answers.get("/Tribe/71/Log")).toContain("Nachbar tamed a Rex!");
  expect(answers.get("/Online")).toBe("[]");
}

test("a person is found everywhere, by their present and former names, until they are erased", async () => {
  await apply({ profiles: [profileFile({ ...person, characterName: "Zerka Vormals" }, 1)] }, 2);
  await apply(savedBy(10), 11);
  expect(await join(12, ...BOTH)).toEqual([]);
  await catchUp(world, other);

  for (const at of [world, other]) {
    const answers = await answersOf(at);
    expect([...answers.keys()]).toEqual(PATHS);
    // A neighbour, another tribe, and answers that name nobody.
    const silent = [
      "/Search?type=Player&q=nachbar",
      "/Search?type=Tribe&q=others",
      `/Player/${MAIN}/Sessions`,
      `/Player/${ALT}/Sessions`,
      "/Tribe/72/Log",
      "/Servers",
    ];
    expect(PATHS.filter((path) => !tracedIn(answers).includes(path))).toEqual(silent);
    expect((await at.get("/Search?type=Player&q=vormals")).json).toHaveLength(1);
    expect((await at.get("/Online")).json).toHaveLength(2);
    const reader = await listenAgain(at);
    const events = await reader.until(({ data }) => data.PlatformId === STRANGER);
    expect(events.map(({ event }) => event)).toEqual(["open", "joined", "joined"]);
    reader.close();
  }
});

test("an erased person is in no answer of any process, and what is left is right", async () => {
  const privacy = privacyStore(db, "operator", async () => undefined);
  expect(await privacy.erase({ playerId: MAIN }, second(20))).toMatchObject({ players: 2, sessions: 1, tribes: 1 });
  await privacy.erase({ platformId: STRANGER }, second(20));
  await catchUp(world, other);
  for (const at of [world, other]) {
    await expectGone(at);
    expect((await at.get("/Search?type=Player&q=vormals")).json).toEqual([]);
    for (const id of [MAIN, ALT]) expect((await at.get(`/Player?id=${id}`)).status).toBe(404);
  }
});

test("they do not come back when the game saves the same again and lists them as online", async () => {
  await apply(savedBy(10), 30);
  await apply(savedBy(40, "Zerka Vollmond demolished a 'Stone Wall'!"), 41);
  expect(await join(42, ...BOTH)).toEqual([ACCOUNT, STRANGER]);
  await catchUp(world, other);
  for (const at of [world, other]) await expectGone(at);
});

test("nor in a process that starts after it", async () => {
  await expectGone(await playersWorld({ fixture: false, database: world.database }));
});

test("a reader of events who comes back is told to read anew, and then of others only", async () => {
  const readers = await Promise.all([world, other].map(listenAgain));
  for (const reader of readers) {
    const told = await reader.until(({ event }) => event === "reset");
    expect(told.map(({ event }) => event)).toEqual(["open", "reset"]);
  }
  await join(50, { platformId: NEIGHBOUR_ACCOUNT, name: "Nachbar" });
  for (const reader of readers) {
    expect(await reader.next()).toMatchObject({ event: "joined", data: { Name: "Nachbar" } });
    reader.close();
  }
});
