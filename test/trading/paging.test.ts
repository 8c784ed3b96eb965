/** What every list of the platform promises about its pages, walked over the table: the next list cannot forget it. */
import { expect, test } from "vitest";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { addKey } from "../../src/trading/operator.ts";
import { isPending } from "../../src/trading/pending.ts";
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

/** What a list needs to be asked for. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "market.indexSymbols": { exchange: "simalpha" },
  "subaccounts.subaccountAccessHistory": { id: String(member.uid) },
  "ledger.listCommissionsPaid": { subaccount_id: String(owner.uid) },
  "market.listSpreads": { spread_includes: "simalpha-btcusdt+simbeta" },
};

/** Members that may differ from one request to the next. */
const MOVING: Readonly<Record<string, readonly string[]>> = {
  "wallets.listBalances": ["last_updated", "usd_value"],
  "access.listApiKeys": ["last_used"],
};

/** Lists that are not walked, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "market.matchPair": "answers an object of at most ten pairs, without totals",
  "algorithms.listAlgorithms": "answers an array without totals; its own tests walk it",
  "strategies.listAlgorithms": "answers an array without totals; its own tests walk it",
  "market.listBitcoinProfits": "changes with every price; its own tests compare it with a brute force",
};

const endpoints: readonly AnyEndpoint[] = tradingEndpoints;
const lists = endpoints.filter(
  (each) =>
    each.input.params && "pagenumber" in each.input.params.properties && !isPending(each) && !(each.id in LEFT_OUT),
);

interface Page {
  readonly entries: readonly unknown[];
  readonly page: number;
  readonly showing: number;
  readonly total: number;
}

/** A page of a list. Its entries are the one array beside `page`, `showing` and `total`. */
async function pageOf({ id, path, auth }: (typeof lists)[number], limit: number, pagenumber: number): Promise<Page> {
  const isStaff = auth === "admin" || auth === "support";
  const { status, text, json } = await running.ask("POST", path.slice(1), {
    key: isStaff ? admin.key : owner.key,
    params: { ...PARAMETERS[id], limit, pagenumber },
  });
  if (status !== 200) throw new Error(`${id}: ${text}`);
  const { page, showing, total, ...rest } = json.data;
  const entries = Object.entries(rest).find(([name, value]) => Array.isArray(value) && name !== "total_amounts")?.[1];
  const moving = Object.fromEntries((MOVING[id] ?? []).map((name) => [name, undefined]));
  const stable = (entries as Record<string, unknown>[]).map((entry) => ({ ...entry, ...moving }));
  return { entries: stable, page, showing, total };
}

test("there are lists to walk, and each one that is left out exists", () => {
  expect(lists.length).toBeGreaterThan(25);
  const ids = new Set(tradingEndpoints.map(({ id }) => id));
  expect(Object.keys(LEFT_OUT).filter((id) => !ids.has(id))).toEqual([]);
});

test.each(lists.map((each) => [each.id, each] as const))(
  "%s shows every entry once, in one order, on pages of any length",
  async (_, list) => {
    const { maximum = 1000 }: { maximum?: number } = list.input.params?.properties["limit"] ?? {};
    // A broadcast is read once it was shown, so it is shown once before anything is compared.
    await pageOf(list, maximum, 1);
    const whole = await pageOf(list, maximum, 1);
    expect(whole.total).toBeGreaterThanOrEqual(3);
    expect(whole).toMatchObject({ page: 1, showing: whole.total });
    expect(whole.entries).toHaveLength(whole.total);
    for (const limit of [1, 3]) {
      const walked: unknown[] = [];
      const pages = Math.ceil(whole.total / limit);
      for (let pagenumber = 1; pagenumber <= Math.min(pages, 12); pagenumber++) {
        const { entries, ...counts } = await pageOf(list, limit, pagenumber);
        const expected = Math.min(limit, whole.total - (pagenumber - 1) * limit);
        expect(counts).toEqual({ page: pagenumber, showing: expected, total: whole.total });
        walked.push(...entries);
      }
      expect(walked).toEqual(whole.entries.slice(0, walked.length));
      const beyond = await pageOf(list, limit, pages + 1);
      expect(beyond).toEqual({ entries: [], page: pages + 1, showing: 0, total: whole.total });
    }
  },
);
