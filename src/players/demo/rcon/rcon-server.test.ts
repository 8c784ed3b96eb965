import { connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { crowd, packet, PASSWORD, testGame, until, type TestGame } from "../../../../test/support/rcon.ts";
import { systemClock } from "../../../kit/time/clock.ts";
import type { RconHabits } from "./habits.ts";
import { rconServer, type RconServer } from "./rcon-server.ts";

const AUTH = 3;
const COMMAND = 2;

interface Started {
  readonly game: TestGame;
  readonly server: RconServer;
}

async function start(habits: Partial<RconHabits> = {}): Promise<Started> {
  const game = testGame();
  const server = await rconServer({ game, password: PASSWORD, clock: systemClock(), habits });
  onTestFinished(() => server.close());
  return { game, server };
}

interface Wire {
  readonly socket: Socket;
  /** Packets that came so far: id, type and body. */
  readonly received: { id: number; type: number; body: Buffer }[];
  /** Pieces as they came. */
  readonly pieces: Buffer[];
  readonly isClosed: () => boolean;
}

/** A connection without any wisdom about RCON but the form of packets. */
async function wire({ port }: RconServer, password?: string): Promise<Wire> {
  const socket = connect({ host: "127.0.0.1", port, noDelay: true });
  onTestFinished(() => void socket.destroy());
  const received: Wire["received"] = [];
  const pieces: Buffer[] = [];
  let pending: Buffer = Buffer.alloc(0);
  let closed = false;
  socket.on("error", () => undefined);
  socket.on("close", () => {
    closed = true;
  });
  socket.on("data", (piece) => {
    pieces.push(piece);
    pending = Buffer.concat([pending, piece]);
    while (pending.length >= 4 && pending.length >= 4 + pending.readInt32LE(0)) {
      const end = 4 + pending.readInt32LE(0);
      received.push({ id: pending.readInt32LE(4), type: pending.readInt32LE(8), body: pending.subarray(12, end - 2) });
      pending = pending.subarray(end);
    }
  });
  await new Promise((resolve) => socket.once("connect", resolve));
  const made = { socket, received, pieces, isClosed: () => closed };
  if (password !== undefined) {
    socket.write(packet(1, AUTH, password));
    await until(() => expect(received.some(({ type }) => type === 2)).toBe(true));
    received.length = 0;
  }
  return made;
}

/** The answer's text once `isWhole` says so: everything of the id, joined as bytes. */
async function textOf({ socket, received }: Wire, id: number, command: string, end: string): Promise<string> {
  socket.write(packet(id, COMMAND, command));
  const text = (): string =>
    Buffer.concat(received.filter((each) => each.id === id).map((each) => each.body)).toString();
  const last = new RegExp(`${end}\\s*$`);
  await until(() => expect(last.test(text())).toBe(true));
  return text();
}

describe("the simulated RCON server", () => {
  test("answers the right password with its id and a wrong one with -1, without another packet before", async () => {
    const { server } = await start();
    const { socket, received } = await wire(server);
    socket.write(packet(41, AUTH, "wrong"));
    await until(() => expect(received).toHaveLength(1));
    socket.write(packet(42, AUTH, PASSWORD));
    await until(() => expect(received).toHaveLength(2));
    expect(received.map(({ id, type, body }) => [id, type, body.length])).toEqual([
      [-1, 2, 0],
      [42, 2, 0],
    ]);
    expect(server.counts()).toMatchObject({ rightPasswords: 1, wrongPasswords: 1 });
  });

  test("answers each command in ARK's words", async () => {
    const { server, game } = await start();
    const client = await wire(server, PASSWORD);
    game.chat.push("Bob77 (Bob): hi");
    game.log.push("2024.05.01_18.30.07: Bob joined this ARK!");
    expect(await textOf(client, 2, "ListPlayers", "Connected")).toBe("No Players Connected \n ");
    expect(await textOf(client, 3, "GetChat", "hi")).toBe("Bob77 (Bob): hi \n ");
    expect(await textOf(client, 4, "getchat", "!!")).toBe("Server received, But no response!! \n ");
    expect(await textOf(client, 5, "GetGameLog", "!")).toBe("2024.05.01_18.30.07: Bob joined this ARK! \n ");
    expect(await textOf(client, 6, "getgamelog", "!!")).toContain("no response");
    expect(await textOf(client, 7, "SaveWorld", "Saved")).toBe("World Saved \n ");
    expect(await textOf(client, 8, "DoSomething", "!!")).toContain("no response");
    game.online = [{ name: "A, b. c", platformId: "76561198000000001" }, ...crowd(1)];
    expect(await textOf(client, 9, "listplayers", "000")).toBe(
      "\n0. A, b. c, 76561198000000001 \n1. Spieler größer, 0. (äöü), 76561198000000000 \n ",
    );
    expect(game.saves).toBe(1);
  });

  test.each<[string, Partial<RconHabits>, (wire: Wire) => unknown, unknown]>([
    [
      "fills packets and stops without a word",
      {},
      ({ received }) => received.map((each) => each.body.length === 4096),
      [true, true, false],
    ],
    ["puts less into a packet", { bodyBytes: 8000 / 2 }, ({ received }) => received[0]?.body.length, 4000],
    [
      "sends Keep Alive in between",
      { keepAlives: true },
      ({ received }) => received.filter(({ id }) => id === 0).map(({ body }) => body.toString()),
      Array(3).fill("Keep Alive"),
    ],
    [
      "sends packets of other ids in between",
      { strayPackets: true },
      ({ received }) => received.filter(({ id }) => id !== 2 && id !== 0).length,
      3,
    ],
    ["sends byte by byte", { pieceBytes: 1 }, ({ pieces }) => pieces.length > 1000, true],
    [
      "loses letters",
      { questionMarks: true },
      ({ received }) => Buffer.concat(received.map(({ body }) => body)).includes("gr??er, 0. (???)"),
      true,
    ],
  ])("%s", async (_, habits, look, expected) => {
    const { server, game } = await start(habits);
    game.online = crowd(180);
    const client = await wire(server, PASSWORD);
    await textOf(client, 2, "listplayers", "179");
    expect(look(client)).toEqual(expected);
  });

  test("sends an empty answer before the verdict when told to", async () => {
    const { server } = await start({ emptyBeforeVerdict: true });
    const { socket, received } = await wire(server);
    socket.write(packet(7, AUTH, PASSWORD));
    await until(() => expect(received).toHaveLength(2));
    expect(received.map(({ id, type }) => [id, type])).toEqual([
      [7, 0],
      [7, 2],
    ]);
  });

  test("closes in the middle of an answer when told to", async () => {
    const { server } = await start({ hangsUpAfterBytes: 15 });
    const client = await wire(server, PASSWORD);
    client.pieces.length = 0;
    client.socket.write(packet(2, COMMAND, "listplayers"));
    await until(() => expect(client.isClosed()).toBe(true));
    expect(Buffer.concat(client.pieces)).toHaveLength(15);
  });

  test("hangs for good when a second packet comes before the first is answered", async () => {
    const { server, game } = await start({ gapMs: 5 });
    game.online = crowd(180);
    const client = await wire(server, PASSWORD);
    // The second is the empty packet with which some clients mark the end of an answer.
    client.socket.write(Buffer.concat([packet(2, COMMAND, "listplayers"), packet(3, 0, "")]));
    await until(() => expect(client.received).toHaveLength(3));
    client.socket.write(packet(4, COMMAND, "getchat"));
    const other = await wire(server, PASSWORD);
    await textOf(other, 5, "getchat", "!!");
    expect(client.received.map(({ id }) => id)).toEqual([2, 2, 2]);
    expect(server.counts().overlaps).toBeGreaterThan(0);
  });

  test.each([
    ["a command without a password", packet(2, COMMAND, "saveworld")],
    ["a packet that is too long", Buffer.of(11, 16, 0, 0)],
    ["another protocol", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  ])("drops a connection with %s", async (_, bytes) => {
    const { server, game } = await start();
    const client = await wire(server);
    client.socket.write(bytes);
    await until(() => expect(client.isClosed()).toBe(true));
    expect(game.saves).toBe(0);
  });

  test("closes at once, whatever is open", async () => {
    const { server } = await start({ silentTo: "commands" });
    const client = await wire(server, PASSWORD);
    client.socket.write(packet(2, COMMAND, "listplayers"));
    await until(() => expect(server.counts().commands).toBe(1));
    expect(server.openConnections()).toBe(1);
    await server.close();
    await until(() => expect(client.isClosed()).toBe(true));
  });
});

describe("a client that knows less would be wrong", () => {
  test("the first packet is not the answer, and characters end in the next one", async () => {
    const { server, game } = await start();
    game.online = crowd(180);
    const client = await wire(server, PASSWORD);
    const whole = await textOf(client, 2, "listplayers", "179");
    const bodies = client.received.map(({ body }) => body);
    expect(bodies[0]?.toString().split("\n").length).toBeLessThan(whole.split("\n").length / 2);
    const byPacket = bodies.map((body) => body.toString()).join("");
    expect(byPacket).not.toBe(whole);
    expect(byPacket).toContain("\ufffd");
  });

  test("the first packet after a password is not the verdict", async () => {
    const { server } = await start({ emptyBeforeVerdict: true });
    const { socket, received } = await wire(server);
    socket.write(packet(7, AUTH, "wrong"));
    await until(() => expect(received).toHaveLength(2));
    expect(received.map(({ id }) => id)).toEqual([7, -1]);
  });

  test("the first packet after a command is not its answer", async () => {
    const { server } = await start({ keepAlives: true, strayPackets: true });
    const client = await wire(server, PASSWORD);
    await textOf(client, 2, "listplayers", "Connected");
    expect(client.received.map(({ id }) => id === 2)).toEqual([false, false, true]);
  });
});
