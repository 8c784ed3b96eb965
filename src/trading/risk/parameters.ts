/** Parameters of limits and halts. */
import { Type } from "typebox";
import { RISK_SCOPES } from "../engine/index.ts";
import { NOT_BLANK } from "../shapes.ts";

export const scope = Type.Enum([...RISK_SCOPES], {
  description: "Its subject: the whole account, one exchange key, or one strategy",
});

export const placeId = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 18,
    pattern: "^[0-9]*$",
    description: "Id of the key or of the strategy; not needed for the account",
  }),
);

export const reason = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 300,
    pattern: NOT_BLANK,
    description: "Why; shown by risk/status and kept in the trail",
  }),
);

const NONE = "`none` takes the limit away";

/** How many, or `none`. */
export const countLimit = (description: string) =>
  Type.Optional(Type.String({ maxLength: 9, pattern: "^(none|[0-9]{1,9})$", description: `${description}; ${NONE}` }));

/** A decimal, or `none`. */
export const decimalLimit = (description: string) =>
  Type.Optional(
    Type.String({
      maxLength: 27,
      pattern: "^(none|[0-9]{1,18}(\\.[0-9]{0,8})?|\\.[0-9]{1,8})$",
      description: `${description}; ${NONE}`,
    }),
  );
