/** The settings of sign-up: members of the trading section. */
import { Type, type Static } from "typebox";

const signUpMode = Type.Union([Type.Literal("off"), Type.Literal("invited"), Type.Literal("open")], {
  default: "off",
  description:
    "Whether people can make accounts for themselves: `off`, `invited` (with an invitation) or `open`. Needs mail " +
    "(`TRIPOD_TRADING_SMTP_URL`), since an account is made only when its mail address is verified.",
});

export type SignUpMode = Static<typeof signUpMode>;

/** Properties to be spread into the trading platform's settings. */
export const signUpSettings = { signUp: signUpMode };
