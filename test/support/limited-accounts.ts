/** Accounts whose plan has other limits than it is sold with, for tests of what happens beyond them. */
import type { LeafValue } from "../../src/trading/billing/core/leaves.ts";
import { postEntry } from "../../src/trading/ledger/index.ts";
import { addKey, type MadeKey } from "../../src/trading/operator.ts";
import { givePackage } from "./given-package.ts";
import { logIn, type ConsoleSession } from "./console-session.ts";
import type { TradingWorld } from "./trading-world.ts";

export type Limits = Readonly<Record<string, LeafValue>>;
type Params = Readonly<Record<string, string | number | boolean>>;

export interface LimitedAccount {
  readonly uid: number;
  readonly key: MadeKey;
  ask(path: string, params?: Params): ReturnType<TradingWorld["ask"]>;
  session(): Promise<ConsoleSession>;
  /** From the next request on. */
  limit(limits: Limits): Promise<void>;
  /** A sub-account with these rights, and its key, which was never used. */
  member(rights: Params): Promise<Pick<LimitedAccount, "uid" | "ask" | "session">>;
}

const MEMBER_PASSWORD = "correct horse battery 1";

/** A main account with 100 USD on the free package, as these leaves of the tree change it. */
export async function limitedAccount(world: TradingWorld, limits: Limits = {}): Promise<LimitedAccount> {
  const { platform, trading } = world;
  const { uid, key } = await world.person();
  const at = platform.clock.now();
  const limit = (changed: Limits): Promise<void> => givePackage(platform.db, uid, "free", changed);
  const amount = 10_000_000_000n;
  const postings = [
    { account: `user:${uid}`, currency: "USD", amount },
    { account: "platform:deposits", currency: "USD", amount: -amount },
  ];
  const entry = { reference: `limited:${uid}`, type: "deposit", ownerUid: uid, description: "", at, postings } as const;
  await platform.db.transaction((tx) => postEntry(tx, entry));
  await limit(limits);
  const asWho =
    (of: MadeKey) =>
    (path: string, params: Params = {}) =>
      world.ask("POST", path, { key: of, params });
  let members = 0;

  return {
    uid,
    key,
    limit,
    ask: asWho(key),
    async session() {
      const user = await trading.deps.accounts.find(uid);
      return logIn(world, user?.username ?? "", "Long-enough-1");
    },
    async member(rights) {
      const username = `member-${uid}-${++members}`;
      const made = await asWho(key)("subaccounts/subaccount-create", {
        username,
        name: "Ada Lovelace",
        email: "ada@example.com",
        password: MEMBER_PASSWORD,
        active: true,
        allow_api_key_usage: false,
        allow_api_access: true,
        ...rights,
      });
      if (made.status !== 200) throw new Error(made.text);
      const memberUid = Number(made.json.data.id);
      const wanted = { label: "bot", access: "full_access", allowBearer: false } as const;
      const memberKey = await addKey(platform, trading.deps.apiKeys, memberUid, wanted);
      if (!memberKey) throw new Error("the sub-account has no key");
      return { uid: memberUid, ask: asWho(memberKey), session: () => logIn(world, username, MEMBER_PASSWORD) };
    },
  };
}
