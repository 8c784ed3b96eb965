/** An account of the trading platform with something of everything, a user in it without rights, and a stranger. */
import type { MadeKey } from "../../src/trading/operator.ts";
import { furnish } from "./trading-examples.ts";
import type { TradingWorld } from "./trading-world.ts";

interface Household {
  readonly owner: { readonly uid: number; readonly key: MadeKey };
  /** A sub-account of the owner that may do nothing but what every sub-account may. */
  readonly member: { readonly uid: number; readonly key: MadeKey };
  readonly stranger: { readonly uid: number; readonly key: MadeKey };
  /** Ids of the owner's things, by what they are of. */
  readonly ids: ReadonlyMap<string, string>;
  /** Texts that only the owner's own answers may hold. */
  readonly privateTexts: readonly string[];
  /** Texts that no answer and no log line may hold. */
  readonly secrets: readonly string[];
}

const SECRET = "planted5ecret";
const PRIVATE = "Planted private";

/** Furnishes the three. The member's key is made by its own account's rules, so `addKey` gives it. */
export async function household(
  world: TradingWorld,
  addKey: (uid: number) => Promise<MadeKey | undefined>,
): Promise<Household> {
  const owner = await world.person();
  const stranger = await world.person();
  await furnish(world, owner.uid);
  const ids = new Map<string, string>();
  const make = async (what: string, path: string, params: Record<string, string | number | boolean>) => {
    const answer = await world.ask("POST", path, { key: owner.key, params });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    const { id, token } = answer.json.data;
    if (id !== undefined) ids.set(what, String(id));
    return { id: String(id), token };
  };

  await make("exchangeKey", "exchange-api-keys/add", {
    exchange: "binance",
    label: `${PRIVATE} label`,
    token: `${SECRET}-token`,
    secret: `${SECRET}-secret`,
    password: `${SECRET}-password`,
  });
  await make("ticket", "support/add-ticket", {
    name: "Ada Lovelace",
    email: "planted@example.com",
    subject: `${PRIVATE} subject`,
    message: `${PRIVATE} message that is long enough to be taken for a question to the staff.`,
  });
  await make("reminder", "calendar/add-reminder", { title: `${PRIVATE} title`, remind_at: "1924938000" });
  await make("tab", "strategy/create-tab", { name: `${PRIVATE} tab` });
  const { id: profile } = await make("profile", "strategy/create-profile", { name: `${PRIVATE} profile` });
  await make("template", "strategy/save-template", { copy_strategy_id: profile, label: `${PRIVATE} template` });
  await make("book", "strategy/books", { action: "create", name: `${PRIVATE} book` });
  await make("watched", "strategy/add-watchlist-item", { code: "simalpha-btcusdt" });
  await make("address", "wallets/add-withdraw-address", {
    currency: "ETH",
    address_to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    label: `${PRIVATE} address`,
  });
  await make("webhook", "webhooks/create", {
    url: "https://planted.example/hook",
    events: "run.changed",
    label: `${PRIVATE} webhook`,
  });
  const { id: memberUid } = await make("member", "subaccounts/subaccount-create", {
    username: `member${owner.uid}`,
    name: `${PRIVATE} member`,
    email: "planted-member@example.com",
    password: `${SECRET}-Password1`,
    active: true,
    allow_api_access: true,
    allow_api_key_usage: false,
    manage_own_apikeys: false,
    export_enabled: false,
  });
  await make("broadcast", "subaccounts/broadcast-create", { title: `${PRIVATE} broadcast`, body: "For us alone." });
  const memberKey = await addKey(Number(memberUid));
  if (!memberKey) throw new Error("the member has no key");
  ids.set("uid", String(owner.uid));
  return {
    owner,
    member: { uid: Number(memberUid), key: memberKey },
    stranger,
    ids,
    privateTexts: [PRIVATE, "planted@example.com", "planted-member@example.com", "For us alone."],
    secrets: [SECRET, owner.key.secret, stranger.key.secret, memberKey.secret, "$argon2"],
  };
}
