/** Requests between processes about a simulated venue: those that do not host it ask the one that does. */
import type { QuestionStore } from "../../../kit/asking/questions.ts";
import { ExchangeFailure, type FailureKind, type FailureReason } from "../core/failure.ts";
import type { FillRange } from "../core/fill-range.ts";
import type { Exchange, ExchangeAccount, NewOrder, OrderRef } from "../port.ts";

type CandleRange = Parameters<Exchange["candles"]>[1];
type ClosedRange = Parameters<ExchangeAccount["closedOrders"]>[1];
type OrderChange = Parameters<ExchangeAccount["amend"]>[1];

/** About the venue itself. */
export type MarketQuestion =
  | { readonly about: "book"; readonly marketId: string; readonly depth: number }
  | { readonly about: "trades"; readonly marketId: string; readonly limit: number }
  | { readonly about: "candles"; readonly marketId: string; readonly range: CandleRange };

/** About one account there. */
export type AccountQuestion =
  | { readonly about: "place"; readonly order: NewOrder }
  | { readonly about: "cancel"; readonly order: OrderRef }
  | { readonly about: "amend"; readonly order: OrderRef; readonly change: OrderChange }
  | { readonly about: "find"; readonly order: OrderRef }
  | { readonly about: "openOrders"; readonly marketId: string | undefined }
  | { readonly about: "closedOrders"; readonly marketId: string; readonly range: ClosedRange }
  | { readonly about: "fills"; readonly marketId: string; readonly range: FillRange }
  | { readonly about: "balances" }
  | { readonly about: "permissions" };

export type VenueQuestion =
  | { readonly account: undefined; readonly question: MarketQuestion }
  /** The account by the digest that names it. Neither token nor secret leaves the process. */
  | { readonly account: string; readonly question: AccountQuestion };

export type VenueAnswer =
  | { readonly value?: unknown }
  | {
      readonly failure: {
        readonly kind: FailureKind;
        readonly reason: FailureReason;
        readonly message: string;
        readonly retryAfterMs?: number;
      };
    };

/** Of all venues: a question is for the host of the venue with that code. */
export type VenueRequestStore = QuestionStore<VenueQuestion, VenueAnswer>;

/** Whether it changes something at the venue: without an answer, it cannot be told whether it has happened. */
export function isChange({ question }: VenueQuestion): boolean {
  return question.about === "place" || question.about === "cancel" || question.about === "amend";
}

export function answerOf(error: unknown): VenueAnswer {
  const { kind, reason, message, retryAfterMs } =
    error instanceof ExchangeFailure
      ? error
      : new ExchangeFailure("unknown", "other", "the venue failed in a way that was not expected");
  return { failure: { kind, reason, message, ...(retryAfterMs !== undefined && { retryAfterMs }) } };
}

/** @throws ExchangeFailure when the host has failed */
export function valueOf(answer: VenueAnswer): unknown {
  if (!("failure" in answer)) return answer.value;
  const { kind, reason, message, ...more } = answer.failure;
  throw new ExchangeFailure(kind, reason, message, more);
}
