/** The commands by which the operator changes how a user gets in. */
import { Argument, type Command } from "commander";
import { uid } from "./uid-argument.ts";

/** Adds `password`, `reset-two-factor` and `role` to `tripod trading user`. */
export function addUserAccessCommands(user: Command): void {
  user
    .command("password")
    .description("set a user's password, asked for at a prompt or read from standard input; its sessions end")
    .argument("<uid>", "as in the list of users", uid)
    .action(async (id: number) => {
      const { setPassword } = await import("./trading/user-access.ts");
      await setPassword(id);
    });

  user
    .command("reset-two-factor")
    .description("remove the second factor of a user who has lost it; its sessions end")
    .argument("<uid>", "as in the list of users", uid)
    .action(async (id: number) => {
      const { resetTwoFactor } = await import("./trading/user-access.ts");
      await resetTwoFactor(id);
    });

  user
    .command("role")
    .description("set a main account's role on the platform; its sessions end")
    .argument("<uid>", "as in the list of users", uid)
    .addArgument(new Argument("<role>", "what it may do").choices(["user", "support", "admin"]))
    .action(async (id: number, role: "user" | "support" | "admin") => {
      const { setRole } = await import("./trading/user-access.ts");
      await setRole(id, role);
    });
}
