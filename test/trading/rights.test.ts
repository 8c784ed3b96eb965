/** Who may call what: every operation, called by the owner of an account, by its sub-account, by a stranger, by nobody. */
import { describe, expect, test } from "vitest";
import { methodsOf, type AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import { addKey } from "../../src/trading/operator.ts";
import { EXAMPLE_SETTINGS } from "../support/trading-examples.ts";
import { household } from "../support/trading-household.ts";
import { tradingWorld } from "../support/trading-world.ts";

const running = await tradingWorld({ settings: EXAMPLE_SETTINGS });
const home = await household(running, (uid) =>
  addKey(running.platform, running.trading.deps.apiKeys, uid, {
    label: "member",
    access: "full_access",
    allowBearer: false,
  }),
);

type Params = Record<string, string | number | boolean>;

/** Parameters of the first example that succeeds, as a form would send them. */
function exampleOf({ examples }: AnyEndpoint): Params {
  const shown = examples.find(({ status = 200 }) => status < 300) ?? examples[0];
  const given = { ...shown?.query, ...(shown?.body as object | undefined) };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value]),
  ) as Params;
}

const ID_NAME = /(^|_)id$|uid$|keyid$/;

/** Ends what the walk itself needs: the caller's own key, account or session. */
const ENDS_THE_CALLER = new Set(["access.revokeApiKey", "sessions.logout"]);
const guarded = tradingEndpoints.filter(({ auth }) => auth !== "public" && auth !== "visitor");
const ask = (endpoint: AnyEndpoint, who: { key: typeof home.owner.key } | undefined, params: Params) =>
  running.ask(methodsOf(endpoint).includes("POST") ? "POST" : "GET", endpoint.path.slice(1).replace(/:\w+/g, "1"), {
    params,
    ...(who ? { key: who.key } : {}),
  });

/** Paths that a sub-account without any right is refused: kept by hand, because a right that is lost here is money. */
const CLOSED_TO_MEMBERS = [
  /^\/wallets\//,
  /^\/finance\//,
  /^\/export\//,
  /^\/exchange-api-keys\//,
  /^\/subaccounts\/(?!broadcasts$)/,
  /\/admin\//,
  /\/staff\//,
  /^\/statistics\//,
  /account-balance$/,
];

/** Codes that mean "not you"; others with status 403 mean "not by a key", whoever asks. */
const NOT_YOU = new Set([2430]);

/** Nor those that look harmless and spend, show or end what is the whole account's. */
const ALSO_CLOSED = new Set(
  tradingEndpoints
    .filter(({ auth }) => ["owner", "ownerChange", "support", "admin"].includes(auth))
    .map(({ id }) => id),
);

describe("every operation", () => {
  test("refuses nobody with 401, whatever is sent", async () => {
    const problems: string[] = [];
    for (const endpoint of guarded) {
      const { status, json } = await ask(endpoint, undefined, exampleOf(endpoint));
      if (status !== 401 || json.data.code !== 2001) problems.push(`${endpoint.id}: ${status} ${json.data.code}`);
    }
    expect(problems).toEqual([]);
  });

  test("lets a sub-account without rights do only what all may", async () => {
    const problems: string[] = [];
    for (const endpoint of guarded) {
      const isClosed = CLOSED_TO_MEMBERS.some((path) => path.test(endpoint.path)) || ALSO_CLOSED.has(endpoint.id);
      if (!isClosed && ENDS_THE_CALLER.has(endpoint.id)) continue;
      const { status, text, json } = await ask(endpoint, home.member, exampleOf(endpoint));
      const isRefused = status === 403 && NOT_YOU.has(json.data.code);
      if (isClosed !== isRefused) problems.push(`${endpoint.id}: ${status} ${text.slice(0, 120)}`);
    }
    expect(problems).toEqual([]);
  });

  test("answers a stranger who knows an id like one who made it up", async () => {
    const problems: string[] = [];
    let compared = 0;
    for (const endpoint of guarded) {
      const params = exampleOf(endpoint);
      const names = Object.keys(params).filter((name) => ID_NAME.test(name));
      if (names.length === 0 || ENDS_THE_CALLER.has(endpoint.id)) continue;
      const withId = (id: string) => ({ ...params, ...Object.fromEntries(names.map((name) => [name, id])) });
      const made = await ask(endpoint, home.stranger, withId("999999999999"));
      for (const [what, id] of home.ids) {
        const known = await ask(endpoint, home.stranger, withId(id));
        compared++;
        const told = (of: unknown) => JSON.stringify(of).replace(new RegExp(`\\b(${id}|999999999999)\\b`, "g"), "it");
        const isSame = known.status === made.status && told(known.json.data) === told(made.json.data);
        const isOwnNews = known.status === 200 && made.status === 200;
        const leaked = home.privateTexts.find((text) => known.text.includes(text));
        if ((!isSame && !isOwnNews) || leaked)
          problems.push(`${endpoint.id} of ${what}: ${known.status} ${known.text}`);
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(problems).toEqual([]);
  });

  test("still serves the owner, whose things are all there", async () => {
    const lists = [
      ["exchange-api-keys/list", "exchangeKey"],
      ["support/list-tickets", "ticket"],
      ["calendar/list-reminders", "reminder"],
      ["webhooks/list", "webhook"],
      ["strategy/list-watchlist", "watched"],
      ["strategy/list-profiles", "profile"],
      ["strategy/list-templates", "template"],
      ["strategy/books", "book"],
      ["wallets/list-withdraw-addresses", "address"],
      ["subaccounts/subaccount-list", "member"],
      ["subaccounts/broadcast-list", "broadcast"],
    ] as const;
    for (const [path, what] of lists) {
      const { text } = await running.ask("POST", path, { key: home.owner.key });
      expect(text, path).toContain(`"${home.ids.get(what)}"`);
    }
  });
});
