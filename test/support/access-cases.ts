/** Requests to operations of the trading platform that name something by its id, computed from their table. */
import { methodsOf, type AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import { tradingEndpoints } from "../../src/trading/endpoints.ts";
import type { MadeKey } from "../../src/trading/operator.ts";
import type { Kind } from "./full-account.ts";
import { ID_PARAMETERS } from "./strangers-table.ts";
import type { TradingWorld } from "./trading-world.ts";

export type Params = Readonly<Record<string, string | number | boolean>>;

export interface AccessCase {
  readonly endpoint: AnyEndpoint;
  readonly params: (id: string) => Params;
  /** What the id is of; undefined where that is nothing of a user. */
  readonly kind: Kind | undefined;
}

/** Nothing has this id. */
export const ABSENT = "987654321987";

/** What parameters name, where their names say it. */
const BY_NAME: Readonly<Record<string, Kind>> = {
  algorithm_id: "algorithm",
  apikey: "exchangeKey",
  closing_profiles: "profile",
  copy_strategy_id: "profile",
  executable_apikeys: "exchangeKey",
  export_id: "export",
  key_id: "exchangeKey",
  keywordid: "keyword",
  main_id: "profile",
  profile_id: "profile",
  profiles: "profile",
  server_id: "server",
  subaccount_id: "user",
  tab_id: "tab",
  template_id: "template",
  uid: "user",
  wallet_id: "wallet",
  webhook_id: "webhook",
};

/** What `id` names, by the path: the first that fits. */
const BY_PATH: readonly (readonly [path: RegExp, kind: Kind])[] = [
  [/^.strategy.(edit|delete)-tab/, "tab"],
  [/^.strategy.delete-template/, "template"],
  [/^.strategy.books/, "book"],
  [/^.strategy.delete-watchlist-item/, "watched"],
  [/^.strategy|^.risk.halt/, "profile"],
  [/^.algorithm-creator.condition/, "condition"],
  [/^.algorithm-creator.execution/, "execution"],
  [/^.algorithm-creator/, "algorithm"],
  [/^.marketplace.hooks.delete/, "hook"],
  [/^.marketplace.subscription-manage/, "subscription"],
  [/^.marketplace.signal-developer/, "user"],
  [/^.marketplace/, "signal"],
  [/^.exchange-api-keys|^.risk/, "exchangeKey"],
  [/^.exchange-query.order/, "order"],
  [/^.exchange-query/, "query"],
  [/^.subscriptions.disable/, "server"],
  [/^.subscriptions.change-setting-confirm/, "quote"],
  [/^.user.api-keys/, "apiKey"],
  [/^.user.(admin.revoke-invitation|invitations)/, "invitation"],
  [/^.articles/, "article"],
  [/^.calendar/, "reminder"],
  [/^.export/, "export"],
  [/^.subaccounts.broadcast/, "broadcast"],
  [/^.subaccounts|^.user.admin/, "user"],
  [/^.support/, "ticket"],
  [/^.wallets.remove/, "withdrawAddress"],
  [/^.wallets/, "withdrawal"],
  [/^.webhooks/, "webhook"],
];

function kindOf({ path }: AnyEndpoint, name: string): Kind | undefined {
  return BY_NAME[name] ?? BY_PATH.find(([pattern]) => pattern.test(path))?.[1];
}

/** Operations that need a caller. */
export const guardedEndpoints: readonly AnyEndpoint[] = tradingEndpoints.filter(
  ({ auth }) => auth !== "public" && auth !== "visitor",
);

/** One for each parameter that is an id; what else an example names is not there. */
export const accessCases: readonly AccessCase[] = guardedEndpoints.flatMap((endpoint) => {
  const named = idsOf(endpoint);
  const isId = (name: string): boolean => named.some((each) => name === each.name || name.startsWith(`${each.name}[`));
  const base = Object.entries(exampleOf(endpoint)).map(([name, value]) => [name, isId(name) ? ABSENT : value] as const);
  return named.map(({ name, isList }) => ({
    endpoint,
    params: (id: string) => ({ ...Object.fromEntries(base), [isList ? `${name}[0]` : name]: id }),
    kind: kindOf(endpoint, name),
  }));
});

/** Parameters of an example that is refused for its id at most. */
export function exampleOf({ examples }: AnyEndpoint): Params {
  const fits = examples.filter(({ status = 200 }) => status < 300 || status === 404);
  const given = fits.map((each) => ({ ...each.query, ...(each.body as object | undefined) }));
  const chosen = given.find((each) => "id" in each) ?? given[0] ?? {};
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([name, value]: [string, unknown]) =>
      Array.isArray(value)
        ? value.map((each: unknown, at): [string, string] => [`${name}[${at}]`, String(each)])
        : [[name, typeof value === "object" ? JSON.stringify(value) : (value as string)]],
    ),
  );
}

/** Asks an operation, with POST where it takes that. */
export function askEndpoint(world: TradingWorld, endpoint: AnyEndpoint, key: MadeKey | undefined, params: Params) {
  const method = methodsOf(endpoint).includes("POST") ? "POST" : "GET";
  return world.ask(method, endpoint.path.slice(1).replace(/:\w+/g, "1"), { params, ...(key && { key }) });
}

function idsOf({ input }: AnyEndpoint): readonly { readonly name: string; readonly isList: boolean }[] {
  const properties = (input.params as { properties?: Record<string, { type?: string }> } | undefined)?.properties ?? {};
  return Object.entries(properties).flatMap(([name, { type }]) =>
    ID_PARAMETERS.some((each) => each === name) ? [{ name, isList: type === "array" }] : [],
  );
}
