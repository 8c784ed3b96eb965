import fc from "fast-check";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/support/database.ts";
import { keptLog } from "../../../test/support/kept-log.ts";
import { presenceInMemory, presenceInSql, type PresenceUnderTest } from "../../../test/support/presence-stores.ts";
import type { Instant } from "../../kit/time/instant.ts";
import { Presence } from "./core/presence.ts";
import { PresenceRecorder } from "./recorder.ts";
import { sessionFaults } from "./store.naive.ts";
import type { PresenceBatch } from "./store.ts";

const { db } = await testDatabase({ rooms: ["kit", "players"] });

const SERVERS = ["Aberration", "Island", "Ragnarok"];
const ACCOUNTS = ["A", "B", "C"].map((letter) => ({ platformId: letter.repeat(32).toLowerCase(), name: letter }));
const SECOND = 1_000_000;

const server = fc.constantFrom(...SERVERS);
const account = fc.constantFrom(...ACCOUNTS);
const accounts = fc.uniqueArray(account);
const command = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant("observe" as const), server, accounts }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("fail" as const), server }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("join" as const, "leave" as const), server, account }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("write" as const), first: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("database" as const), is: fc.constantFrom("well", "away", "deaf") }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("take over" as const), server }) },
);

test.each([
  ["in memory", 400, async () => presenceInMemory()],
  ["in PostgreSQL", 25, () => presenceInSql(db)],
])(
  "two processes, whose writes come late, fail, or are repeated, keep every account in one place at a time, %s",
  async (_where, numRuns, make) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(command, fc.integer({ min: 0, max: 20 })), { maxLength: 60 }),
        fc.array(server, { minLength: 3, maxLength: 3 }),
        async (commands, homes) => {
          const world = new World(await make());
          for (const name of SERVERS) await world.adopt(name, SERVERS.indexOf(name) % 2);
          for (const [each, seconds] of commands) {
            world.now = (world.now + seconds * SECOND) as Instant;
            await world.run(each);
            expect(await world.faults()).toEqual([]);
          }
          // Everything is well again, and each account is on one server: soon, the rows say so.
          await world.run({ kind: "database", is: "well" });
          const listOf = (name: string) => ACCOUNTS.filter((_, index) => homes[index] === name);
          for (let round = 0; round < 10; round++) {
            for (const name of SERVERS) {
              world.now = (world.now + 5 * SECOND) as Instant;
              await world.run({ kind: "observe", server: name, accounts: listOf(name) });
              while (world.gates.length > 0) await world.run({ kind: "write", first: true });
            }
          }
          expect(await world.faults()).toEqual([]);
          const open = (await world.stored.rows()).filter(({ endedAt }) => endedAt === null);
          expect(open.map(({ platformId, server: where }) => [platformId, where])).toEqual(
            ACCOUNTS.map(({ platformId }, index) => [platformId, homes[index]]),
          );
        },
      ),
      { numRuns },
    );
  },
);

type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

class World {
  readonly stored: PresenceUnderTest;
  /** Writes that wait to be let through. */
  readonly gates: (() => void)[] = [];
  now = (1_000_000 * SECOND) as Instant;
  #database = "well";
  #numbers = 0;
  readonly #owners = new Map<string, number>();
  readonly #fences = new Map<string, number>();
  /** Requests to storage without an answer yet. */
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #processes = [this.#process(), this.#process()] as const;

  constructor(stored: PresenceUnderTest) {
    this.stored = stored;
  }

  async faults(): Promise<string[]> {
    return sessionFaults(await this.stored.rows(), await this.stored.transitions());
  }

  async adopt(name: string, process: number): Promise<void> {
    const fence = (this.#fences.get(name) ?? 0) + 1;
    this.#fences.set(name, fence);
    await this.stored.hold(name, fence);
    this.#owners.set(name, process);
    ignored(this.#processes[process === 0 ? 0 : 1].adopt(name, fence, this.#time(process)));
    await this.#settled();
  }

  async run(each: Command): Promise<void> {
    if (each.kind === "database") this.#database = each.is;
    else if (each.kind === "write") this.gates.splice(each.first ? 0 : -1, 1)[0]?.();
    else if (each.kind === "take over") await this.adopt(each.server, 1 - (this.#owners.get(each.server) ?? 0));
    else {
      // A process that was robbed of its lease may not know it yet, and goes on polling.
      for (const [index, process] of this.#processes.entries()) ignored(this.#tell(process, each, this.#time(index)));
    }
    await this.#settled();
  }

  /** All that can happen has happened: what still waits, waits at a gate. */
  async #settled(): Promise<void> {
    await turn();
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay);
      await turn();
    }
  }

  #asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#underWay.add(answer);
    ignored(answer.finally(() => this.#underWay.delete(answer)));
    return answer;
  }

  #tell(process: PresenceRecorder, each: Command, at: Instant): Promise<void> {
    this.#numbers++;
    const number = this.#numbers;
    switch (each.kind) {
      case "observe":
        return process.apply({ kind: "listed", server: each.server, number, at, accounts: each.accounts });
      case "fail":
        return process.apply({ kind: "failed", server: each.server, number, at });
      case "join":
        return process.joined(each.server, at, each.account);
      case "leave":
        return process.left(each.server, at, each.account.platformId);
      default:
        return Promise.resolve();
    }
  }

  /** The second machine's clock is three seconds ahead. */
  #time(process: number): Instant {
    return (this.now + process * 3 * SECOND) as Instant;
  }

  #process(): PresenceRecorder {
    return new PresenceRecorder({
      presence: new Presence(),
      store: {
        openSessions: (name, fence) => this.#asked(this.stored.store.openSessions(name, fence)),
        serversWithOpenSessions: () => this.stored.store.serversWithOpenSessions(),
        listSessions: (...given) => this.stored.store.listSessions(...given),
        deleteSessionsBefore: (at) => this.stored.store.deleteSessionsBefore(at),
        apply: async (batch: PresenceBatch) => {
          await new Promise<void>((resolve) => this.gates.push(resolve));
          if (this.#database === "away") throw new Error("the database is away");
          const applied = await this.#asked(this.stored.store.apply(batch));
          if (this.#database === "deaf") throw new Error("the answer to the commit was lost");
          return applied;
        },
      },
      log: keptLog(),
      onServerLost: () => undefined,
    });
  }
}

function ignored(promise: Promise<unknown>): void {
  promise.catch(() => undefined);
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
