import { expect, test } from "vitest";
import { texts } from "../../../../say.ts";
import { refusedHere } from "./refused-here.ts";

const T = texts.trading.users;
const ADMIN = { uid: 7 };
const USER = { uid: "12", owner_uid: null, role: "user", status: "enabled", two_factor: true } as const;
const ALL = { all: true, password: true, twoFactor: true };

test("an admin may do everything to a user of another account", () => {
  expect(refusedHere(USER, ADMIN)).toEqual({ all: false, password: false, twoFactor: false, why: [] });
  expect(refusedHere({ ...USER, two_factor: false }, ADMIN).twoFactor).toBe(true);
});

test("an admin does not change the own account, nor its sub-accounts", () => {
  expect(refusedHere({ ...USER, uid: "7", role: "admin" }, ADMIN)).toEqual({ ...ALL, why: [T.isOwn] });
  expect(refusedHere({ ...USER, owner_uid: "7" }, ADMIN)).toEqual({ ...ALL, why: [T.isOwn] });
});

test("another admin can be disabled, and its password is reset at the command line", () => {
  const refused = refusedHere({ ...USER, role: "admin" }, ADMIN);
  expect(refused).toMatchObject({ all: false, password: true, twoFactor: true });
  expect(refused.why.join(" ")).toContain("tripod trading user password 12");
});

test("a disabled user is enabled before its password is reset, and a closed account stays closed", () => {
  expect(refusedHere({ ...USER, status: "disabled" }, ADMIN)).toMatchObject({ password: true, why: [T.enableFirst] });
  expect(refusedHere({ ...USER, status: "closed" }, ADMIN)).toEqual({ ...ALL, why: [T.isClosed] });
});
