/** Quotes: prices of changed settings, kept until they are used or expire. */
import { invariant } from "../../../kit/errors/invariant.ts";
import type { Transaction } from "../../../kit/sql/database.ts";
import { timestamp } from "../../../kit/sql/values.ts";
import { plusMillis } from "../../../kit/time/instant.ts";
import { changeSetting } from "../core/change-setting.ts";
import type { PricedTerms } from "../core/change-terms.ts";
import type { LeafValue } from "../core/leaves.ts";
import type { BaseId } from "../core/packages.ts";
import { priceOf } from "../core/price.ts";
import { planFor, type Overrides } from "../core/terms.ts";
import { billingErrors } from "../errors.ts";
import type { Change, Changed, Quote } from "../store.ts";
import { applyTerms, decideTerms, lockSettled } from "./change-subscription.ts";

/** How long a quote is kept. */
const QUOTE_KEPT_MS = 15 * 60_000;

/** Of each account only the newest are kept. */
const MAX_QUOTES = 50;

/** Computes the price of a changed setting, and keeps it as a quote. */
export async function quoteSetting(tx: Transaction, change: Change, setting: string, text: string): Promise<Quote> {
  const locked = await lockSettled(tx, change);
  const { subscription, revision } = locked;
  const outcome = changeSetting(subscription.next?.terms ?? subscription.terms, setting, text);
  if (outcome.kind === "refused") throw billingErrors.noSetting({ why: outcome.why });
  const { terms, oldValue, newValue } = outcome;
  const wanted = { terms, price: priceOf(planFor(terms).limits) };
  const decided = await decideTerms(tx, change, locked, wanted);
  const charge = decided.kind === "now" ? decided.charge : 0n;
  const quote = {
    setting,
    oldValue,
    newValue,
    priceOld: subscription.price,
    priceNew: wanted.price,
    charge,
    effectiveAt: decided.kind === "atPeriodEnd" ? decided.effectiveAt : change.at,
    expiresAt: plusMillis(change.at, QUOTE_KEPT_MS),
  };
  const id = await insertQuote(tx, change, quote, wanted, revision);
  await removeOldQuotes(tx, change.ownerUid);
  return { id, ...quote };
}

/** Takes a quote, once. */
export async function confirmQuote(
  tx: Transaction,
  change: Change,
  quoteId: number,
): Promise<Changed & Pick<Quote, "setting" | "newValue">> {
  const locked = await lockSettled(tx, change);
  const quote = await takeQuote(tx, change, quoteId);
  if (quote === undefined || quote.revision !== locked.revision) throw billingErrors.quoteGone({ id: quoteId });
  const terms = { baseId: quote.base_id, overrides: JSON.parse(quote.overrides) as Overrides };
  const wanted = { terms, price: BigInt(quote.price) };
  const changed = await applyTerms(tx, change, locked, wanted, BigInt(quote.charge));
  return { ...changed, setting: quote.setting, newValue: JSON.parse(quote.new_value) as LeafValue };
}

/** Keeps a quote. */
async function insertQuote(
  tx: Transaction,
  { ownerUid, at }: Change,
  quote: Omit<Quote, "id">,
  { terms, price }: PricedTerms,
  revision: number,
): Promise<number> {
  const [row] = await tx.query<{ readonly id: number }>({
    name: "trading.insertQuote",
    text: `insert into trading.setting_quotes
        (owner_id, setting, new_value, base_id, overrides, price, charge, revision, created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    values: [
      ownerUid,
      quote.setting,
      JSON.stringify(quote.newValue),
      terms.baseId,
      JSON.stringify(terms.overrides),
      String(price),
      String(quote.charge),
      revision,
      timestamp(at),
      timestamp(quote.expiresAt),
    ],
  });
  invariant(row, "an insert answers its row");
  return row.id;
}

/** An account that asks and asks leaves no heap behind. */
async function removeOldQuotes(tx: Transaction, ownerUid: number): Promise<void> {
  await tx.execute({
    name: "trading.removeOldQuotes",
    text: `delete from trading.setting_quotes where owner_id = $1 and id <= (
        select id from trading.setting_quotes where owner_id = $1 order by id desc limit 1 offset ${MAX_QUOTES})`,
    values: [ownerUid],
  });
}

interface TakenQuote {
  readonly setting: string;
  readonly new_value: string;
  readonly base_id: BaseId;
  readonly overrides: string;
  readonly price: string;
  readonly charge: string;
  readonly revision: number;
}

/** Marks a quote of the account as used; none when it is not there, too old or used. */
async function takeQuote(tx: Transaction, { ownerUid, at }: Change, id: number): Promise<TakenQuote | undefined> {
  const [row] = await tx.query<TakenQuote>({
    name: "trading.takeQuote",
    text: `update trading.setting_quotes set used_at = $3
      where id = $1 and owner_id = $2 and used_at is null and expires_at > $3
      returning setting, new_value, base_id, overrides, price, charge, revision`,
    values: [id, ownerUid, timestamp(at)],
  });
  return row;
}
