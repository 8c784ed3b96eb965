import { execFile, spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { promisify } from "node:util";
import fc from "fast-check";
import { GameDig } from "gamedig";
import { afterEach, describe, expect, test } from "vitest";
import { systemRandom } from "../../../kit/ids/ids.ts";
import { ARK_SURVIVAL_EVOLVED_ID, datagramsOf, infoAnswer, playersAnswer, rulesAnswer } from "./a2s-bytes.ts";
import type { A2sState } from "./a2s-bytes.ts";
import { startA2sServer, type A2sServer } from "./a2s-server.ts";

const HEADER = "\xff\xff\xff\xff";
const INFO = bytes(`${HEADER}TSource Engine Query\0`);
const PLAYERS = bytes(`${HEADER}U`);
const RULES = bytes(`${HEADER}V`);
const NO_CHALLENGE = bytes(HEADER);
const state: A2sState = {
  name: "Simulated Island - (v361.7)",
  map: "TheIsland",
  folder: "ark_survival_evolved",
  game: "ARK: Survival Evolved",
  version: "1.0.0.0",
  maxPlayers: 70,
  password: false,
  gamePort: 7777,
  steamId: 90_071_992_547_409_921n,
  keywords: "OWNINGID:90071992547409921",
  gameId: ARK_SURVIVAL_EVOLVED_ID,
  players: [
    { name: "Ann", score: -1, seconds: 61.5 },
    { name: "", score: 0, seconds: 2 },
  ],
  rules: { ClusterId_s: "demo", SESSIONISPVE_i: "1" },
};
const crowd = Array.from({ length: 200 }, (_, n) => ({ name: `Survivor number ${n}`, score: n, seconds: n * 60 }));

const servers: A2sServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

describe("the answers", () => {
  test("match the format, byte by byte", () => {
    expect(infoAnswer(state).toString("latin1")).toBe(
      `${HEADER}I\x11Simulated Island - (v361.7)\0TheIsland\0ark_survival_evolved\0ARK: Survival Evolved\0` +
        "\xfe\x47\x02\x46\x00dl\x00\x001.0.0.0\0\xb1\x61\x1e\x01\x00\x00\x00\x00\x00\x40\x01OWNINGID:90071992547409921\0" +
        "\xfe\x47\x05\x00\x00\x00\x00\x00",
    );
    expect(playersAnswer(state).toString("latin1")).toBe(
      `${HEADER}D\x02\x00Ann\0\xff\xff\xff\xff\x00\x00\x76\x42\x01\0\x00\x00\x00\x00\x00\x00\x00\x40`,
    );
    expect(rulesAnswer(state).toString("latin1")).toBe(`${HEADER}E\x02\x00ClusterId_s\0demo\0SESSIONISPVE_i\x001\0`);
  });

  test("are cut into numbered pieces that are the answer again", () => {
    const answer = playersAnswer({ ...state, players: crowd });
    const pieces = datagramsOf(answer, 7, 1_400);
    expect(pieces.length).toBeGreaterThan(2);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(1_400);
    expect(pieces.map((piece) => [...piece.subarray(0, 12)])).toEqual(
      pieces.map((_, n) => [0xfe, 0xff, 0xff, 0xff, 7, 0, 0, 0, pieces.length, n, 0x78, 0x05]),
    );
    expect(Buffer.concat(pieces.map((piece) => piece.subarray(12)))).toEqual(answer);
  });

  test("hold no half characters and no more players than a byte can count", () => {
    const name = `${"a".repeat(199)}🦖`;
    const players = Array.from({ length: 300 }, () => ({ name, score: 0, seconds: 0 }));
    expect(infoAnswer({ ...state, name, players }).toString("utf8")).toContain(`${"a".repeat(199)}\0TheIsland`);
    expect(playersAnswer({ ...state, players })[5]).toBe(255);
  });
});

describe("a client", () => {
  test("must send the challenge back, and never gets more bytes than it sent before it does", async () => {
    const server = await start(state);
    for (const [question, unproven] of [
      [INFO, INFO],
      [INFO, Buffer.concat([INFO, bytes("\x01\x02\x03\x04")])],
      [PLAYERS, Buffer.concat([PLAYERS, NO_CHALLENGE])],
      [RULES, Buffer.concat([RULES, bytes("\0\0\0\0")])],
    ] as const) {
      const answers = await exchange(server, (challenge) => [unproven, Buffer.concat([question, challenge])]);
      expect(answers[0]?.subarray(0, 5)).toEqual(bytes(`${HEADER}A`));
      expect(answers[0]?.length).toBeLessThanOrEqual(unproven.length);
      expect(answers[1]?.subarray(4, 5).toString()).toBe(
        { T: "I", U: "D", V: "E" }[String.fromCharCode(question[4] ?? 0)],
      );
    }
  });

  test("does not answer text that is not a question", async () => {
    const server = await start(state);
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc.uint8Array({ maxLength: 40 }).map((tail) => Buffer.concat([bytes(HEADER), tail])),
    );
    const isQuestion = (datagram: Buffer): boolean =>
      datagram.subarray(0, 25).equals(INFO) || (datagram.length === 9 && [0x55, 0x56].includes(datagram[4] ?? 0));
    const junk = [
      ...fc.sample(noise, 200).map((each) => Buffer.from(each)),
      PLAYERS,
      Buffer.concat([PLAYERS, bytes("\0\0\0\0\0")]),
      Buffer.concat([INFO, bytes("12345")]),
      bytes(`${HEADER}W`),
    ].filter((datagram) => !isQuestion(datagram));
    // Datagrams arrive in order here: what is answered first answers the one question at the end.
    const [first] = await exchange(server, () => [...junk, Buffer.concat([RULES, NO_CHALLENGE])], 1);
    expect(first?.[4]).toBe(0x41);
  });
});

describe("independent clients", () => {
  test("gamedig reads info, players and rules", async () => {
    const server = await start({ ...state, players: crowd });
    const read = await new GameDig().query({
      type: "ase",
      host: "127.0.0.1",
      port: server.port,
      ipFamily: 4,
      givenPortOnly: true,
      maxRetries: 1,
      socketTimeout: 5_000,
      attemptTimeout: 8_000,
      requestRules: true,
    });
    expect(read).toMatchObject({
      name: state.name,
      map: "TheIsland",
      version: "1.0.0.0",
      numplayers: 200,
      maxplayers: 70,
      connect: "127.0.0.1:7777",
      raw: { appId: 346_110, steamid: "90071992547409921", rules: state.rules },
    });
    const { raw } = read as { raw: { players: { name: string; score: number; time: number }[] } };
    expect(raw.players).toEqual(crowd.map(({ name, score, seconds }) => ({ name, score, time: seconds })));
  });

  test.skipIf(spawnSync("quakestat", ["-default", "a2s"]).error !== undefined)("qstat reads them", async () => {
    const server = await start({ ...state, players: crowd });
    const told = await output("quakestat", ["-a2s", `127.0.0.1:${server.port}`, "-P", "-R", "-xml", "-utf8"]);
    expect(told).toContain("<name>Simulated Island - (v361.7)</name>");
    expect(told).toContain("<numplayers>200</numplayers>");
    expect(told).toContain('<rule name="SESSIONISPVE_i">1</rule>');
    for (const player of crowd) expect(told).toContain(`<name>${player.name}</name>`);
  });
});

function bytes(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

async function start(told: A2sState): Promise<A2sServer> {
  const server = await startA2sServer({ state: () => told, random: systemRandom() });
  servers.push(server);
  return server;
}

/** Sends the datagrams, and what depends on the challenge when it has come; answers the first `count` that came back. */
async function exchange(
  server: A2sServer,
  questions: (challenge: Buffer) => readonly Buffer[],
  count = 2,
): Promise<Buffer[]> {
  const socket = createSocket("udp4");
  try {
    return await new Promise((resolve) => {
      const heard: Buffer[] = [];
      const send = (datagram: Buffer | undefined) => datagram && socket.send(datagram, server.port, "127.0.0.1");
      socket.on("message", (datagram) => {
        heard.push(datagram);
        if (heard.length === count) resolve(heard);
        else send(questions(datagram.subarray(5))[heard.length]);
      });
      const first = questions(NO_CHALLENGE);
      for (const datagram of count === 1 ? first : first.slice(0, 1)) send(datagram);
    });
  } finally {
    socket.close();
  }
}

async function output(command: string, options: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, options, { timeout: 120_000 });
  return stdout;
}
