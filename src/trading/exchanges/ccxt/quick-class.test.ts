/** Instances that are made quickly are those of the library, each for itself. */
import ccxt from "ccxt";
import { expect, test } from "vitest";
import { quickly, type CcxtClass } from "./quick-class.ts";

const classOf = (code: string): CcxtClass => (ccxt.pro as unknown as Record<string, CcxtClass>)[code] as CcxtClass;
const settings = { apiKey: "key", secret: "secret", options: { one: 1 } };

/** Names of methods that the constructor copies under names with underscores. */
function copiedNames(of: object): ReadonlySet<string> {
  const names = new Set<string>();
  for (
    let at = Object.getPrototypeOf(of) as object | null;
    at !== null;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return names;
}

test.each(["binance", "kraken", "okx", "kucoin", "phemex"])(
  "an instance of %s has what the library gives it",
  (code) => {
    const Class = classOf(code);
    const [usual, quick] = [new Class(settings), quickly(Class)(settings)] as unknown as Record<string, unknown>[];
    if (!usual || !quick) throw new Error("there is no instance");
    expect(quick).toBeInstanceOf(Class);
    const copied = copiedNames(usual);
    const inherited = new Set([...copied].map((name) => usual[name]));
    const missing = Object.keys(usual).filter((name) => !(name in quick) && !inherited.has(usual[name]));
    expect(missing).toEqual([]);
    for (const [name, value] of Object.entries(quick)) {
      expect(typeof value, name).toBe(typeof usual[name]);
      if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
        expect(value, name).toBe(usual[name]);
      }
    }
    expect([quick["options"], quick["urls"], quick["has"]]).toEqual([usual["options"], usual["urls"], usual["has"]]);
  },
);

test("each instance asks with its own key, and keeps what it knows to itself", async () => {
  const construct = quickly(classOf("binance"));
  const asked: unknown[] = [];
  const [one, other] = ["one", "other"].map((apiKey) => {
    const made = construct({ apiKey, secret: "s" }) as unknown as Record<string, unknown>;
    made["request"] = function request(this: { apiKey: string }, ...of: unknown[]) {
      asked.push([this.apiKey, ...of.slice(0, 4)]);
    };
    return made;
  });
  if (!one || !other) throw new Error("there is no instance");
  for (const each of [one, other, one]) await (each["privatePostOrder"] as (params: object) => unknown)({ a: 1 });
  const call = ["order", "private", "POST", { a: 1 }];
  expect(asked).toEqual([
    ["one", ...call],
    ["other", ...call],
    ["one", ...call],
  ]);
  const shared = Object.keys(one).filter(
    (name) => typeof one[name] === "object" && one[name] !== null && one[name] === other[name],
  );
  // The library's own numbers, which nothing changes.
  expect(shared).toEqual(["precisionConstants", "precision_constants"]);
});
