/** Parameters that several operations of the orders area take. */
import { Type } from "typebox";
import { QUERY_TYPES } from "./core/predefined-queries.ts";

/** Not negative: `1`, `0.5`, `.002`. Ticks and steps of markets have at most 18 places. */
export const AMOUNT = "^([0-9]{1,18}(\\.[0-9]{0,18})?|\\.[0-9]{1,18})$";

export const apikey = Type.String({
  minLength: 2,
  maxLength: 18,
  pattern: "^[0-9]*$",
  description: "Id of an exchange key, from exchange-api-keys/list",
});

export const marketCode = Type.String({
  minLength: 4,
  maxLength: 64,
  pattern: "^[a-z0-9_]+-[a-z0-9_:.]+$",
  description: "Service code of the market",
});

/** The requests that an exchange can answer. */
export const queryType = Type.Enum([...QUERY_TYPES], {
  description: "From exchange-query/list-exchange-requests",
});

export const queryId = Type.String({
  pattern: "^[0-9]{1,18}$",
  description: "From exchange-query/list-exchange-queries",
});

export const orderId = Type.String({ minLength: 1, maxLength: 128, description: "Id of the order at the exchange" });

export const since = Type.Integer({
  minimum: 0,
  maximum: 10_000_000_000_000,
  description: "Milliseconds since 1970: nothing older",
});
