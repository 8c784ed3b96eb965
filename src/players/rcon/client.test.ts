import { describe, expect, test } from "vitest";
import {
  crowd,
  letIn,
  packet,
  PASSWORD,
  rconWorld,
  scriptedServer,
  testClient,
  until,
} from "../../../test/support/rcon.ts";
import type { RconHabits } from "../demo/rcon/habits.ts";
import { pollPlayers, takeChat, takeGameLog } from "./index.ts";

const ARNOLD = { name: "A, b. c", platformId: "76561198000000001" };

describe("an answer arrives whole", () => {
  test.each<[string, Partial<RconHabits>]>([
    ["as ARK sends it", {}],
    ["after an empty packet before the verdict", { emptyBeforeVerdict: true }],
    ["with Keep Alive in its midst", { keepAlives: true }],
    ["with packets of other ids in its midst", { strayPackets: true }],
    ["byte by byte", { pieceBytes: 1 }],
    ["in pieces that cut characters and packets", { pieceBytes: 997 }],
    ["with pauses between its packets", { gapMs: 5 }],
    ["in packets by Valve's count", { bodyBytes: 4086, gapMs: 5 }],
    [
      "with all of that",
      { emptyBeforeVerdict: true, keepAlives: true, strayPackets: true, pieceBytes: 61, bodyBytes: 4095, gapMs: 1 },
    ],
  ])("%s", async (_, habits) => {
    const { game, server, client } = await rconWorld(habits);
    for (const count of [1, 0, 100, 400]) {
      game.online = crowd(habits.pieceBytes === 1 ? count / 4 : count);
      expect(await pollPlayers(client)).toEqual({ players: game.online });
    }
    expect(server.counts()).toMatchObject({ connections: 1, rightPasswords: 1, overlaps: 0 });
  });

  test("when its last packet is full, after 300 ms of silence", async () => {
    const { client, clock } = testClient(
      await scriptedServer(letIn((socket, id) => socket.write(packet(id, 0, "x".repeat(4096))))),
    );
    let text: string | undefined;
    const executed = client.execute("listplayers").then((answer) => {
      text = answer;
    });
    await until(() => expect(clock.pending).toBe(2));
    await clock.advance(299);
    expect(text).toBeUndefined();
    await clock.advance(1);
    await executed;
    expect(text).toHaveLength(4096);
  });

  test("when foreign packets go on while it is silent", async () => {
    let sent = 0;
    const { client, clock } = testClient(
      await scriptedServer(
        letIn((socket, id) => {
          socket.write(packet(id, 0, "x".repeat(4096)));
          const timer = setInterval(() => {
            sent++;
            socket.write(packet(5, 0, "noise"));
          }, 1);
          socket.on("close", () => clearInterval(timer));
        }),
      ),
    );
    const executed = client.execute("listplayers");
    await until(() => expect(clock.pending).toBe(2));
    await clock.advance(200);
    const before = sent;
    await until(() => expect(sent).toBeGreaterThan(before + 5));
    await clock.advance(100);
    expect(await executed).toHaveLength(4096);
  });

  test("from then on, when a server once went on after a packet that was not full", async () => {
    let goOn: () => void = () => undefined;
    const { client, clock, log } = testClient(
      await scriptedServer(
        letIn((socket, id, command) => {
          socket.write(packet(id, 0, `${command} one, `));
          goOn = () => socket.write(packet(id, 0, "two"));
        }),
      ),
    );
    expect(await client.execute("a")).toBe("a one, ");
    goOn();
    await until(() => expect(log.entries.map((entry) => entry.level)).toContain("warn"));
    const second = client.execute("b");
    await until(() => expect(clock.pending).toBe(2));
    await clock.advance(299);
    goOn();
    // The second piece restarts the silence.
    await clock.advance(0);
    await clock.advance(299);
    expect(clock.pending).toBe(2);
    await clock.advance(1);
    expect(await second).toBe("b one, two");
  });
});

describe("the commands", () => {
  test("the account of A20 is online, and then no account is", async () => {
    const { game, client } = await rconWorld();
    game.online = [ARNOLD];
    expect(await pollPlayers(client)).toEqual({ players: [ARNOLD] });
    game.online = [];
    expect(await pollPlayers(client)).toEqual({ players: [] });
    expect(await pollPlayers(client)).toEqual({ players: [] });
  });

  test("letters that ARK loses cost a name and no player", async () => {
    const { game, client } = await rconWorld({ questionMarks: true });
    game.online = [{ name: "Jürgen 😀", platformId: "0002a1b2c3d4e5f60718293a4b5c6d7e" }];
    expect(await pollPlayers(client)).toEqual({
      players: [{ name: "J?rgen ??", platformId: "0002a1b2c3d4e5f60718293a4b5c6d7e" }],
    });
  });

  test("chat and log are handed out once", async () => {
    const { game, client } = await rconWorld();
    game.chat.push("Bob77 (Bob): grüß dich");
    game.log.push("2024.05.01_18.30.07: Bob joined this ARK!");
    expect(await takeChat(client)).toEqual([
      { kind: "said", platformName: "Bob77", characterName: "Bob", text: "grüß dich" },
    ]);
    expect(await takeChat(client)).toEqual([]);
    expect(await takeGameLog(client)).toEqual([{ localTime: "2024-05-01T18:30:07", kind: "joined", name: "Bob" }]);
    expect(await takeGameLog(client)).toEqual([]);
  });

  test("a list with odd lines in it loses these lines, and the connection stays", async () => {
    const { server, game, client } = await rconWorld();
    game.online = [ARNOLD, { name: "two\nlines", platformId: "76561198000000002" }];
    expect(await pollPlayers(client)).toEqual({ players: [ARNOLD], unread: ["two", "lines, 76561198000000002"] });
    game.online = [ARNOLD];
    expect(await pollPlayers(client)).toEqual({ players: [ARNOLD] });
    expect(server.counts().connections).toBe(1);
  });
});

describe("one at a time", () => {
  test("commands given at once are sent one after the other and get their own answers", async () => {
    const { game, server, client } = await rconWorld({ pieceBytes: 7 });
    game.online = crowd(30);
    game.chat.push("A (B): hi");
    const answers = await Promise.all([
      pollPlayers(client),
      takeChat(client),
      client.execute("SaveWorld"),
      pollPlayers(client),
    ]);
    expect(answers[0]).toEqual({ players: game.online });
    expect(answers[1]).toHaveLength(1);
    expect(answers[2]).toBe("World Saved \n ");
    expect(answers[3]).toEqual({ players: game.online });
    expect(game.saves).toBe(1);
    expect(server.counts()).toMatchObject({ commands: 4, overlaps: 0 });
  });

  test("too many waiting commands are refused and not sent", async () => {
    const { server, client } = await rconWorld({ silentTo: "commands" });
    const waiting = Array.from({ length: 17 }, () => client.execute("listplayers"));
    const settled = Promise.allSettled(waiting);
    await expect(client.execute("listplayers")).rejects.toMatchObject({ kind: "busy" });
    await until(() => expect(server.counts().commands).toBe(1));
    await client.close();
    for (const result of await settled)
      expect(result).toMatchObject({ status: "rejected", reason: { kind: "closed" } });
    expect(server.counts().commands).toBe(1);
  });

  test("a waiting command that is given up is not sent, and costs the others nothing", async () => {
    const { server, client } = await rconWorld({ pieceBytes: 5 });
    const stop = new AbortController();
    const first = client.execute("listplayers");
    const second = client.execute("saveworld", stop.signal);
    const third = client.execute("getchat");
    const reason = new Error("not needed");
    stop.abort(reason);
    await expect(second).rejects.toBe(reason);
    expect(await first).toContain("No Players Connected");
    expect(await third).toContain("no response");
    expect(server.counts()).toMatchObject({ connections: 1, commands: 2 });
  });

  test("a command in progress that is given up takes the connection with it, so that its answer reaches no other command", async () => {
    const { server, client } = await rconWorld({ silentTo: "commands" });
    const stop = new AbortController();
    const given = client.execute("listplayers", stop.signal);
    await until(() => expect(server.counts().commands).toBe(1));
    const reason = new Error("not needed");
    stop.abort(reason);
    await expect(given).rejects.toBe(reason);
    server.behave({ silentTo: "nothing" });
    expect(await client.execute("getchat")).toContain("no response");
    expect(server.counts().connections).toBe(2);
    await expect(client.execute("getchat", stop.signal)).rejects.toBe(reason);
    expect(server.counts()).toMatchObject({ connections: 2, commands: 2 });
  });
});

test("a password with letters of two bytes is said right, and never shown", async () => {
  const { client, server, log } = await rconWorld();
  await client.execute("getchat");
  expect(server.counts()).toMatchObject({ rightPasswords: 1, wrongPasswords: 0 });
  const { inspect } = await import("node:util");
  const shown = inspect([client, log.entries], { depth: 20, showHidden: true }) + JSON.stringify([client, log.entries]);
  expect(shown).not.toContain(PASSWORD);
});
