/** The frame of the account's pages: links between them, and how long this session lasts. */
import type { ComponentChildren } from "preact";
import type { TradingUser } from "../../../live/identity.ts";
import { path } from "../../../live/place.ts";
import { useCurrentInView } from "../../../parts/current-in-view.ts";
import { Page } from "../../../parts/page.tsx";
import { texts } from "../../../say.ts";
import { SessionEnds } from "./session-ends.tsx";
import { SignedIn } from "./signed-in.tsx";

const T = texts.trading.account;
const BASE = "/console/trading/account";

/** End of the address, and title. */
const PAGES = [
  ["", T.pages.profile],
  ["/security", T.pages.security],
  ["/sessions", T.pages.sessions],
  ["/api-keys", T.pages.apiKeys],
  ["/history", T.pages.history],
  ["/alerts", T.pages.alerts],
  ["/sub-accounts", T.pages.subaccounts],
  ["/plan", T.pages.plan],
  ["/wallet", T.pages.wallet],
  ["/exports", T.pages.exports],
  ["/calendar", T.pages.calendar],
  ["/tickets", T.pages.tickets],
  ["/competitions", T.pages.competitions],
  ["/articles", T.pages.articles],
  ["/referrals", T.pages.referrals],
] as const;

interface AccountPageProps {
  readonly title: string;
  readonly children: (user: TradingUser) => ComponentChildren;
}

export function AccountPage({ title, children }: AccountPageProps) {
  return (
    <Page title={title}>
      <AccountLinks />
      <SignedIn>
        {(user) => (
          <>
            <SessionEnds />
            {children(user)}
          </>
        )}
      </SignedIn>
    </Page>
  );
}

function AccountLinks() {
  const row = useCurrentInView(path.value);
  return (
    <nav class="tabs many" aria-label={T.title} ref={row}>
      {PAGES.map(([end, name]) => (
        <a key={end} href={BASE + end} aria-current={path.value === BASE + end ? "page" : undefined}>
          {name}
        </a>
      ))}
    </nav>
  );
}
