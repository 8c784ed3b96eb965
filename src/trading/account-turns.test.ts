import { expect, test } from "vitest";
import { AccountTurns } from "./account-turns.ts";

/** Work that lasts until it is ended, by the names of who brought it. */
function turnsOf(places: number, placesOfAccount: number) {
  const turns = new AccountTurns({ places, placesOfAccount });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    bring(ownerUid: number, name: string): void {
      void turns.run(ownerUid, async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
      });
    },
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

test("one account never has more than its part, however many others there are", async () => {
  const { begun, bring, end } = turnsOf(4, 2);
  for (const name of ["a1", "a2", "a3", "a4"]) bring(1, name);
  bring(2, "b1");
  await end("");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  await end("a2");
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

test("waiting accounts get a place in turn, however much they brought and whichever came first", async () => {
  const { begun, bring, end } = turnsOf(2, 2);
  for (const name of ["a1", "a2", "a3", "a4", "a5"]) bring(1, name);
  for (const name of ["b1", "b2", "b3"]) bring(2, name);
  bring(3, "c1");
  await end("");
  expect(begun).toEqual(["a1", "a2"]);
  for (const name of ["a1", "a2", "b1", "c1", "a3", "b2"]) await end(name);
  expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4", "b3"]);
});

test("work that fails gives its place back", async () => {
  const turns = new AccountTurns({ places: 1, placesOfAccount: 1 });
  const failing = turns.run(1, () => Promise.reject(new Error("no answer")));
  const next = turns.run(1, () => Promise.resolve("answered"));
  await expect(failing).rejects.toThrow("no answer");
  expect(await next).toBe("answered");
});
