import fc from "fast-check";
import { expect, test } from "vitest";
import { SenderQueue } from "./sender-queue.ts";
import type { Lane } from "./sender-queue.ts";

test("cancels go before orders, orders before searches of one, those before lists, each lane in its order, and nothing at once", async () => {
  const lane = fc.constantFrom<Lane>("cancel", "order", "find", "lookup");
  await fc.assert(
    fc.asyncProperty(fc.array(lane, { minLength: 1, maxLength: 30 }), async (lanes) => {
      const queue = new SenderQueue({ takesOverlap: false });
      const done: string[] = [];
      let running = 0;
      let release: () => void = () => {};
      const first = queue.run("lookup", () => new Promise<void>((resolve) => (release = resolve)));
      const rest = lanes.map((each, index) =>
        queue.run(each, async () => {
          expect(++running).toBe(1);
          await Promise.resolve();
          running--;
          done.push(`${each}${String(index)}`);
        }),
      );
      release();
      await Promise.all([first, ...rest]);
      const rank = { cancel: 0, order: 1, find: 2, lookup: 3 };
      const expected = lanes
        .map((each, index) => ({ each, index }))
        .sort((a, b) => rank[a.each] - rank[b.each] || a.index - b.index)
        .map(({ each, index }) => `${each}${String(index)}`);
      expect(done).toEqual(expected);
    }),
  );
});

test("a request that fails fails alone", async () => {
  const queue = new SenderQueue({ takesOverlap: false });
  const failed = queue.run("order", () => Promise.reject(new Error("refused")));
  const next = queue.run("order", () => Promise.resolve("sent"));
  await expect(failed).rejects.toThrow("refused");
  await expect(next).resolves.toBe("sent");
});

test("more than 500 of a lane that wait are too many for that lane alone, and cancels are never too many", async () => {
  const queue = new SenderQueue({ takesOverlap: false });
  let release: () => void = () => {};
  const all = [queue.run("find", () => new Promise<void>((resolve) => (release = resolve)))];
  for (const lane of ["find", "cancel"] as const) {
    for (let waiting = 0; waiting < 500; waiting++) {
      expect(queue.hasRoom(lane)).toBe(true);
      all.push(queue.run(lane, () => Promise.resolve()));
    }
  }
  const rooms = (["cancel", "order", "find", "lookup"] as const).map((lane) => queue.hasRoom(lane));
  expect(rooms).toEqual([true, true, false, true]);
  release();
  await Promise.all(all);
  expect(queue.hasRoom("find")).toBe(true);
});

test("where requests may overlap, one that hangs holds up none of its lane, nor of another", async () => {
  const queue = new SenderQueue({ takesOverlap: true });
  const hanging = new Promise<never>(() => {});
  for (const lane of ["cancel", "order", "find", "lookup"] as const) {
    void queue.run(lane, () => hanging);
    await expect(queue.run(lane, () => Promise.resolve("sent"))).resolves.toBe("sent");
  }
  for (let sent = 0; sent < 20; sent++) void queue.run("find", () => hanging);
  await expect(queue.run("order", () => Promise.resolve("sent"))).resolves.toBe("sent");
  for (let sent = 0; sent < 20; sent++) void queue.run("order", () => hanging);
  await expect(queue.run("cancel", () => Promise.resolve("sent"))).resolves.toBe("sent");
});
