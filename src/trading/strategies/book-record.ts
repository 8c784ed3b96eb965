/** A book as answers show it. */
import { Type } from "typebox";
import { id, seconds } from "../shapes.ts";
import { decimal } from "./records.ts";

export const book = Type.Object(
  {
    id,
    name: Type.String(),
    codes: Type.Array(Type.String()),
    profiles: Type.Array(id),
    base_currency: Type.String(),
    position: Type.Array(
      Type.Object({
        currency: Type.String(),
        money: Type.Enum(["real", "simulated"]),
        amount: Type.String({ ...decimal, description: "Below 0 where more was sold than bought" }),
        average_price: Type.Union([decimal, Type.Null()], {
          description: "Null without an amount, where one strategy owes what another holds, or without a rate",
        }),
        unrealized_pnl: Type.Union([decimal, Type.Null()], { description: "Null while the currency has no price" }),
        realized_pnl: Type.Union([decimal, Type.Null()], {
          description: "Before fees. Null while the book's base currency has no rate",
        }),
      }),
      { description: "What its strategies hold or have traded. Prices and profits are in the book's base currency" },
    ),
    uncounted: Type.Integer({
      minimum: 0,
      description: "Trades of the account that are not in the positions yet. They follow",
    }),
    unvalued: Type.Integer({
      minimum: 0,
      description: "Trades of its strategies that are not in the positions, or without their fee, for want of a rate",
    }),
    time_created: seconds,
  },
  { title: "Book", description: "A named set of profiles whose positions are added up" },
);
