import { Type, type Static } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { invariant } from "../../../kit/errors/invariant.ts";
import { endpoint } from "../../endpoint.ts";
import { findExchange } from "../../exchanges/index.ts";
import type { MarketDeps } from "../../market/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { missingParameter, unfitParameter } from "../../refuse-parameters.ts";
import { mutation, NOT_BLANK, serviceCode } from "../../shapes.ts";
import { rightsErrors } from "../../subaccounts/index.ts";
import type { TradeDeps } from "../../trades/index.ts";
import type { StrategyDeps } from "../deps.ts";
import { strategyErrors } from "../errors.ts";
import { profileId } from "../parameters.ts";
import { book } from "../book-record.ts";
import { showBooks } from "../show-book.ts";
import { MAX_STRATEGIES, type BookTerms, type Doing, type StoredBook, type StrategyStore } from "../store.ts";
import { doing, viewOf } from "../strategy-view.ts";

const params = Type.Object({
  action: Type.Enum(["list", "create", "edit", "delete"], { default: "list" }),
  id: Type.Optional(Type.String({ pattern: "^[0-9]{1,18}$", description: "The book to edit or delete" })),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: NOT_BLANK })),
  codes: Type.Optional(
    Type.Array(serviceCode, {
      maxItems: 1000,
      description: "Markets whose currencies count: `simalpha-btcusdt` stands for BTC. Empty: all",
    }),
  ),
  profiles: Type.Optional(
    Type.Array(profileId, { maxItems: MAX_STRATEGIES, description: "Profiles whose positions are added up" }),
  ),
  base_currency: Type.Optional(
    Type.String({ pattern: "^[A-Z0-9]{2,16}$", description: "Currency of profits and losses. Default USD" }),
  ),
});

export const books = endpoint({
  id: "strategies.books",
  method: ["GET", "POST"],
  path: "/strategy/books",
  auth: "user",
  permission: "strategies",
  summary: "Manage books",
  description:
    "A book adds up the positions of several profiles. Without `action`, lists them; an action needs a key that may trade. " +
    "`edit` keeps what is not named. " +
    "Positions are at average cost, as in statistics/account-pnl: real money apart from made-up money, and profits in " +
    "US dollars by the rates of each trade, shown in `base_currency` at its rate of now.",
  input: { params },
  output: json(Type.Union([Type.Array(book), mutation({ book })])),
  errors: [
    strategyErrors.bookNotFound,
    strategyErrors.profileNotFound,
    strategyErrors.notYours,
    strategyErrors.tooManyBooks,
  ],
  examples: [
    { name: "all" },
    { name: "a new one", body: { action: "create", name: "Bitcoin", codes: ["simalpha-btcusdt"] } },
    { name: "another name", body: { action: "edit", id: "1000001", name: "All of Bitcoin" } },
    { name: "gone", body: { action: "delete", id: "1000001" } },
    { name: "an action that there is not", body: { action: "burn" }, status: 422 },
    { name: "a new one without a name", body: { action: "create" }, status: 422 },
    { name: "one that there is not", body: { action: "delete", id: "1" }, status: 404 },
  ],

  async run(deps: StrategyDeps & ClockDeps & TradeDeps & MarketDeps, { input, actor }) {
    const { strategies, clock } = deps;
    const { action } = input.params;
    if (action === "list") return showBooks(deps, actor.ownerUid, await strategies.listBooks(viewOf(actor)));
    if (actor.access === "read_only") throw rightsErrors.read_only();
    if (action !== "delete") checkMarkets(deps, input.params, await strategies.listBooks(viewOf(actor)));
    const changed = await change(strategies, doing(actor, clock.now()), input.params);
    const [shown] = await showBooks(deps, actor.ownerUid, [changed]);
    invariant(shown, "one book is shown as one");
    return { status: true as const, id: shown.id, message: DONE[action], book: shown };
  },
});

const DONE = { create: "The book is created", edit: "The book is changed", delete: "The book is deleted" } as const;

function change(strategies: StrategyStore, by: Doing, sent: Sent): Promise<StoredBook> {
  const { action, id, name } = sent;
  if (action === "create") {
    if (name === undefined) throw missingParameter("name");
    return strategies.addBook(by, { codes: [], profiles: [], baseCurrency: "USD", ...termsOf(sent), name });
  }
  if (id === undefined) throw missingParameter("id");
  return action === "edit" ? strategies.editBook(by, Number(id), termsOf(sent)) : strategies.removeBook(by, Number(id));
}

/**
 * A market that is not known would leave out what it is meant to select, and say nothing. What the book has already stays, also where it
 * is gone by now.
 *
 * @throws 422 naming the element
 */
function checkMarkets({ market }: MarketDeps, { id, codes = [] }: Sent, all: readonly StoredBook[]): void {
  const before = all.find((each) => each.id === Number(id))?.codes ?? [];
  for (const [index, code] of codes.entries()) {
    const exchange = code.slice(0, code.indexOf("-"));
    // An exchange that is not connected now says nothing about its markets.
    const isUnsaid = market.exchange(exchange) === undefined && findExchange(exchange) !== undefined;
    if (isUnsaid || market.listing(code) || before.includes(code)) continue;
    throw unfitParameter(`codes.${index}`, "market", "must be a market from system/symbols");
  }
}

type Sent = Static<typeof params>;

/** What is named. */
function termsOf({ name, codes, profiles, base_currency: baseCurrency }: Sent): Partial<BookTerms> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(codes === undefined ? {} : { codes: [...new Set(codes)] }),
    ...(profiles === undefined ? {} : { profiles: [...new Set(profiles.map(Number))] }),
    ...(baseCurrency === undefined ? {} : { baseCurrency }),
  };
}
