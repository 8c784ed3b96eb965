import { expect, test } from "vitest";
import type { Statement } from "./database.ts";
import { SessionTransaction, type Session } from "./session.ts";

const read: Statement = { name: "read", text: "select a from b for update" };
const other: Statement = { name: "other", text: "select c from d" };
const write: Statement = { name: "write", text: "update b set a = 1" };
const call: Statement = { name: "call", text: "select kit.change()" };

/** A transaction whose BEGIN has no answer yet. */
function begin() {
  const sent: string[] = [];
  const session = {
    isPipelined: true,
    run: async ({ name }: Statement) => {
      sent.push(name);
      return { rows: [], rowCount: 0, command: "" };
    },
  } as unknown as Session;
  let answered: (error?: Error) => void = () => undefined;
  const begun = new Promise<void>((resolve, reject) => {
    answered = (error) => (error ? reject(error) : resolve());
  });
  return { tx: new SessionTransaction(session, begun), sent, answered };
}

test("reads go along with BEGIN; what follows a change waits behind it", async () => {
  const { tx, sent, answered } = begin();
  const answers = Promise.all([tx.query(read), tx.query(other), tx.execute(write), tx.query(other)]);
  expect(sent).toEqual(["read", "other"]);
  answered();
  await answers;
  expect(sent).toEqual(["read", "other", "write", "other"]);
  await Promise.all([tx.execute(write), tx.query(read)]);
  expect(sent.slice(4)).toEqual(["write", "read"]);
});

test.each([write, call])(
  "a BEGIN that is refused lets nothing change outside of a transaction: $text",
  async (change) => {
    const { tx, sent, answered } = begin();
    const answers = Promise.allSettled([tx.query(read), tx.execute(change), tx.query(other)]);
    answered(new Error("no"));
    expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    await expect(tx.execute(change)).rejects.toThrow("no");
    expect(sent).toEqual(["read"]);
  },
);
