/** What every list of the platform promises about its pages, walked over the table: the next list cannot forget it. */
import { expect, test } from "vitest";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { addKey } from "../../src/trading/operator.ts";
import { isList } from "../support/is-list.ts";
import { fillLists } from "../support/long-lists.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { household } from "../support/trading-household.ts";
import { tradingWorld } from "../support/trading-world.ts";

const running = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const admin = await running.person("admin");
const { owner, member } = await household(running, (uid) =>
  addKey(running.platform, running.trading.deps.apiKeys, uid, {
    label: "m",
    access: "full_access",
    allowBearer: false,
  }),
);
await fillLists(running.database.db, owner.uid, member.uid);
const [traded] = await running.database.db.query<{ id: number }>({
  name: "test.strategyWithOrders",
  text: "select distinct strategy_id as id from trading.orders where owner_uid = $1 and strategy_id is not null",
  values: [owner.uid],
});

/** What a list needs to be asked for. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "market.indexSymbols": { exchange: "simalpha" },
  "subaccounts.subaccountAccessHistory": { id: String(member.uid) },
  "ledger.listCommissionsPaid": { subaccount_id: String(owner.uid) },
  "strategies.listStrategyTransactions": { main_id: String(traded?.id) },
  "market.listSpreads": { spread_includes: "simalpha-btcusdt+simbeta" },
};

/** Members that may differ from one request to the next. */
const MOVING: Readonly<Record<string, readonly string[]>> = {
  "wallets.listBalances": ["last_updated", "usd_value"],
  "access.listApiKeys": ["last_used"],
  "webhooks.listWebhooks": ["failures"],
  // Those that wait for a machine get one at some moment.
  "billing.listSharedServers": ["status", "status_text", "expires_at", "fails_at"],
  "billing.listPrivateServers": ["status", "status_text", "expires_at", "fails_at"],
  "webhooks.listDeliveries": ["state", "attempts", "last_attempt", "last_status", "last_error", "next_attempt"],
};

/** Lists with pages that are not walked, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "signals.listBacktestedSubscriptions":
    "its entries are computed up to the moment of the request; its own tests walk them",
  "signals.listFeed": "its pages are of the iterations of each signal; its own tests walk them",
  "market.matchPair": "answers an object of at most ten pairs, without totals",
  "market.listBitcoinProfits": "changes with every price; its own tests compare it with a brute force",
};

/** Lists that answer everything at once, and what bounds them. A new list has pages, or stands here. */
const WHOLE: Readonly<Record<string, string>> = {
  ...bounded("the program's own table", [
    "system.listEndpoints",
    "system.listEp",
    "system.listValidationFunctions",
    "billing.listPackages",
    "billing.listServerTypes",
    "strategies.listStrategyOptions",
    "algorithms.listConditionOperators",
    "algorithms.listOrderTypes",
    "wallets.listSupportedWallets",
    "orders.listExchangeRequests",
  ]),
  ...bounded("the connected exchanges and their markets", [
    "market.indexExchanges",
    "market.listExchangeInformation",
    "market.listExchanges",
    "market.listRates",
    "market.listSymbols",
    "market.listUniqueSymbols",
    "market.showStatus",
    "strategies.listExchanges",
  ]),
  ...bounded("a number of its own, which its description says", [
    "market.listBestSpreads",
    "market.listExchangeAnnouncements",
    "calendar.listSchedule",
    "competitions.listCompetitions",
    "charts.listCandles",
    "market.listRelevantNews",
    "news.listNews",
    "trades.importOrdersList",
    "signals.listFeatured",
  ]),
  ...bounded("pages that go on after the last entry, which their own tests walk", [
    "admin.listUsers",
    "signup.adminListInvitations",
  ]),
  ...bounded("the operator's lists", ["news.listSources", "news.listWatchedKeywords"]),
  ...bounded("a day, or the days that were recorded", ["market.fetchSpreadData", "market.listAvailability"]),
  ...bounded("how many of them an account can have", [
    "strategies.listProfiles",
    "strategies.listTemplates",
    "strategies.listStrategies",
    "strategies.listWatchlist",
    "algorithms.listConditions",
    "algorithms.listExecutions",
    "orders.listBalances",
    "risk.listLimits",
    "subaccounts.subaccountList",
    "sessions.activeSessions",
    "wallets.accountBalance",
    "wallets.listWithdrawAddresses",
  ]),
};

const endpoints: readonly AnyEndpoint[] = tradingEndpoints;
const hasPages = ({ input }: AnyEndpoint): boolean =>
  input.params !== undefined && "pagenumber" in input.params.properties;
const lists = endpoints.filter((each) => hasPages(each) && !(each.id in LEFT_OUT));

interface Page {
  readonly entries: readonly unknown[];
  /** Undefined for lists that answer their entries alone. */
  readonly counts: { readonly page: number; readonly showing: number; readonly total: number } | undefined;
}

/** A page of a list. Its entries are the whole answer, or the one array beside `page`, `showing` and `total`. */
async function pageOf({ id, path, auth }: (typeof lists)[number], limit: number, pagenumber: number): Promise<Page> {
  const isStaff = auth === "admin" || auth === "support";
  const { status, text, json } = await running.ask("POST", path.slice(1), {
    key: isStaff ? admin.key : owner.key,
    params: { ...PARAMETERS[id], limit, pagenumber },
  });
  if (status !== 200) throw new Error(`${id}: ${text}`);
  const { page, showing, total, ...rest } = json.data;
  const isBare = Array.isArray(json.data);
  const found = Object.entries(rest).find(([name, value]) => Array.isArray(value) && name !== "total_amounts")?.[1];
  const entries = isBare ? json.data : found;
  const moving = Object.fromEntries((MOVING[id] ?? []).map((name) => [name, undefined]));
  const stable = (entries as Record<string, unknown>[]).map((entry) => ({ ...entry, ...moving }));
  return { entries: stable, counts: isBare ? undefined : { page, showing, total } };
}

test("there are lists to walk, and each one that is left out exists", () => {
  expect(lists.length).toBeGreaterThan(28);
  const ids = new Set(endpoints.map(({ id }) => id));
  expect([...Object.keys(LEFT_OUT), ...Object.keys(WHOLE)].filter((id) => !ids.has(id))).toEqual([]);
});

test("every list has pages, or something else that bounds it", () => {
  const unbounded = endpoints.filter((each) => isList(each) && !hasPages(each) && !(each.id in WHOLE));
  expect(unbounded.map(({ id }) => id)).toEqual([]);
  const paged = endpoints.filter((each) => each.id in WHOLE && hasPages(each));
  expect(paged.map(({ id }) => id)).toEqual([]);
});

test.each(lists.map((each) => [each.id, each] as const))(
  "%s shows every entry once, in one order, on pages of any length",
  async (_, list) => {
    const { maximum = 1000 }: { maximum?: number } = list.input.params?.properties["limit"] ?? {};
    // A broadcast is read once it was shown, so it is shown once before anything is compared.
    await pageOf(list, maximum, 1);
    const whole = await pageOf(list, maximum, 1);
    const total = whole.counts?.total ?? whole.entries.length;
    const countsOf = (page: number, showing: number): Page["counts"] => whole.counts && { page, showing, total };
    expect(total).toBeGreaterThanOrEqual(3);
    expect(whole.counts).toEqual(countsOf(1, total));
    expect(whole.entries).toHaveLength(total);
    for (const limit of [1, 3]) {
      const walked: unknown[] = [];
      const pages = Math.ceil(total / limit);
      for (let pagenumber = 1; pagenumber <= Math.min(pages, 12); pagenumber++) {
        const { entries, counts } = await pageOf(list, limit, pagenumber);
        const expected = Math.min(limit, total - (pagenumber - 1) * limit);
        expect(entries).toHaveLength(expected);
        expect(counts).toEqual(countsOf(pagenumber, expected));
        walked.push(...entries);
      }
      expect(walked).toEqual(whole.entries.slice(0, walked.length));
      expect(await pageOf(list, limit, pages + 1)).toEqual({ entries: [], counts: countsOf(pages + 1, 0) });
    }
  },
);

function bounded(by: string, ids: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(ids.map((id) => [id, by]));
}
