import { describe, expect, test } from "vitest";
import type { Caller, SubaccountRights } from "../../caller.ts";
import { tradingEndpoints } from "../../endpoints.ts";
import { refusalFor, type Refusal } from "./rights.ts";

const rights: SubaccountRights = {
  viewAllProfiles: false,
  allowApiAccess: true,
  allowExport: false,
  shareMasterKeys: false,
  addOwnKeys: false,
  exchanges: undefined,
  parentMaximum: undefined,
  childMaximum: undefined,
  concurrentStrategiesMaximum: undefined,
};

function caller(of: Partial<Caller>): Caller {
  return {
    uid: 1,
    ownerUid: 1,
    role: "user",
    rights: undefined,
    access: "full_access",
    credential: { kind: "session", id: "1" },
    address: "192.0.2.1",
    // The decision does not look at the plan.
    plan: { id: "free", baseId: "free", name: "Free", limits: {} as Caller["plan"]["limits"] },
    ...of,
  };
}

const O = "owner_only";
const R = "read_only";
const N = "not_allowed";
const F = "twofactor_not_shown";
const callers = {
  main: caller({}),
  "main, read-only": caller({ access: "read_only" }),
  sub: caller({ rights }),
  "sub, read-only": caller({ rights, access: "read_only" }),
  support: caller({ role: "support" }),
  "support, read-only": caller({ role: "support", access: "read_only" }),
  admin: caller({ role: "admin" }),
  "admin who showed a second factor": caller({ role: "admin", showedSecondFactor: true }),
} as const;

type Row = readonly [kind: string, ...answers: (Refusal | undefined)[]];
const BY_KIND: readonly Row[] = [
  // main, main read-only, sub, sub read-only, support, support read-only, admin, admin who showed a second factor
  ["public", undefined, undefined, undefined, undefined, undefined, undefined, undefined],
  ["user", undefined, undefined, undefined, undefined, undefined, undefined, undefined],
  ["change", undefined, R, undefined, R, undefined, R, undefined],
  ["owner", undefined, undefined, O, O, undefined, undefined, undefined],
  ["ownerChange", undefined, R, O, O, undefined, R, undefined],
  ["support", N, R, N, R, undefined, R, undefined],
  ["admin", N, R, N, R, N, R, undefined, undefined],
  ["provenAdmin", N, R, O, O, N, R, F, undefined],
  ["constructor", N, N, N, N, N, N, N, N],
];

describe("each kind of endpoint refuses whom it must, and no other caller", () => {
  const cases = BY_KIND.flatMap(([auth, ...answers]) =>
    Object.entries(callers).map(([name, who], at) => ({ auth, name, who, answer: answers[at] })),
  );
  test.each(cases)("$auth for $name: $answer", ({ auth, who, answer }) => {
    expect(refusalFor(who, { auth })).toBe(answer);
  });
});

/** By each permission: may a sub-account with these rights read, and may it change? */
const needed: Readonly<Record<string, (given: SubaccountRights) => { reads: boolean; changes: boolean }>> = {
  strategies: () => ({ reads: true, changes: true }),
  support: () => ({ reads: true, changes: true }),
  articles: () => ({ reads: true, changes: true }),
  signals: () => ({ reads: true, changes: true }),
  finance: () => ({ reads: false, changes: false }),
  wallets: () => ({ reads: false, changes: false }),
  export: (given) => ({ reads: given.allowExport, changes: given.allowExport }),
  exchangeKeys: (given) => ({ reads: given.shareMasterKeys || given.addOwnKeys, changes: given.addOwnKeys }),
  misspelt: () => ({ reads: false, changes: false }),
  toString: () => ({ reads: false, changes: false }),
};

const SWITCHES = ["viewAllProfiles", "allowExport", "shareMasterKeys", "addOwnKeys"] as const;
const allRights = Array.from({ length: 2 ** SWITCHES.length }, (_, bits) => ({
  ...rights,
  ...Object.fromEntries(SWITCHES.map((name, at) => [name, (bits & (1 << at)) !== 0])),
}));

describe.each(Object.entries(needed))("permission %s", (permission, need) => {
  test("is given to sub-accounts by exactly the rights that it needs", () => {
    for (const given of allRights) {
      const may = need(given);
      const who = caller({ rights: given });
      expect(refusalFor(who, { auth: "user", permission })).toBe(may.reads ? undefined : N);
      expect(refusalFor(who, { auth: "change", permission })).toBe(may.changes ? undefined : N);
    }
  });

  test("limits no main account", () => {
    for (const auth of ["user", "change", "owner", "ownerChange"]) {
      expect(refusalFor(callers.main, { auth, permission })).toBeUndefined();
    }
  });

  test("does not open what the kind closes", () => {
    const who = caller({ rights: { ...rights, allowExport: true, shareMasterKeys: true, addOwnKeys: true } });
    expect(refusalFor(who, { auth: "owner", permission })).toBe(O);
    expect(refusalFor({ ...who, access: "read_only" }, { auth: "change", permission })).toBe(R);
    expect(refusalFor(who, { auth: "admin", permission })).toBe(N);
  });
});

test("money of others is moved, and users are changed, in a session in which a second factor was shown, and by no key of an admin", () => {
  const admin = caller({ role: "admin", showedSecondFactor: true });
  const byKey = { ...admin, credential: { kind: "key", id: "1" } } as const;
  expect(refusalFor(admin, { auth: "provenAdmin" })).toBeUndefined();
  expect(refusalFor(byKey, { auth: "provenAdmin" })).toBe("session_needed");
  expect(refusalFor({ ...admin, access: "read_only" }, { auth: "provenAdmin" })).toBe(R);
  expect(refusalFor({ ...admin, role: "support" }, { auth: "provenAdmin" })).toBe(N);
  const moving = tradingEndpoints.filter(({ auth }) => auth === "provenAdmin").map(({ path }) => path);
  expect(moving.toSorted()).toEqual([
    "/finance/admin/credit",
    "/finance/admin/refund",
    "/user/admin/create",
    "/user/admin/disable",
    "/user/admin/enable",
    "/user/admin/list",
    "/user/admin/list-invitations",
    "/user/admin/reset-password",
    "/user/admin/reset-two-factor",
    "/user/admin/revoke-invitation",
    "/user/admin/set-role",
    "/wallets/admin/approve",
    "/wallets/admin/complete",
    "/wallets/admin/record-deposit",
    "/wallets/admin/reject",
  ]);
});

test("a sub-account without access to the interface uses a session, and no key", () => {
  const without = caller({ rights: { ...rights, allowApiAccess: false } });
  const byKey = { ...without, credential: { kind: "key", id: "1" } } as const;
  expect(refusalFor(without, { auth: "user" })).toBeUndefined();
  expect(refusalFor(byKey, { auth: "user" })).toBe(N);
  expect(refusalFor(byKey, { auth: "public" })).toBeUndefined();
  expect(refusalFor({ ...byKey, rights }, { auth: "user" })).toBeUndefined();
});

describe("a sub-account that must set up a second factor first", () => {
  const waiting = caller({ rights, needsTwoFactor: true });
  const byKey = { ...waiting, credential: { kind: "key", id: "1" } } as const;
  const setUp = tradingEndpoints.filter((each) => refusalFor(waiting, each) === undefined && each.auth !== "public");

  test("may do that in a session, look at the session and end it, and nothing else of the whole table", () => {
    expect(setUp.map(({ path }) => path).sort()).toEqual([
      "/session/current",
      "/session/logout",
      "/user/two-factor/confirm",
      "/user/two-factor/setup",
    ]);
  });

  test("has no rights with a key", () => {
    const open = tradingEndpoints.filter((each) => refusalFor(byKey, each) !== "twofactor_needed");
    expect(new Set(open.map(({ auth }) => auth))).toEqual(new Set(["public"]));
  });
});
