/**
 * Every operation that takes an id, with the ids of others: asked by a stranger, and by sub-accounts of the same account
 * with and without each right; and every channel of the push. Whom something does not concern is answered as if it were not there, and nothing changes.
 */
import { expect, test } from "vitest";
import type { MadeKey } from "../../src/trading/operator.ts";
import { ABSENT, accessCases, askEndpoint, type Params } from "../support/access-cases.ts";
import { fullAccount, proPerson, type Kind, type Thing } from "../support/full-account.ts";
import { eventually, plainFollower } from "../support/push-world.ts";
import { signed } from "../support/signed-trading.ts";
import { changedTables, ownedTables, storedOf } from "../support/stored-account.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { tradingWorld } from "../support/trading-world.ts";

// Nothing is sent and nothing runs: what changes is what was asked for.
const world = await tradingWorld({ settings: EXAMPLE_SETTINGS, works: false });
const { db } = world.platform;
const account = await fullAccount(world);
const stranger = await proPerson(world);
const tables = await ownedTables(db);

/** Published, or a person whom others may name. */
const PUBLIC_KINDS: ReadonlySet<Kind> = new Set(["signal", "user"]);
/** Of these a sub-account with the right sees those of the whole account. */
const PROFILE_KINDS: ReadonlySet<Kind> = new Set([
  "profile",
  "tab",
  "template",
  "book",
  "algorithm",
  "condition",
  "execution",
]);

/** Of the push. */
const TOPICS: Partial<Record<Kind, readonly string[]>> = {
  profile: ["strategy"],
  order: ["transactions"],
  keyword: ["news"],
};

interface Asker {
  readonly uid: number;
  readonly key: MadeKey;
  readonly sees: (thing: Thing) => boolean;
}

const thing = (kind: Kind, of: Thing["of"]): string => {
  const found = account.things.find((each) => each.kind === kind && each.of === of);
  if (!found) throw new Error(`the ${of} has no ${kind}`);
  return found.id;
};

/** What one id does not reach: changes that name two things, or a place. */
function furtherChanges(of: Thing["of"]): readonly (readonly [path: string, params: Params])[] {
  const [apikey, order, profile] = [thing("exchangeKey", of), thing("order", of), thing("profile", of)];
  const [subscription, book, code] = [thing("subscription", of), thing("book", of), "simalpha-btcusdt"];
  const trigger = { signal: "buy", action: "open", execute_within: 60_000, maximum_amount: "1000" };
  return [
    ["exchange-query/order-cancel", { apikey, id: order }],
    ["exchange-query/create-query", { apikey, exchange_query: "order_cancel", order_id: order, code }],
    ...["halt", "resume", "limits"].flatMap((deed) => [
      [`risk/${deed}`, { scope: "account", maximum_open_orders: 1 }] as const,
      [`risk/${deed}`, { scope: "key", id: apikey, maximum_open_orders: 1 }] as const,
      [`risk/${deed}`, { scope: "strategy", id: profile, maximum_open_orders: 1 }] as const,
    ]),
    ["strategy/books", { action: "edit", id: book, name: "Taken over" }],
    ["strategy/books", { action: "delete", id: book }],
    ["strategy/edit-component", { id: profile, component: "name", value: "Taken over" }],
    ["strategy/start", { id: profile }],
    ["strategy/duplicate-strategy", { id: profile, profile_id: profile }],
    ["marketplace/subscription-manage", { id: subscription, action: "pause" }],
    ["marketplace/subscription-manage", { id: subscription, action: "unsubscribe" }],
    ["marketplace/signals-trigger", { id: thing("signal", of), ...trigger }],
    ["webhooks/edit", { id: thing("webhook", of), url: "https://hooks.example/other" }],
  ];
}

/** Asks for everything of the account, and says what was told or changed that should not have been. */
async function problemsOf({ uid, key, sees }: Asker): Promise<string[]> {
  const problems: string[] = [];
  const scope = { ownerUid: account.owner.uid, exceptUid: uid };
  let before = await storedOf(db, tables, scope);
  const compare = async (what: string): Promise<void> => {
    const after = await storedOf(db, tables, scope);
    const changed = changedTables(before, after);
    if (changed.length > 0) problems.push(`${what} changes ${changed.join(", ")}`);
    before = after;
  };
  for (const { endpoint, params, kind } of accessCases) {
    const made = await askEndpoint(world, endpoint, key, params(ABSENT));
    for (const each of account.things.filter((one) => one.kind === kind)) {
      const known = await askEndpoint(world, endpoint, key, params(each.id));
      if (PUBLIC_KINDS.has(each.kind) || sees(each)) continue;
      const [shown, absent] = [told(known, each.id), told(made, ABSENT)];
      if (shown !== absent) problems.push(`${endpoint.id} of a ${kind} of the ${each.of}: ${shown} | ${absent}`);
    }
    await compare(endpoint.id);
  }
  for (const of of ["owner", "colleague"] as const) {
    for (const [path, params] of furtherChanges(of)) {
      await world.ask("POST", path, { key, params });
      await compare(`${path} ${JSON.stringify(params)} of the ${of}`);
    }
  }
  return [...problems, ...(await followedBy({ key, sees }))];
}

/** Channels of the push that show something of others to an asker that does not see it. */
async function followedBy({ key, sees }: Pick<Asker, "key" | "sees">): Promise<string[]> {
  const follower = await plainFollower(Number(new URL(world.url).port), { headers: signed(key) });
  const channels = account.things.flatMap((each) => {
    const isSeen = each.kind !== "keyword" && sees({ kind: "profile", id: each.id, of: each.of });
    return (TOPICS[each.kind] ?? []).map((topic) => ({ name: `${topic}/${each.id}`, isSeen }));
  });
  follower.say({ subscribe: channels.map(({ name }) => name) });
  await eventually(() => channels.every(({ name }) => follower.newest(name))).toBe(true);
  follower.socket.terminate();
  const isShown = (name: string): boolean => follower.newest(name)?.error === undefined;
  return channels.flatMap(({ name, isSeen }) => (isShown(name) === isSeen ? [] : [`${name} is shown: ${!isSeen}`]));
}

/** An answer without the ids that were asked for. */
function told({ status, json }: Awaited<ReturnType<typeof askEndpoint>>, id: string): string {
  const text = JSON.stringify(json.data).replaceAll(new RegExp(`\\b(${id}|${ABSENT})\\b`, "g"), "it");
  return `${status} ${text}`.slice(0, 300);
}

/** A sub-account with these rights. All see the servers that they may start strategies on. */
const sub = (rights: Params, sees: Asker["sees"]) => async (): Promise<Asker> => ({
  ...(await account.member(rights)),
  sees: (each) => each.kind === "server" || sees(each),
});

const ASKERS: readonly (readonly [who: string, make: () => Promise<Asker>])[] = [
  ["a stranger", async () => ({ ...stranger, sees: () => false })],
  ["a sub-account without rights", sub({}, () => false)],
  ["a sub-account that sees all profiles", sub({ view_all_profiles: true }, ({ kind }) => PROFILE_KINDS.has(kind))],
  [
    "a sub-account that uses the main account's keys at one exchange",
    sub(
      { allow_api_key_usage: true, manage_own_apikeys: true, exchanges_enabled: "simbeta" },
      ({ of, exchange }) => of === "owner" && exchange === "simbeta",
    ),
  ],
  [
    "a sub-account that uses all keys of the main account",
    sub({ allow_api_key_usage: true }, ({ kind, of }) => kind === "exchangeKey" && of === "owner"),
  ],
];

test.each(ASKERS)("%s is shown nothing of others, and changes nothing of theirs", async (_, make) => {
  expect(await problemsOf(await make())).toEqual([]);
});

test("these ids are of things that their owner reaches by them", async () => {
  const reached = new Set<Kind>();
  for (const { endpoint, params, kind } of accessCases) {
    const own = account.things.find((each) => each.kind === kind && each.of === "owner");
    if (!own || reached.has(own.kind)) continue;
    const absent = await askEndpoint(world, endpoint, account.owner.key, params(ABSENT));
    const known = await askEndpoint(world, endpoint, account.owner.key, params(own.id));
    if (told(known, own.id) !== told(absent, ABSENT)) reached.add(own.kind);
  }
  // An order is named together with its key.
  const named = { apikey: thing("exchangeKey", "owner"), id: thing("order", "owner") };
  const order = await world.ask("POST", "exchange-query/order-check", { key: account.owner.key, params: named });
  if (order.status === 200) reached.add("order");
  const kinds = new Set(account.things.map(({ kind }) => kind));
  expect([...kinds].filter((kind) => !reached.has(kind))).toEqual([]);
});

test("an id that an operation takes is of a kind that is tried, or of nothing that users have", () => {
  const untried = accessCases.flatMap(({ endpoint, kind }) => (kind === undefined ? [endpoint.id] : []));
  expect(untried.toSorted()).toEqual([
    "billing.addDrivetime",
    "billing.changePackage",
    "billing.changePhpSdk",
    "competitions.editCompetition",
    "competitions.joinCompetition",
    "competitions.leaveCompetition",
    "system.deleteAnnouncement",
  ]);
});
