import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Reservations } from "./reservations.ts";

const need = (order: string, amount: bigint, currency = "USDT") => ({ order, currency, amount });

describe("reservations of a key", () => {
  test("set aside all that a slice needs, or nothing", () => {
    const money = new Reservations();
    money.setBalance("USDT", 10n, 1);
    money.setBalance("BTC", 1n, 1);
    expect(money.reserve([need("a", 6n), need("b", 2n, "BTC")])).toBe("BTC");
    expect(money.available("USDT")).toBe(10n);
    expect(money.reserve([need("a", 6n), need("b", 1n, "BTC")])).toBeUndefined();
    expect(money.reserve([need("c", 5n)])).toBe("USDT");
    expect(money.reserve([need("c", 2n), need("d", 3n)])).toBe("USDT");
  });

  test("let nothing be spent of a currency whose balance is not known", () => {
    expect(new Reservations().reserve([need("a", 1n)])).toBe("USDT");
  });

  test("count once what the exchange sets aside on its own", () => {
    const money = new Reservations();
    money.setBalance("USDT", 10n, 1);
    money.reserve([need("a", 6n)]);
    money.held("a", 5);
    expect(money.available("USDT")).toBe(4n);
    money.setBalance("USDT", 4n, 5);
    expect(money.available("USDT")).toBe(0n);
    money.setBalance("USDT", 4n, 6);
    expect(money.available("USDT")).toBe(4n);
  });

  test("of an order that was never taken are free at once", () => {
    const money = new Reservations();
    money.setBalance("USDT", 10n, 1);
    money.reserve([need("a", 6n)]);
    money.release("a", 0n, 2);
    expect([money.available("USDT"), money.count]).toEqual([10n, 0]);
  });

  test("keep what was spent until a balance that was asked for later", () => {
    const money = new Reservations();
    money.setBalance("USDT", 10n, 1);
    money.reserve([need("a", 6n)]);
    money.held("a", 2);
    money.release("a", 4n, 3);
    expect(money.available("USDT")).toBe(6n);
    money.setBalance("USDT", 6n, 4);
    expect([money.available("USDT"), money.count]).toEqual([6n, 0]);
    money.setBalance("USDT", 99n, 2);
    expect(money.available("USDT")).toBe(6n);
  });

  test("are forgotten by the time of their end alone, and only then", () => {
    const money = new Reservations();
    money.setBalance("USDT", 10n, 1);
    money.reserve([need("a", 1n), need("b", 2n), need("c", 3n)]);
    money.release("a", 1n, 3);
    money.release("b", 2n, 5);
    money.forgetEnded(5);
    expect([money.available("USDT"), money.count]).toEqual([5n, 2]);
  });
});

/** An exchange with one currency that sets money aside as orders arrive, beside what our side believes. */
test("two strategies never spend the same coin, however late balances and proofs come", () => {
  const actions = fc.array(
    fc.oneof(
      fc.tuple(fc.constant("reserve" as const), fc.integer({ min: 1, max: 60 })),
      fc.tuple(
        fc.constantFrom("arrive", "seen", "fill", "cancel", "told", "ask", "answer") as fc.Arbitrary<"arrive">,
        fc.nat(5),
      ),
    ),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(actions, (all) => {
      const money = new Reservations();
      let free = 100n;
      const asked: { free: bigint; atMs: number }[] = [];
      const orders: {
        id: string;
        amount: bigint;
        state: "flying" | "open" | "filled" | "canceled";
        isTold: boolean;
      }[] = [];
      money.setBalance("USDT", free, 0);
      for (const [at, [kind, number]] of all.entries()) {
        const atMs = at + 1;
        const pick = (state: string) => orders.filter((each) => each.state === state)[number % 3];
        const action: string = kind;
        if (action === "reserve") {
          const amount = BigInt(number);
          if (money.reserve([need(String(at), amount)]) === undefined) {
            orders.push({ id: String(at), amount, state: "flying", isTold: false });
          }
        }
        const [flying, open] = [pick("flying"), pick("open")];
        if (action === "arrive" && flying) {
          expect(flying.amount <= free, "the exchange has the money").toBe(true);
          [free, flying.state] = [free - flying.amount, "open"];
        }
        if (action === "seen" && open) money.held(open.id, atMs);
        if (action === "fill" && open) open.state = "filled";
        if (action === "cancel" && open) [free, open.state] = [free + open.amount, "canceled"];
        const ended = orders.find((each) => !each.isTold && (each.state === "filled" || each.state === "canceled"));
        if (action === "told" && ended) {
          money.release(ended.id, ended.state === "filled" ? ended.amount : 0n, atMs);
          ended.isTold = true;
        }
        if (action === "ask") asked.push({ free, atMs });
        const answer = action === "answer" ? asked.splice(number % Math.max(1, asked.length), 1)[0] : undefined;
        if (answer) money.setBalance("USDT", answer.free, answer.atMs);
        const flyingNeeds = orders
          .filter(({ state }) => state === "flying")
          .reduce((sum, each) => sum + each.amount, 0n);
        expect(flyingNeeds <= free, "all that is on its way can be paid").toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});
