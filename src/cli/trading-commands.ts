/** `tripod trading ...`: the admin commands of the trading platform. They work beside a server that runs. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { addTapeCommands } from "./tape-commands.ts";
import type { NewKeyOptions, NewUserOptions } from "./trading/users.ts";

export function addTradingCommands(program: Command): void {
  const trading = program.command("trading").description("administer the trading platform");
  addUserCommands(trading);
  addTapeCommands(trading);

  trading
    .command("key")
    .description("the API keys of users")
    .command("create")
    .description("make an API key for a user; its secret is shown this once")
    .argument("<uid>", "as in the list of users", uid)
    .option("--label <label>", "what it is for", "made by the operator")
    .option("--read-only", "the key may change nothing", false)
    .option("--bearer", "the key may be sent as it is, without signing", false)
    .action(async (user: number, options: NewKeyOptions) => {
      const { createKey } = await import("./trading/users.ts");
      await createKey(user, options);
    });

  trading
    .command("ledger")
    .description("the money of the platform")
    .command("check")
    .description("compute all balances anew from what was posted, and say what is not right")
    .action(async () => {
      const { checkLedger } = await import("./trading/ledger.ts");
      await checkLedger();
    });
}

function addUserCommands(trading: Command): void {
  const user = trading.command("user").description("the people who trade, and staff");

  user
    .command("create")
    .description("make a user, and say its uid")
    .argument("<username>", "with which the user logs in")
    .requiredOption("--email <address>", "where mail goes")
    .requiredOption("--name <name>", "what people see")
    .addOption(new Option("--role <role>", "what it may do").choices(["user", "support", "admin"]).default("user"))
    .option("--password-env <name>", "the environment variable that holds the password; one is invented without it")
    .action(async (username: string, options: NewUserOptions) => {
      const { createUser } = await import("./trading/users.ts");
      await createUser(username, options);
    });

  user
    .command("list")
    .description("show all users")
    .action(async () => {
      const { listUsers } = await import("./trading/users.ts");
      await listUsers();
    });

  for (const [name, what] of [
    ["disable", "let a user and its sub-accounts in no more, until it is enabled again"],
    ["enable", "let a user in again"],
  ] as const) {
    user
      .command(name)
      .description(what)
      .argument("<uid>", "as in the list of users", uid)
      .action(async (id: number) => {
        const { setActive } = await import("./trading/users.ts");
        await setActive(id, name === "enable");
      });
  }

  user
    .command("close")
    .description("close an account for good: its name and address are forgotten, what was paid stays")
    .argument("<uid>", "as in the list of users", uid)
    .option("--give-up-balance", "even if it holds money, which then goes to the platform")
    .action(async (id: number, options: { giveUpBalance?: boolean }) => {
      const { closeUser } = await import("./trading/users.ts");
      await closeUser(id, options);
    });
}

function uid(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a number, as in the list of users.");
  return Number(text);
}
