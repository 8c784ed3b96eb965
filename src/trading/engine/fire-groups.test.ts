/** Which slices share a commit, and which wait for one that goes alone. */
import { expect, test } from "vitest";
import { FireGroups } from "./fire-groups.ts";
import type { Fired, Firing, KeptRunOrder, RunWorker } from "./store-runs.ts";

const WORKER: RunWorker = { lease: "here", fence: 1 };
const FIRED: Fired = { kind: "fired", orders: [] };

const firing = (runId: number, ...keyIds: readonly number[]) =>
  ({ runId, orders: keyIds.map((keyId) => ({ keyId })) }) as unknown as Firing;

/** An answer that a test gives. */
class Deferred<T> {
  resolve!: (value: T) => void;
  reject!: (error: Error) => void;
  readonly promise = new Promise<T>((resolve, reject) => {
    this.resolve = resolve;
    this.reject = reject;
  });
}

/** Slices that each commit was asked for, and those that went alone. Nothing ends before the test says so. */
function groups(passes: (runId: number) => boolean = () => true) {
  const together: { readonly runs: readonly number[]; readonly end: Deferred<void> }[] = [];
  const alone: { readonly run: number; readonly end: Deferred<Fired> }[] = [];
  const fireGroups = new FireGroups({
    async together(_, firings) {
      const end = new Deferred<void>();
      together.push({ runs: firings.map(({ runId }) => runId), end });
      await end.promise;
      const stored = firings.filter(({ runId }) => passes(runId));
      return new Map(stored.map(({ runId }): [number, readonly KeptRunOrder[]] => [runId, []]));
    },
    alone(_, { runId }) {
      const end = new Deferred<Fired>();
      alone.push({ run: runId, end });
      return end.promise;
    },
  });
  return { fireGroups, together, alone };
}

/** Everything that can go on has gone on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("slices decided in one turn share a commit, and those that arrive during it share the next", async () => {
  const { fireGroups, together } = groups();
  const fired = [1, 2].map((run) => fireGroups.fire(WORKER, firing(run, 1)));
  await settle();
  fired.push(...[3, 1].map((run) => fireGroups.fire(WORKER, firing(run, 1))));
  expect(together.map(({ runs }) => runs)).toEqual([[1, 2]]);
  together[0]?.end.resolve();
  await settle();
  expect(together.map(({ runs }) => runs)).toEqual([
    [1, 2],
    [3, 1],
  ]);
  together[1]?.end.resolve();
  expect(await Promise.all(fired)).toEqual([FIRED, FIRED, FIRED, FIRED]);
});

test("a slice waits for one that goes alone with a key of it, and others do not", async () => {
  const { fireGroups, together, alone } = groups((run) => run !== 1);
  const fired = [1, 2].map((run) => fireGroups.fire(WORKER, firing(run, run)));
  await settle();
  together[0]?.end.resolve();
  await settle();
  expect(alone.map(({ run }) => run)).toEqual([1]);
  fired.push(
    fireGroups.fire(WORKER, firing(3, 3, 1)),
    fireGroups.fire(WORKER, firing(4, 4)),
    fireGroups.fire(WORKER, firing(5, 1)),
  );
  await settle();
  expect(together.map(({ runs }) => runs)).toEqual([[1, 2], [4]]);
  together[1]?.end.resolve();
  await settle();
  expect(together).toHaveLength(2);
  alone[0]?.end.resolve(FIRED);
  await settle();
  // Together, though each would have been passed over before.
  expect(together.at(-1)?.runs).toEqual([3, 5]);
  together.at(-1)?.end.resolve();
  expect(await Promise.all(fired)).toEqual([FIRED, FIRED, FIRED, FIRED, FIRED]);
  expect(alone).toHaveLength(1);
});

test("a slice that fails alone blocks no other, nor does one whose plan is checked first", async () => {
  const { fireGroups, together, alone } = groups();
  const asked = { ...firing(1, 7), isAllowed: () => Promise.resolve(true) };
  const failed = fireGroups.fire(WORKER, asked).catch((error: unknown) => error);
  const second = fireGroups.fire(WORKER, { ...firing(2, 7), isAllowed: () => Promise.resolve(true) });
  const third = fireGroups.fire(WORKER, firing(3, 7));
  await settle();
  expect([alone.map(({ run }) => run), together]).toEqual([[1, 2], []]);
  const problem = new Error("the connection is gone");
  alone[0]?.end.reject(problem);
  expect(await failed).toBe(problem);
  await settle();
  expect(together).toEqual([]);
  alone[1]?.end.resolve(FIRED);
  await settle();
  expect(together.map(({ runs }) => runs)).toEqual([[3]]);
  together[0]?.end.resolve();
  expect(await Promise.all([second, third])).toEqual([FIRED, FIRED]);
});

test("slices of another worker are not in the same commit", async () => {
  const { fireGroups, together } = groups();
  const fired = [
    fireGroups.fire(WORKER, firing(1, 1)),
    fireGroups.fire({ ...WORKER, fence: 2 }, firing(2, 1)),
    fireGroups.fire(WORKER, firing(3, 1)),
  ];
  await settle();
  together[0]?.end.resolve();
  await settle();
  together[1]?.end.resolve();
  expect(await Promise.all(fired)).toEqual([FIRED, FIRED, FIRED]);
  expect(together.map(({ runs }) => runs)).toEqual([[1, 3], [2]]);
});
