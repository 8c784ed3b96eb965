/** `tripod trading user password`, `reset-two-factor` and `role`. */
import { UserError } from "../../kit/errors/user-error.ts";
import { readPassword } from "../read-password.ts";
import { withTrading } from "./with-trading.ts";

export async function setPassword(uid: number): Promise<void> {
  const { changePassword } = await import("../../trading/operator.ts");
  const password = await readPassword();
  const problem = await withTrading((platform) => changePassword(platform, uid, password));
  if (problem !== undefined) throw new UserError(`${problem}.`);
  process.stdout.write(`${uid}: the password is set, and all sessions have ended\n`);
}

export async function resetTwoFactor(uid: number): Promise<void> {
  const { removeSecondFactor } = await import("../../trading/operator.ts");
  const problem = await withTrading((platform) => removeSecondFactor(platform, uid));
  if (problem !== undefined) throw new UserError(`${problem}.`);
  process.stdout.write(`${uid}: the second factor is removed, and all sessions have ended\n`);
}

export async function setRole(uid: number, role: "user" | "support" | "admin"): Promise<void> {
  const { setRole: set } = await import("../../trading/accounts/index.ts");
  const change = await withTrading(({ db, clock }) => db.transaction((tx) => set(tx, uid, role, clock.now())));
  switch (change) {
    case "absent":
      throw new UserError(`There is no user ${uid}, or it is closed: \`tripod trading user list\` shows the users.`);
    case "subaccount":
      throw new UserError(`User ${uid} is a sub-account, and only main accounts have a role.`);
    case "same":
      process.stdout.write(`${uid}: has the role ${role} already\n`);
      return;
    case "changed":
      process.stdout.write(`${uid}: has the role ${role} now, and all sessions have ended\n`);
  }
}
