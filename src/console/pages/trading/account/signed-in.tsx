/** What is for users who are signed in; others are offered to do so, and come back to this page. */
import type { ComponentChildren } from "preact";
import { tradingUser, type TradingUser } from "../../../live/identity.ts";
import { useKeptCaller } from "../../../live/kept-caller.ts";
import { SessionEnded } from "../../../parts/session-ended.tsx";
import { Empty, Loading, signInAddress } from "../../../parts/states.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.account;

interface SignedInProps {
  /** Without it, everyone who is signed in. */
  readonly needs?: "staff" | "admin";
  readonly children: (user: TradingUser) => ComponentChildren;
}

export function SignedIn({ needs, children }: SignedInProps) {
  const { caller: user, hasEnded } = useKeptCaller(tradingUser.value);
  if (user === undefined) return <Loading />;
  if (user === null) {
    return (
      <Empty title={T.signInFirst}>
        <a class="button primary" href={signInAddress("trading")}>
          {texts.states.signIn}
        </a>
      </Empty>
    );
  }
  const isAllowed = needs === undefined || user.role === "admin" || (needs === "staff" && user.role === "support");
  if (!isAllowed) return <Empty title={T.notForYou} />;
  return (
    <>
      {hasEnded && <SessionEnded service="trading" />}
      {children(user)}
    </>
  );
}
