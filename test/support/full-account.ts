/** An account of two users who each have something of everything, so that a test can ask for it as somebody else. */
import { addKey, type MadeKey } from "../../src/trading/operator.ts";
import { givePackage } from "./given-package.ts";
import { sealPayload, type DeveloperKey } from "./seal-payload.ts";
import type { TradingWorld } from "./trading-world.ts";
import { waitUntil } from "./wait-until.ts";

type Params = Readonly<Record<string, string | number | boolean>>;

/** What an id may be of. */
export type Kind =
  | "algorithm"
  | "apiKey"
  | "article"
  | "book"
  | "broadcast"
  | "condition"
  | "exchangeKey"
  | "execution"
  | "export"
  | "hook"
  | "invitation"
  | "keyword"
  | "order"
  | "profile"
  | "query"
  | "quote"
  | "reminder"
  | "server"
  | "signal"
  | "subscription"
  | "tab"
  | "template"
  | "ticket"
  | "user"
  | "watched"
  | "wallet"
  | "webhook"
  | "withdrawal"
  | "withdrawAddress";

export interface Thing {
  readonly kind: Kind;
  readonly id: string;
  readonly of: "owner" | "colleague";
  /** Of an exchange key. */
  readonly exchange?: string;
}

export interface FullAccount {
  readonly owner: { readonly uid: number; readonly key: MadeKey };
  readonly colleague: { readonly uid: number; readonly key: MadeKey };
  readonly things: readonly Thing[];
  /** A sub-account with these rights, and its key. */
  member(rights: Params): Promise<{ readonly uid: number; readonly key: MadeKey; readonly login: string }>;
}

export const MEMBER_PASSWORD = "correct horse battery 1";
const CODE = "simalpha-btcusdt";
const LONG = "A sentence that says nothing, as long as it has to be. ";
const DAY_MS = 86_400_000;

/** A main account with the package `pro`, which nobody has paid. */
export async function proPerson(world: TradingWorld): ReturnType<TradingWorld["person"]> {
  const person = await world.person();
  await givePackage(world.platform.db, person.uid, "pro");
  return person;
}

export async function fullAccount(world: TradingWorld): Promise<FullAccount> {
  const owner = await proPerson(world);
  let members = 0;
  const member: FullAccount["member"] = async (rights) => {
    const login = `member-${owner.uid}-${++members}`;
    const made = await asking(world, owner.key)("subaccounts/subaccount-create", {
      username: login,
      name: "Ada Lovelace",
      email: "ada@example.com",
      password: MEMBER_PASSWORD,
      active: true,
      allow_api_key_usage: false,
      allow_api_access: true,
      ...rights,
    });
    const uid = Number(made.id);
    const wanted = { label: "bot", access: "full_access", allowBearer: false } as const;
    const key = await addKey(world.platform, world.trading.deps.apiKeys, uid, wanted);
    if (!key) throw new Error("the sub-account has no key");
    return { uid, key, login };
  };
  const colleague = await member({ allow_api_key_usage: true, manage_own_apikeys: true, export_enabled: true });
  const done = asking(world, owner.key);
  const developer = (await done("marketplace/developer-key")) as DeveloperKey;
  const foreign = await foreignSignal(world);
  const things: Thing[] = [];
  for (const [of, { key }] of [["owner", owner] as const, ["colleague", colleague] as const]) {
    things.push(...(await furnishUser(world, key, of, { developer, foreign })));
  }
  things.push(...(await furnishOwner(world, owner)), { kind: "user", of: "colleague", id: String(colleague.uid) });
  return { owner, colleague, things, member };
}

/** What only main accounts have. */
async function furnishOwner(world: TradingWorld, { uid, key }: FullAccount["owner"]): Promise<Thing[]> {
  const done = asking(world, key);
  const second = { exchange: "simbeta", label: "Another", token: "token-of-another", secret: "secret-of-a-test" };
  const exchangeKey = await idOf(done, "exchange-api-keys/add", second);
  const broadcast = await idOf(done, "subaccounts/broadcast-create", { title: "To all of you", body: "Good morning." });
  const address = await idOf(done, "wallets/add-withdraw-address", {
    currency: "ETH",
    address_to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    label: "Safe",
  });
  const quoted = { setting: "subaccounts.force_twofactor", value: true };
  const quote = await idOf(done, "subscriptions/change-setting-request", quoted);
  const [stored] = await world.platform.db.query<Record<"wallet" | "withdrawal" | "server" | "invitation", number>>({
    name: "test.furnishOwner",
    text: `with wallet as (
        insert into trading.wallets (owner_id, currency, created_at) values ($1, 'BTC', now()) returning id
      ), withdrawal as (
        insert into trading.withdrawals (wallet_id, owner_id, requested_by, currency, address, amount, fee, state,
          approvals_needed, created_at)
        select id, $1, $1, 'BTC', 'bc1qexample', 1, 0, 'pending_review', 1, now() from wallet returning id
      ), server as (
        insert into trading.servers (owner_id, type, region, server_package, status, cpu, memory_mb, price_hour, paid,
          duration_seconds, created_at)
        values ($1, 'private', 'frankfurt', 'private-small', 'provisioning', 1, 1024, 0, 0, 7200, now()) returning id
      ), invitation as (
        insert into trading.invitations (code_hash, inviter_id, label, created_at, expires_at)
        values (sha256($1::text::bytea), $1, 'a friend', now(), now() + interval '1 day') returning id
      )
      select wallet.id as wallet, withdrawal.id as withdrawal, server.id as server, invitation.id as invitation
      from wallet, withdrawal, server, invitation`,
    values: [uid],
  });
  return [
    { kind: "exchangeKey", of: "owner", exchange: "simbeta", id: exchangeKey },
    { kind: "broadcast", of: "owner", id: broadcast },
    { kind: "withdrawAddress", of: "owner", id: address },
    { kind: "quote", of: "owner", id: quote },
    { kind: "user", of: "owner", id: String(uid) },
    ...Object.entries(stored ?? {}).map(([kind, id]) => ({ kind: kind as Kind, of: "owner" as const, id: String(id) })),
  ];
}

type Done = ReturnType<typeof asking>;

/** Asks as a user; the data of an answer that must be 200. */
function asking(world: TradingWorld, key: MadeKey) {
  return async (path: string, params: Params = {}) => {
    const { status, json, text } = await world.ask("POST", path, { key, params });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return json.data;
  };
}

async function idOf(done: Done, path: string, params: Params = {}): Promise<string> {
  return String((await done(path, params)).id);
}

/** A signal of another account that costs nothing. */
async function foreignSignal(world: TradingWorld): Promise<string> {
  const done = asking(world, (await world.person()).key);
  await waitUntil(() => {
    const { market } = world.trading.deps;
    const listing = market.listing(CODE);
    if (!listing || market.top(listing)?.state !== "live") throw new Error("the exchange is not connected yet");
  });
  return publish(done, (await done("marketplace/developer-key")) as DeveloperKey);
}

function publish(done: Done, developer: DeveloperKey): Promise<string> {
  const payload = sealPayload({ name: "Trend", code: CODE, description: LONG }, developer);
  return idOf(done, "marketplace/signals-add", { key: developer.key, payload });
}

async function furnishUser(
  world: TradingWorld,
  key: MadeKey,
  of: Thing["of"],
  { developer, foreign }: { readonly developer: DeveloperKey; readonly foreign: string },
): Promise<Thing[]> {
  const done = asking(world, key);
  const things: Thing[] = [];
  const make = async (kind: Kind, path: string, params: Params = {}): Promise<string> => {
    const id = await idOf(done, path, params);
    things.push({ kind, of, id, ...(kind === "exchangeKey" && { exchange: "simalpha" }) });
    return id;
  };
  const credentials = { exchange: "simalpha", token: `token-of-${of}`, secret: "secret-of-a-test" };
  const apikey = await make("exchangeKey", "exchange-api-keys/add", { ...credentials, label: `Of the ${of}` });
  const profile = await make("profile", "strategy/create-profile", {
    name: `BTC of the ${of}`,
    algorithm_id: "900001",
    slice_delay: 5,
    "executable_codes[0]": CODE,
    "executable_apikeys[0]": apikey,
    "executable_values[0]": "0.01",
    "executable_parents[0]": "0.1",
  });
  await make("tab", "strategy/create-tab", { name: `Tab of the ${of}` });
  await make("template", "strategy/save-template", { copy_strategy_id: profile, label: `Template of the ${of}` });
  await make("book", "strategy/books", { action: "create", name: `Book of the ${of}`, "profiles[0]": profile });
  await make("watched", "strategy/add-watchlist-item", { code: CODE });
  const algorithm = await make("algorithm", "algorithm-creator/algorithm-add", { name: "Spread", group_name: "Mine" });
  await make("condition", "algorithm-creator/condition-add", {
    algorithm_id: algorithm,
    name: "spread_greater_than_input_number",
  });
  await make("execution", "algorithm-creator/execution-add", {
    algorithm_id: algorithm,
    side: "buy",
    order_type: "taker",
  });
  const signal = await publish(done, developer);
  things.push({ kind: "signal", of, id: signal });
  await make("hook", "marketplace/hooks/create", { id: signal, maximum_amount: "1000" });
  await make("subscription", "marketplace/subscription-manage", { id: foreign, action: "subscribe" });
  await make("webhook", "webhooks/create", { url: "https://hooks.example/in", events: "run.changed" });
  await make("keyword", "public/trending-news-add-keyword", { name: `bitcoin ${of}` });
  await make("reminder", "calendar/add-reminder", { title: "Look at it", remind_at: 1_924_938_000 });
  await make("article", "articles/create", {
    title: `An article of the ${of}`,
    brief: LONG,
    body: LONG.repeat(8),
    publishdate: 1_924_938_000,
  });
  await make("ticket", "support/add-ticket", {
    name: "Ada Lovelace",
    email: "ada@example.com",
    subject: "A question",
    message: LONG,
  });
  await make("export", "export/request", { system: "all_strategies", type: ".csv", symbol: CODE });
  await make("query", "exchange-query/create-query", { apikey, exchange_query: "balance" });
  const { orders } = await done("exchange-query/order-create", {
    apikey,
    ordertype: "limit",
    code: CODE,
    side: "buy",
    quantity: "0.01",
    price: "1000",
    order_send_time: Date.now() + DAY_MS,
  });
  things.push({ kind: "order", of, id: String(orders[0].id) });
  await make("apiKey", "user/api-keys/create", { label: `Second of the ${of}` });
  return things;
}
