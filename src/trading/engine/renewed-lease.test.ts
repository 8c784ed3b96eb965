import { afterAll, expect, test } from "vitest";
import { changed } from "../../../test/support/changed-exchange.ts";
import { testDatabase } from "../../../test/support/database.ts";
import { deskWorld } from "../../../test/support/desk-world.ts";
import { waitUntil } from "../../../test/support/wait-until.ts";

const { db } = await testDatabase({ rooms: ["kit", "trading"] });
const { loop, start, ask, stateOf, newKey } = await deskWorld(db);
afterAll(() => loop.close());

test("an order that waits past the end of its sender's lease is sent if the lease was renewed", async () => {
  const slow = changed(loop.exchange, (account) => ({
    async place(order, terms) {
      const firstMs = terms?.notAfterMs ?? Infinity;
      await waitUntil(() => expect(Date.now()).toBeGreaterThan(firstMs));
      return await account.place(order, terms);
    },
  }));
  const customer = await newKey();
  start([slow], { leaseMs: 12_000 });
  const id = await ask(customer, "binance", Date.now());
  await waitUntil(async () => expect(["created", "sent"]).not.toContain((await stateOf(id))?.[0]));
  expect(await stateOf(id)).toEqual(["open", ""]);
});
