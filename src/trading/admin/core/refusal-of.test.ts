import { expect, test } from "vitest";
import { refusalOf, type Standing, type UserChange } from "./refusal-of.ts";

const admin: Standing = { uid: 1, ownerUid: 1, role: "admin", isEnabled: true, hasTwoFactor: true };
const user: Standing = { uid: 2, ownerUid: 2, role: "user", isEnabled: true, hasTwoFactor: true };
const CHANGES: readonly UserChange[] = [
  { kind: "disable" },
  { kind: "enable" },
  { kind: "password" },
  { kind: "twoFactor" },
  { kind: "role", role: "support" },
  { kind: "role", role: "user" },
  { kind: "role", role: "admin" },
];
const refusals = (by: Standing | undefined, of: Standing) => CHANGES.map((change) => refusalOf(change, by, of));
const all = (refusal: string) => CHANGES.map(() => refusal);
const [OK, CLI] = [undefined, "commandLine"];

test("an admin changes users and staff, and appoints no admin", () => {
  expect(refusals(admin, user)).toEqual([OK, OK, OK, OK, OK, OK, CLI]);
  expect(refusals(admin, { ...user, role: "support" })).toEqual([OK, OK, OK, OK, OK, OK, CLI]);
});

test("an admin disables and demotes another admin, and gets no way into that account", () => {
  expect(refusals(admin, { ...admin, uid: 3, ownerUid: 3 })).toEqual([OK, OK, CLI, CLI, OK, OK, CLI]);
});

test("an admin changes neither the own account nor its sub-accounts", () => {
  expect(refusals(admin, admin)).toEqual(all("own"));
  expect(refusals(admin, { ...user, ownerUid: 1 })).toEqual(all("own"));
});

test("an admin that was disabled or demoted, or is gone, changes nothing", () => {
  for (const by of [undefined, { ...admin, isEnabled: false }, { ...admin, role: "support" as const }]) {
    expect(refusals(by, user)).toEqual(all("noAdmin"));
  }
});

test("a sub-account has no role, and one that is disabled gets no link", () => {
  expect(refusals(admin, { ...user, ownerUid: 9, isEnabled: false, hasTwoFactor: false })).toEqual([
    OK,
    OK,
    "disabled",
    "twoFactorOff",
    "subaccount",
    "subaccount",
    "subaccount",
  ]);
});
