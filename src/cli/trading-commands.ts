/** `tripod trading ...`: the admin commands of the trading platform. They work beside a server that runs. */
import { Option } from "commander";
import { addNewsCommands } from "./news-commands.ts";
import { parseLine, parseText } from "./parse-text.ts";
import { addRiskCommands } from "./risk-commands.ts";
import { addTapeCommands } from "./tape-commands.ts";
import type { CreditOptions } from "./trading/ledger.ts";
import type { NewKeyOptions, NewUserOptions } from "./trading/users.ts";
import type { TripodCommand } from "./tripod-command.ts";
import { uid } from "./uid-argument.ts";
import { addUserAccessCommands } from "./user-access-commands.ts";

export function addTradingCommands(program: TripodCommand): void {
  const trading = program.command("trading").description("administer the trading platform");
  addUserCommands(trading);
  addTapeCommands(trading);
  addNewsCommands(trading);

  trading
    .command("key")
    .description("the API keys of users")
    .command("create")
    .description("make an API key for a user; its secret is shown this once")
    .argument("<uid>", "as in the list of users", uid)
    .option("--label <label>", "what it is for", parseLine(100), "made by the operator")
    .addOption(
      new Option("--access <kind>", "trade: no withdrawals, and no changes of keys, addresses or settings")
        .choices(["read_only", "trade", "full_access"])
        .default("trade"),
    )
    .option("--bearer", "the key may be sent as it is, without signing", false)
    .action(async (user: number, options: NewKeyOptions) => {
      const { createKey } = await import("./trading/users.ts");
      await createKey(user, options);
    });

  addLedgerCommands(trading);
  addRiskCommands(trading);
}

function addLedgerCommands(trading: TripodCommand): void {
  const ledger = trading.command("ledger").description("the money of the platform");

  ledger
    .command("check")
    .description("compute all balances again from what was posted, and say what is not right")
    .exits(0, "everything balances")
    .exits(1, "a balance or an entry is not right")
    .action(async () => {
      const { checkLedger } = await import("./trading/ledger.ts");
      await checkLedger();
    });

  ledger
    .command("credit")
    .description("credit an account with a deposit that came another way")
    .argument("<uid>", "a main account, as in the list of users", uid)
    .argument("<amount>", "such as 250.00")
    .argument("<currency>", "one of TRIPOD_TRADING_CURRENCIES")
    .requiredOption("--reference <name>", "your own name for it, such as bank-1009: the same again changes nothing")
    .requiredOption("--reason <text>", "why; the user sees it", parseText(3, 400))
    .option("--correction", "take the amount away, because it was credited by mistake", false)
    .action(async (user: number, amount: string, currency: string, options: CreditOptions) => {
      const { creditAccount } = await import("./trading/ledger.ts");
      await creditAccount(user, amount, currency, options);
    });
}

function addUserCommands(trading: TripodCommand): void {
  const user = trading.command("user").description("the people who trade, and staff");

  user
    .command("create")
    .description("make a user, and say its uid")
    .argument("<username>", "with which the user logs in")
    .requiredOption("--email <address>", "where mail goes")
    .requiredOption("--name <name>", "what people see")
    .addOption(new Option("--role <role>", "what it may do").choices(["user", "support", "admin"]).default("user"))
    .option("--password-env <name>", "the environment variable that holds the password; one is invented without it")
    .option("--referred-by <code>", "the referral code of the user who is paid a share of what this one pays")
    .action(async (username: string, options: NewUserOptions) => {
      const { createUser } = await import("./trading/users.ts");
      await createUser(username, options);
    });

  user
    .command("list")
    .description("show all users")
    .option("--json", "print them as JSON", false)
    .action(async (options: { json: boolean }) => {
      const { listUsers } = await import("./trading/users.ts");
      await listUsers(options);
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

  for (const [name, what] of [
    ["allow-invitations", "let a main account invite people to sign up"],
    ["forbid-invitations", "stop the invitations of a main account; its open ones stop counting"],
  ] as const) {
    user
      .command(name)
      .description(what)
      .argument("<uid>", "as in the list of users", uid)
      .action(async (id: number) => {
        const { setMayInvite } = await import("./trading/users.ts");
        await setMayInvite(id, name === "allow-invitations");
      });
  }

  addUserAccessCommands(user);

  user
    .command("verify-email")
    .description("take the mail address of a user for verified, because you know that it is the user's")
    .argument("<uid>", "as in the list of users", uid)
    .action(async (id: number) => {
      const { verifyEmail } = await import("./trading/users.ts");
      await verifyEmail(id);
    });

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
