import { expect, test } from "vitest";
import { parts } from "./parts.ts";

function opened(limitMs?: number) {
  const closed: string[] = [];
  const failures: string[] = [];
  const log = {
    debug: () => undefined,
    error: (fields: object, message: string) => failures.push(`${message}: ${(fields as { err: Error }).err.message}`),
  };
  const list = parts(log, limitMs);
  const add = (name: string) => list.add(name, async () => closed.push(name));
  return { list, add, closed, failures };
}

test("parts are closed one after the other, the last opened first", async () => {
  const { list, closed } = opened();
  for (const name of ["database", "bus", "http"]) {
    list.add(name, async () => {
      closed.push(`${name} begins`);
      await Promise.resolve();
      closed.push(`${name} ends`);
    });
  }
  await list.stopAll();
  expect(closed).toEqual(["http", "bus", "database"].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test("a part that fails, at once or later, is logged and keeps no other open", async () => {
  const { list, add, closed, failures } = opened();
  add("first");
  list.add("second", () => Promise.reject(new Error("later")));
  list.add("third", () => {
    throw new Error("at once");
  });
  await list.stopAll();
  expect(closed).toEqual(["first"]);
  expect(failures).toEqual(["could not close: third: at once", "could not close: second: later"]);
});

test("a part that never closes is given up", async () => {
  const { list, add, closed, failures } = opened(20);
  add("first");
  list.add("second", () => new Promise(() => undefined));
  await list.stopAll();
  expect(closed).toEqual(["first"]);
  expect(failures).toEqual(["could not close: second: it took longer than 20 ms"]);
});

test("closing twice closes once, and both calls wait for the end", async () => {
  const { list, add, closed } = opened();
  add("first");
  add("second");
  await Promise.all([list.stopAll(), list.stopAll()]);
  expect(closed).toEqual(["second", "first"]);
  await list.stopAll();
  expect(closed).toHaveLength(2);
});
