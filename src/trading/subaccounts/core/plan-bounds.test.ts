import { describe, expect, test } from "vitest";
import { FREE_PLAN } from "../../billing/index.ts";
import type { SubaccountRights } from "../../caller.ts";
import { planProblems } from "./plan-bounds.ts";
import { contradicts, NO_RIGHTS, rightsAfter } from "./requested-rights.ts";

const free = FREE_PLAN.limits.subaccounts;
const narrow = {
  ...free,
  qty_parent: { maximum: 0.1 },
  qty_child: { minimum: 0.000_000_01 },
  exchanges: ["binance", "kraken"],
  see_all_strategies: false,
  export: false,
  exchange_api_keys: { share_master: false, add_own: false },
  api_access: false,
};
const terms = (rights: Partial<SubaccountRights>, forceTwofactor = false) => ({
  rights: { ...NO_RIGHTS, ...rights },
  forceTwofactor,
});
const problems = (after: ReturnType<typeof terms>, plan = narrow, before = terms({})) =>
  planProblems(before, after, plan).map(({ error }) => error.split(/[ :]/)[0]);

describe("a plan bounds what owners give", () => {
  test.each<[string, Partial<SubaccountRights>, string[]]>([
    ["nothing", {}, []],
    ["all strategies", { viewAllProfiles: true }, ["view_all_profiles"]],
    ["exports", { allowExport: true }, ["export_enabled"]],
    ["shared keys", { shareMasterKeys: true }, ["allow_api_key_usage"]],
    ["own keys", { addOwnKeys: true }, ["manage_own_apikeys"]],
    ["the interface", { allowApiAccess: true }, ["allow_api_access"]],
    ["as much as the plan", { parentMaximum: "0.1" }, []],
    ["a little more than the plan", { parentMaximum: "0.10000001" }, ["parent_maximum"]],
    ["the least child", { childMaximum: "0.00000001" }, []],
    ["less than the least child", { childMaximum: "0" }, ["child_maximum"]],
    ["an exchange of the plan", { exchanges: ["kraken"] }, []],
    ["another exchange", { exchanges: ["kraken", "bitmex"] }, ["exchanges_enabled"]],
  ])("%s", (_name, rights, expected) => {
    expect(problems(terms(rights))).toEqual(expected);
  });

  test("and nothing of that where it allows everything", () => {
    const all = terms({ viewAllProfiles: true, allowExport: true, shareMasterKeys: true, addOwnKeys: true });
    expect(problems(all, free)).toEqual([]);
    expect(problems(terms({ exchanges: ["any"] }), free)).toEqual([]);
  });

  test("but what a sub-account had before stays possible", () => {
    const had = terms({ allowExport: true, parentMaximum: "5", exchanges: ["bitmex"] });
    expect(problems(had, narrow, had)).toEqual([]);
    expect(problems(terms({ parentMaximum: "6" }), narrow, had)).toEqual(["parent_maximum"]);
  });

  test("a second factor may always be asked for, and not left out where the plan wants it", () => {
    expect(problems(terms({}, true))).toEqual([]);
    expect(problems(terms({}, false), { ...narrow, force_twofactor: true })).toEqual(["force_twofactor"]);
  });
});

describe("a request", () => {
  test("changes what it names and keeps the rest", () => {
    const before = { ...NO_RIGHTS, allowExport: true, childMaximum: "0.01", exchanges: ["kraken"] };
    const after = rightsAfter(before, { allow_api_key_usage: true, parent_maximum: "0.1", view_all_profiles: true });
    expect(after).toEqual({ ...before, shareMasterKeys: true, parentMaximum: "0.1", viewAllProfiles: true });
  });

  test("takes own limits away with an empty amount and with All", () => {
    const before = { ...NO_RIGHTS, childMaximum: "0.01", exchanges: ["kraken"] };
    const requested = { allow_api_key_usage: false, child_maximum: "", exchanges_enabled: ["All"] };
    expect(rightsAfter(before, requested)).toEqual(NO_RIGHTS);
  });

  test("names exchanges as a list or with commas, once each", () => {
    const requested = { allow_api_key_usage: false, exchanges_enabled: ["Binance, kraken", "kraken,"] };
    expect(rightsAfter(NO_RIGHTS, requested).exchanges).toEqual(["binance", "kraken"]);
  });

  test("may not give the two names of one right different values", () => {
    expect(contradicts({ allow_api_key_usage: true, share_accounts_apikeys: false })).toBe(true);
    expect(contradicts({ allow_api_key_usage: false, share_accounts_apikeys: false })).toBe(false);
    expect(contradicts({ allow_api_key_usage: true })).toBe(false);
  });
});
