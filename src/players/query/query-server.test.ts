import { createSocket, type Socket } from "node:dgram";
import { afterEach, describe, expect, test } from "vitest";
import { systemRandom } from "../../kit/ids/ids.ts";
import { ARK_SURVIVAL_EVOLVED_ID, infoAnswer, playersAnswer, type A2sState } from "../demo/query/a2s-bytes.ts";
import { startA2sServer } from "../demo/query/a2s-server.ts";
import { QueryError } from "./core/query-error.ts";
import { queryServer } from "./query-server.ts";
import { PATIENCE_MS } from "../../../test/support/wait-until.ts";

const PLENTY_MS = PATIENCE_MS;
const QUICK_MS = 400;
const state: A2sState = {
  name: "Island of Friends - (v361.7)",
  map: "TheIsland",
  folder: "ark_survival_evolved",
  game: "ARK: Survival Evolved",
  version: "1.0.0.0",
  maxPlayers: 70,
  password: true,
  gamePort: 7777,
  steamId: 90_071_992_547_409_921n,
  keywords: "OWNINGID:90071992547409921,",
  gameId: ARK_SURVIVAL_EVOLVED_ID,
  players: [
    { name: "Ann", score: 0, seconds: 3_600.9 },
    { name: "", score: 0, seconds: 2 },
    { name: "Бob\u0007 🦖", score: -4, seconds: Number.NaN },
  ],
  rules: {},
};

const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

describe("an ARK: Survival Evolved server", () => {
  test("tells its name, map, counts and the names of who plays", async () => {
    expect(await ask(await gameServer(state))).toEqual({
      name: "Island of Friends - (v361.7)",
      map: "TheIsland",
      version: "1.0.0.0",
      players: 3,
      maxPlayers: 70,
      password: true,
      playerNames: [
        { name: "Ann", seconds: 3_600 },
        { name: "", seconds: 2 },
        { name: "Бob 🦖", seconds: 0 },
      ],
    });
  });

  test("may have more players than a datagram holds", async () => {
    const players = Array.from({ length: 255 }, (_, n) => ({
      name: `Survivor ${n} ${"é".repeat(20)}`,
      score: n,
      seconds: n,
    }));
    const answer = await ask(await gameServer({ ...state, players }));
    expect(answer.playerNames?.map((player) => player.name)).toEqual(players.map((player) => player.name));
  });

  test("without players has an empty list", async () => {
    const answer = await ask(await gameServer({ ...state, players: [] }));
    expect([answer.players, answer.playerNames]).toEqual([0, []]);
  });

  test("that does not list its players has no known ones, which differs from an empty list", async () => {
    const port = await scripted((question) => (question[4] === 0x54 ? [infoAnswer(state)] : []));
    const answer = await ask(port, 2_000);
    expect([answer.players, answer.playerNames]).toEqual([3, undefined]);
  });

  test("is asked again when the first question is lost", async () => {
    let questions = 0;
    const port = await scripted((question) => {
      questions++;
      if (questions === 1) return [];
      return [question[4] === 0x54 ? infoAnswer(state) : playersAnswer(state)];
    });
    expect((await ask(port, 2_000)).players).toBe(3);
  });
});

describe("a server that cannot be relied on", () => {
  test("is one that never answers", async () => {
    const error = await refusal(ask(await scripted(() => []), QUICK_MS));
    expect([error.kind, error.message]).toEqual([
      "no-answer",
      expect.stringMatching(/^Nothing answered within 400 ms\. It was asked at 127\.0\.0\.1:\d+\.$/),
    ]);
  });

  test("is one that is not running", async () => {
    const port = await scripted(() => []);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    const error = await refusal(ask(port));
    expect([error.kind, error.message]).toEqual(["no-answer", expect.stringContaining("is not running there")]);
  });

  test.each([
    ["noise", Buffer.from("hello"), "no-answer"],
    ["another kind of answer", Buffer.from("\xff\xff\xff\xffZ123", "latin1"), "no-answer"],
    ["the start of an answer", Buffer.from("\xff\xff\xff\xffI\x11", "latin1"), "bad-answer"],
    ["an answer that ends before the counts", infoAnswer(state).subarray(0, 90), "bad-answer"],
    // A small compressed answer may unfold to gigabytes.
    ["a compressed answer", Buffer.from("\xfe\xff\xff\xff\x01\x00\x00\x80\x01\x00\x00\x05BZh9", "latin1"), "no-answer"],
  ])("is one that sends %s", async (_what, bytes, kind) => {
    expect((await refusal(ask(await scripted(() => [bytes]), QUICK_MS))).kind).toBe(kind);
  });

  test("is one that floods the listener", async () => {
    const noise = Array.from({ length: 40 }, () => Buffer.alloc(1_400, 0xfe));
    expect((await refusal(ask(await scripted(() => noise), QUICK_MS))).kind).toBe("no-answer");
  });

  test("is one whose machine has no address", async () => {
    const asked = queryServer({ game: "ase", host: "no host", port: 1, timeoutMs: QUICK_MS }, { epicAllowed: false });
    expect((await refusal(asked)).kind).toBe("unknown-host");
  });
});

describe("an ARK: Survival Ascended server", () => {
  const request = { game: "asa", host: "203.0.113.7", port: 7777, timeoutMs: PLENTY_MS } as const;

  test("is not asked about when the internet is switched off, and it is said what works without", async () => {
    const answer = () => Promise.reject(new Error("was asked"));
    const error = await refusal(queryServer(request, { epicAllowed: false, ask: answer }));
    expect([error.kind, error.message]).toEqual(["not-allowed", expect.stringContaining("RCON tells who is online")]);
  });

  test("has counts in Epic's list, and no names", async () => {
    const answer = () =>
      Promise.resolve({
        name: "Ascended",
        map: "TheIsland_WP",
        password: false,
        numplayers: 12,
        maxplayers: 70,
        version: "85.14",
        players: [],
        raw: { attributes: { BUILDID_s: "85", MINORBUILDID_s: "14" }, totalPlayers: 12, publicPlayers: [] },
      });
    expect(await queryServer(request, { epicAllowed: true, ask: answer })).toEqual({
      name: "Ascended",
      map: "TheIsland_WP",
      version: "85.14",
      players: 12,
      maxPlayers: 70,
      password: false,
      playerNames: undefined,
    });
  });

  test("that is not in Epic's list is said to be missing there", async () => {
    const error = new Error("Failed all 1 attempts");
    error.stack += "\nError: Server not found";
    const answer = () => Promise.reject(error);
    expect((await refusal(queryServer(request, { epicAllowed: true, ask: answer }))).kind).toBe("not-listed");
  });
});

function ask(port: number, timeoutMs = PLENTY_MS) {
  return queryServer({ game: "ase", host: "127.0.0.1", port, timeoutMs }, { epicAllowed: false });
}

async function refusal(asked: Promise<unknown>): Promise<QueryError> {
  const error: unknown = await asked.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QueryError);
  return error as QueryError;
}

async function gameServer(told: A2sState): Promise<number> {
  const server = await startA2sServer({ state: () => told, random: systemRandom() });
  opened.push({ close: () => server.stop() });
  return server.port;
}

/** A server that answers each question with the datagrams that the test says. */
async function scripted(answer: (question: Buffer) => readonly Buffer[]): Promise<number> {
  const socket: Socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    for (const datagram of answer(question)) socket.send(datagram, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  opened.push({ close: () => new Promise<void>((resolve) => socket.close(resolve)) });
  return socket.address().port;
}
