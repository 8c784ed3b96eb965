import { createServer, type AddressInfo, type Socket } from "node:net";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  crowd,
  letIn,
  packet,
  PASSWORD,
  rconWorld,
  scriptedServer,
  testClient,
  testGame,
  until,
} from "../../../test/support/rcon.ts";
import { systemClock } from "../../kit/time/clock.ts";
import { rconServer } from "../demo/rcon/rcon-server.ts";
import { pollPlayers, RconError, type RconClient, type RconErrorKind } from "./index.ts";

async function failureOf(work: Promise<unknown>): Promise<RconError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RconError)) throw new Error(`no RconError but ${inspect(error)}`);
  expect(inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error)).not.toContain(PASSWORD);
  return error;
}

const failure = (client: RconClient): Promise<RconError> => failureOf(client.execute("listplayers"));

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("a server that speaks otherwise", () => {
  const afterLetIn = (bytes: (id: number) => Buffer, then?: (socket: Socket) => void) =>
    letIn((socket, id) => {
      socket.write(bytes(id));
      then?.(socket);
    });
  const hangUp = (socket: Socket): void => void socket.end();
  const full = "x".repeat(4096);

  test.each<[string, (socket: Socket) => void, RconErrorKind, RegExp]>([
    ["closes at once", hangUp, "closed", /closed the connection|broke the connection off/],
    [
      "resets when it hears the password",
      (socket) => void socket.once("data", () => socket.resetAndDestroy()),
      "closed",
      /broke the connection off/,
    ],
    [
      "speaks HTTP",
      (socket) => void socket.write("HTTP/1.1 400 Bad Request\r\n\r\n"),
      "badAnswer",
      /does not speak RCON/,
    ],
    ["answers a command with garbage", afterLetIn(() => Buffer.alloc(64, 0xaa)), "badAnswer", /does not speak RCON/],
    ["announces too long a packet", afterLetIn(() => Buffer.of(11, 16, 0, 0)), "badAnswer", /a packet of 4107 bytes/],
    ["closes within a packet", afterLetIn((id) => packet(id, 0, "0. B").subarray(0, 9), hangUp), "closed", /closed/],
    ["closes between packets", afterLetIn((id) => packet(id, 0, full), hangUp), "closed", /closed the connection/],
    [
      "never stops",
      afterLetIn((id) => Buffer.concat(Array.from({ length: 250 }, () => packet(id, 0, full)))),
      "badAnswer",
      /more than 1 MB/,
    ],
  ])("%s: that is said, and the connection is left", async (_, onConnection, kind, message) => {
    let ended = 0;
    const server = await scriptedServer((socket) => {
      socket.on("close", () => ended++);
      onConnection(socket);
      socket.resume();
    });
    const { client } = testClient(server);
    const error = await failure(client);
    expect(error).toMatchObject({ kind, message: expect.stringMatching(message) });
    expect(error.message).toContain(`127.0.0.1:${server.port}`);
    await until(() => expect(ended).toBe(1));
  });

  test("says the password back: it is not taken for an answer and not shown", async () => {
    const echo = await scriptedServer((socket) => socket.pipe(socket));
    const { client, clock, log } = testClient(echo);
    const failed = failure(client);
    await until(() => expect(clock.pending).toBe(1));
    await clock.advance(5_000);
    expect((await failed).kind).toMatch(/timedOut|unreachable/);
    expect(inspect(log.entries, { depth: 20 })).not.toContain(PASSWORD);
  });
});

describe("silence", () => {
  test("after a command ends the connection, so that a late answer reaches no other command", async () => {
    const late: (() => void)[] = [];
    const server = await scriptedServer(
      letIn((socket, id, command) => {
        if (command === "slow") late.push(() => socket.write(packet(id, 0, "slow answer")));
        else socket.write(packet(id, 0, `${command} answer`));
      }),
    );
    const { client, clock } = testClient(server);
    const slow = failureOf(client.execute("slow"));
    await until(() => expect(late).toHaveLength(1));
    await clock.advance(5_000);
    expect(await slow).toMatchObject({
      kind: "timedOut",
      message: expect.stringContaining("did not answer within 5000 ms"),
    });
    await clock.advance(1_000);
    late[0]?.();
    expect(await client.execute("quick")).toBe("quick answer");
    expect(server.connections()).toBe(2);
  });

  test("within an answer differs from none, and packets that trickle in do not prolong the time", async () => {
    const { client, clock } = testClient(
      await scriptedServer(letIn((socket, id) => socket.write(packet(id, 0, "x".repeat(4096))))),
      { quietMs: 60_000 },
    );
    const failed = failure(client);
    await until(() => expect(clock.pending).toBe(2));
    await clock.advance(5_000);
    expect(await failed).toMatchObject({
      kind: "timedOut",
      message: expect.stringContaining("did not finish its answer"),
    });
    expect(clock.pending).toBe(0);
  });

  test("after the password is a time-out, and no word about the password", async () => {
    const { client, clock, server } = await rconWorld({ silentTo: "passwords" });
    const failed = failure(client);
    await until(() => expect(server.counts().rightPasswords).toBe(1));
    await until(() => expect(clock.pending).toBe(1));
    await clock.advance(5_000);
    expect(await failed).toMatchObject({
      kind: "timedOut",
      message: expect.stringContaining("did not answer the password"),
    });
  });
});

describe("after a failure", () => {
  test("the server is left alone for a while that grows, then asked again, and a success ends it", async () => {
    const port = await freePort();
    const { client, clock } = testClient({ host: "127.0.0.1", port });
    expect(await failure(client)).toMatchObject({
      kind: "unreachable",
      says: "RCON cannot be reached (ECONNREFUSED).",
      message: `RCON cannot be reached (ECONNREFUSED). It is at 127.0.0.1:${port}.`,
    });
    expect(await failure(client)).toMatchObject({
      kind: "unreachable",
      says: "RCON cannot be reached (ECONNREFUSED). It is left alone for another 1 s.",
    });
    await clock.advance(1_000);
    expect((await failure(client)).message).not.toContain("left alone");

    const game = testGame();
    const server = await rconServer({ game, password: PASSWORD, clock: systemClock(), port });
    try {
      await clock.advance(999);
      expect((await failure(client)).message).toContain("left alone for another");
      await clock.advance(1_001);
      expect(await pollPlayers(client)).toEqual({ players: [] });
    } finally {
      await server.close();
    }
    expect((await failure(client)).message).not.toContain("left alone");
    expect((await failure(client)).message).toContain("another 1 s");
  });

  test.each([
    [0, 60_000],
    [255, 75_000],
  ])("a refused password is not said again for 60 s and more (random byte %d)", async (byte, pauseMs) => {
    const { server } = await rconWorld();
    const random = { bytes: (length: number) => new Uint8Array(length).fill(byte) };
    const { client, clock } = testClient(server, { password: "wrong-hunter3", random });
    const error = await failure(client);
    expect(error).toMatchObject({
      kind: "wrongPassword",
      message: `RCON refused the password. It is at 127.0.0.1:${server.port}.`,
    });
    await clock.advance(pauseMs - 1);
    const paused = await failure(client);
    expect(paused).toMatchObject({ kind: "wrongPassword", message: expect.stringContaining("another 1 s") });
    expect(inspect([error, paused], { depth: 20, showHidden: true })).not.toContain("hunter3");
    expect(server.counts()).toMatchObject({ connections: 1, wrongPasswords: 1 });
    await clock.advance(1);
    expect((await failure(client)).kind).toBe("wrongPassword");
    expect(server.counts()).toMatchObject({ connections: 2, wrongPasswords: 2, commands: 0 });
  });

  test("a server that restarts between two polls is asked again without a pause", async () => {
    const { client, server, game } = await rconWorld();
    game.online = crowd(3);
    await pollPlayers(client);
    server.dropConnections();
    await until(() => expect(server.openConnections()).toBe(0));
    // The end of the connection is on its way to the client; two turns of the event loop read it.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(await pollPlayers(client)).toEqual({ players: game.online });
    expect(server.counts().connections).toBe(2);
  });

  test("nothing is sent twice", async () => {
    const { client, server, game } = await rconWorld({ hangsUpAfterBytes: 20 });
    game.chat.push("A (B): hello");
    expect(await failureOf(client.execute("getchat"))).toMatchObject({ kind: "closed" });
    expect(server.counts().commands).toBe(1);
  });
});

describe("close", () => {
  test.each(["passwords", "commands"] as const)("ends at once what waits for an answer to %s", async (silentTo) => {
    const { client, server } = await rconWorld({ silentTo });
    const failures = Promise.all([failure(client), failure(client)]);
    await until(() => expect(server.counts().rightPasswords).toBe(1));
    await client.close();
    for (const each of await failures) {
      expect(each).toMatchObject({ kind: "closed", message: expect.stringContaining("is shut down") });
    }
    expect((await failure(client)).kind).toBe("closed");
    await until(() => expect(server.openConnections()).toBe(0));
    expect(server.counts().connections).toBe(1);
  });

  test("may be called before anything was sent, and twice", async () => {
    const { client, server } = await rconWorld();
    await client.close();
    await client.close();
    expect((await failure(client)).kind).toBe("closed");
    expect(server.counts().connections).toBe(0);
  });

  test("leaves no timer behind", async () => {
    const { client, clock } = await rconWorld();
    await client.execute("getchat");
    expect(clock.pending).toBe(0);
    await client.close();
  });
});

test("a password that fits into no packet is refused when the client is made", () => {
  const make = (password: string) => () => testClient({ host: "127.0.0.1", port: 1 }, { password });
  expect(make("hunter2\0")).toThrow(/^(?!.*hunter2)/);
  expect(make("x".repeat(4097))).toThrow("at most 4,096 bytes");
});
