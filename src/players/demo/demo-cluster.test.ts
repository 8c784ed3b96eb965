import { connect } from "node:net";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keptLog } from "../../../test/support/kept-log.ts";
import { manualClock } from "../../../test/support/manual-clock.ts";
import { until } from "../../../test/support/rcon.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { systemRandom } from "../../kit/ids/ids.ts";
import { toMillis } from "../../kit/time/instant.ts";
import { pollPlayers, rconClient } from "../rcon/index.ts";
import { startDemoCluster } from "./index.ts";

async function start() {
  const folder = await temporaryFolder();
  const clock = manualClock(Date.UTC(2026, 1, 1));
  const log = keptLog();
  const random = systemRandom();
  const demo = await startDemoCluster({ folder: folder.path, clock, random, log });
  const clients = demo.cluster.servers.map(({ rcon }) => {
    if (rcon?.password.from !== "text") throw new Error("the demo gives its passwords as text");
    const { host, port } = rcon;
    return rconClient({ host, port, password: rcon.password.text, clock, log, random });
  });
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await demo.stop();
    await folder.remove();
  });
  const online = async (): Promise<string[]> =>
    (await Promise.all(clients.map((client) => pollPlayers(client)))).flatMap(({ players }) =>
      players.map(({ platformId }) => platformId),
    );
  /** The life and the saves do nothing but wait. */
  const idle = (): Promise<void> => until(() => expect(clock.pending).toBe(2));
  const pass = async (ms: number): Promise<void> => {
    await idle();
    await clock.advance(ms);
    await idle();
  };
  return { folder, clock, log, demo, online, pass };
}

test("the demo has people on every server from the start, and saves in its folder", async () => {
  const { demo, online, folder } = await start();
  expect((await online()).length).toBeGreaterThan(10);
  for (const { key, saves } of demo.cluster.servers) {
    expect(saves?.folder.startsWith(join(folder.path, "demo-cluster", key))).toBe(true);
    expect((await readdir(saves?.folder ?? "")).filter((name) => name.endsWith(".arkprofile")).length).toBeGreaterThan(
      5,
    );
  }
});

test("a player comes or goes within some minutes, and every world is saved each minute", async () => {
  const { demo, pass, online, clock } = await start();
  const before = await online();
  await until(async () => {
    await pass(60_000);
    expect(await online()).not.toEqual(before);
  });
  for (let turn = 0; turn < 3; turn++) await pass(20_000);
  for (const { saves } of demo.cluster.servers) {
    const folder = saves?.folder ?? "";
    const world = (await readdir(folder)).find((name) => name.endsWith(".ark")) ?? "";
    expect(toMillis(clock.now()) - (await stat(join(folder, world))).mtimeMs).toBeLessThan(60_000);
  }
});

test("a demo that is stopped leaves no port open, no timer running and no password in its log", async () => {
  const { demo, clock, log } = await start();
  await demo.stop();
  expect(clock.pending).toBe(0);
  for (const { rcon } of demo.cluster.servers) {
    await expect(connects(rcon?.port ?? 0)).resolves.toBe(false);
    expect(JSON.stringify(log.entries)).not.toContain(rcon?.password.from === "text" ? rcon.password.text : "-");
  }
});

test("every start brings the same people, with other passwords", async () => {
  const one = await start();
  const other = await start();
  expect(await other.online()).toEqual(await one.online());
  expect(other.demo.cluster.servers[0]?.rcon?.password).not.toEqual(one.demo.cluster.servers[0]?.rcon?.password);
});

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
