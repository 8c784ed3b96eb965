/** The exchange key as callers see it. */
import { Type, type Static } from "typebox";
import { id, seconds } from "../shapes.ts";

/** Null where the exchange has not been asked yet. */
const unknownYet = (description: string) => Type.Union([Type.Boolean(), Type.Null()], { description });

export const exchangeKey = Type.Object(
  {
    id,
    exchange: Type.String({ description: "Code of the exchange" }),
    label: Type.String(),
    token: Type.String({ description: "First and last four characters; nothing of a short one" }),
    status: Type.Enum(["testing", "active", "disabled", "invalid"], {
      description: "`testing` until its first test has passed; only an active key trades",
    }),
    permissions: Type.Object(
      {
        read: unknownYet("Reads balances and orders; null until tested"),
        trade: unknownYet("Places orders; null until tested"),
        withdraw: unknownYet("Withdraws: a key for trading should not; null until tested"),
      },
      { additionalProperties: false },
    ),
    ip_restricted: unknownYet("Works from certain addresses only; null until tested"),
    owner_uid: Type.Integer({ description: "The user who added it" }),
    shared: Type.Boolean({ description: "It is the main account's, and the caller a sub-account of it" }),
    in_use_by: Type.Array(Type.String(), { description: "Ids of the running strategies that use it" }),
    waits_for: Type.Union([Type.String(), Type.Null()], {
      description: "What the first test of the key waits for; null where nothing is waited for",
    }),
    last_tested: Type.Union([seconds, Type.Null()]),
    last_error: Type.Union([Type.String(), Type.Null()], { description: "The exchange's answer at the last test" }),
    time_created: seconds,
  },
  { title: "ExchangeKey", additionalProperties: false },
);

export type ShownExchangeKey = Static<typeof exchangeKey>;

export const keyId = Type.String({ pattern: "^[0-9]{1,18}$", description: "Id of a key, from exchange-api-keys/list" });
