import { expect, test } from "vitest";
import { TripodError } from "./clients.ts";
import { sendOnce } from "./send-once.ts";

const FACTS = { kind: "noAnswer", service: "trading", operation: "orders.orderCreate" } as const;

function sender() {
  const keys: string[] = [];
  const once = sendOnce();
  const send = (params: object, failing?: { readonly mayHaveHappened: boolean }) =>
    once(params, async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      if (failing) throw new TripodError("no answer", { ...FACTS, ...failing });
    }).catch(() => {});
  return { keys, send };
}

test("an order whose outcome is unknown is sent again as the same order", async () => {
  const { keys, send } = sender();
  await send({ quantity: "1" }, { mayHaveHappened: true });
  await send({ quantity: "1" });
  await send({ quantity: "1" });
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("an order that was refused, or was changed, is another order", async () => {
  const { keys, send } = sender();
  await send({ quantity: "1" }, { mayHaveHappened: false });
  await send({ quantity: "1" }, { mayHaveHappened: true });
  await send({ quantity: "2" });
  expect(new Set(keys).size).toBe(3);
});

test("a repeat that is refused leaves the first attempt unknown: the next repeat is the same order still", async () => {
  const { keys, send } = sender();
  await send({ quantity: "1" }, { mayHaveHappened: true });
  // Such as 409, since the first attempt is running, or 429.
  await send({ quantity: "1" }, { mayHaveHappened: false });
  await send({ quantity: "1" });
  await send({ quantity: "1" });
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
});
