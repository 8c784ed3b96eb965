/** The dependencies of the endpoints and jobs of accounts. */
import type { ClockDeps, LimiterDeps, RandomDeps, SealerDeps } from "../platform-deps.ts";
import type { AccountStore, TokenStore, TwoFactorStore } from "./store.ts";

export interface AccountDeps {
  readonly accounts: AccountStore;
}

export interface UserTokenDeps {
  readonly userTokens: TokenStore;
}

export interface TwoFactorDeps {
  readonly twoFactor: TwoFactorStore;
}

export interface ConsoleUrlDeps {
  /** Where the console is served, for links in mails; undefined for a code to be copied. */
  readonly consoleUrl: string | undefined;
}

export interface ReferralDeps {
  /** Share of each payment that goes to who brought the payer, in percent. */
  readonly referralPercent: number;
}

/** To check a password, of which only this many are tried. */
export type PasswordProofDeps = AccountDeps & LimiterDeps;

/** To check a code of the second factor, of which only this many are tried. */
export type SecondFactorDeps = TwoFactorDeps & SealerDeps & ClockDeps & LimiterDeps;

/** To mail a link that carries a secret. */
export type MailLinkDeps = UserTokenDeps & RandomDeps & ClockDeps & ConsoleUrlDeps;
