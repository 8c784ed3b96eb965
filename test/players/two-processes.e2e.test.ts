/** Several processes on one database, and what is left when any or all of them are killed while servers save. */
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { BUSY_SERVERS, CHANGES_OF_A_TICK } from "../support/busy-server.ts";
import { disagreements, readStored, servedProblems, type PlayersTarget } from "../support/busy-twin.ts";
import { bundleScript } from "../support/bundle.ts";
import type { ScriptProcess } from "../support/child-process.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { ServiceProcesses } from "../support/service-processes.ts";
import { untilWaitingForLock } from "../support/waiting-for-lock.ts";

const script = await bundleScript(fileURLToPath(new URL("../support/players-process.ts", import.meta.url)));
const processes = await ServiceProcesses.inTemporaryFolder([script], ({ url, key }): PlayersTarget => ({
  url: String(url),
  key: String(key),
}));

afterAll(() => processes.remove());

/** The last tick of each server that was told to be applied, of saves and of lists. */
const acknowledged = new Map(BUSY_SERVERS.map(({ key }) => [key, { saves: 0, lists: 0 }]));

/** Two processes, each of which reads one of the servers. */
class Readers {
  readonly #writing = new Map<string, { readonly process: ScriptProcess; readonly before: number }>();

  async start(): Promise<void> {
    await processes.start(2);
    const { progress } = await processes.read(readStored);
    for (const [place, { key }] of BUSY_SERVERS.entries()) {
      const child = processes.running[place]?.process;
      if (!child) throw new Error("each server has a process");
      const before = progress.get(key)?.lists ?? 0;
      this.#writing.set(key, { process: child, before: child.told.length });
      child.say(`write ${key} ${before}`);
    }
  }

  /** Resolves when every server has begun so many ticks more, and one is just beginning. */
  async until(ticks: number): Promise<void> {
    const waits = Array.from(this.#writing.values(), ({ process: child }) => {
      const begun = child.told.filter(({ event }) => event === "begins").length;
      return child.heard("begins", begun + ticks);
    });
    await Promise.all(waits);
  }

  /** Lets those that live come to rest, and notes what all of them have told to be applied. */
  async rest(): Promise<void> {
    for (const [key, { process: child, before }] of this.#writing) {
      if (processes.running.some((each) => each.process === child)) {
        const rests = child.told.filter(({ event }) => event === "rests").length;
        child.say("rest");
        await child.heard("rests", rests + 1);
      }
      const known = acknowledged.get(key);
      const told = child.told.slice(before);
      const last = (event: string): number => Number(told.findLast((each) => each["event"] === event)?.["tick"] ?? 0);
      acknowledged.set(key, {
        saves: Math.max(known?.saves ?? 0, last("saved")),
        lists: Math.max(known?.lists ?? 0, last("listed")),
      });
    }
    this.#writing.clear();
  }
}

const readers = new Readers();

/** What is wrong: in the tables, with what each process serves, and between them. */
async function problems(): Promise<string[]> {
  const { progress, problems: stored } = await processes.read(readStored);
  const { targets } = processes;
  const served = await Promise.all(targets.map((target) => servedProblems(target, progress)));
  return [...stored, ...served.flat(), ...(await disagreements(targets, progress))];
}

/** Which acknowledged ticks are not stored, and which are that nobody was working on. */
async function misplaced(): Promise<string[]> {
  const { progress } = await processes.read(readStored);
  return BUSY_SERVERS.flatMap(({ key }) => {
    const [is, told] = [progress.get(key), acknowledged.get(key)];
    const isRight = (stored = 0, sure = 0): boolean => stored === sure || stored === sure + 1;
    if (isRight(is?.saves, told?.saves) && isRight(is?.lists, told?.lists)) return [];
    return [`of ${key}, ${JSON.stringify(told)} was acknowledged and ${JSON.stringify(is)} is stored`];
  });
}

describe("two processes on one database", () => {
  test("show the same after some thousand changes by both, and what the database holds", async () => {
    await readers.start();
    await readers.until(70);
    await readers.rest();
    await expect.poll(problems).toEqual([]);
    expect(await misplaced()).toEqual([]);
    const { progress } = await processes.read(readStored);
    const ticks = [...progress.values()].reduce((sum, { lists }) => sum + lists, 0);
    expect(ticks * CHANGES_OF_A_TICK).toBeGreaterThan(2_500);
  });
});

/** Kills when each process has written a part of a tick and waits to write the rest. */
async function killBetweenWrites(kill: () => Promise<void>): Promise<void> {
  await processes.read(async (db) => {
    const log = await holdTransaction(db, (tx) =>
      tx.execute({ name: "test.holdLogs", text: "lock table players.tribe_log in exclusive mode" }),
    );
    await untilWaitingForLock(db, BUSY_SERVERS.length);
    await kill();
    // The database may be gone as well.
    await log.commit().catch(() => undefined);
  });
}

describe.skipIf(process.platform !== "linux")(
  "kill -9 while saves are applied loses nothing and leaves no halves",
  () => {
    test.each([
      ["of one process", () => killBetweenWrites(() => processes.kill(0))],
      [
        "of the database server, which the processes start again",
        async () => {
          await processes.killPostgres();
          await readers.until(5);
        },
      ],
      ["of everything", () => killBetweenWrites(() => processes.killAll())],
    ])("%s", async (_what, kill) => {
      await readers.start();
      await readers.until(5);
      await kill();
      await readers.rest();
      expect(await misplaced()).toEqual([]);
      // As after a crash: whatever is left runs on, and what is gone starts again.
      await processes.start(2);
      await expect.poll(problems).toEqual([]);
    });
  },
);
