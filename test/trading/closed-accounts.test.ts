/** Accounts that are closed, over HTTP: what their keys are answered from then on. */
import { expect, test } from "vitest";
import { limitedAccount } from "../support/limited-accounts.ts";
import { tradingWorld } from "../support/trading-world.ts";

const world = await tradingWorld({ settings: { TRIPOD_TRADING_PUBLIC_REQUESTS_PER_MINUTE: "0" } });
/** Some read what is in memory, some ask for the user, some for its money. */
const PATHS = ["user/account-details", "user/settings", "wallets/list-balances", "subscriptions/details", "user/audit"];

test("a key of a closed account is refused in the next request, whatever is asked for, and so is one of a sub-account", async () => {
  const account = await limitedAccount(world);
  const member = await account.member({ allow_api_access: true });
  for (const path of PATHS) expect((await account.ask(path)).status, path).toBe(200);
  expect((await member.ask("user/account-details")).status).toBe(200);
  const session = await account.session();
  const closed = await session.post("session/close-account", { password: "Long-enough-1", give_up_balance: true });
  expect(closed.status, closed.text).toBe(200);
  for (const path of PATHS) {
    for (const who of [account, member]) {
      const { status, json } = await who.ask(path);
      expect([path, status, json.data.code]).toEqual([path, 401, 2000]);
    }
  }
  expect((await session.get("session/current")).status).toBe(401);
});
