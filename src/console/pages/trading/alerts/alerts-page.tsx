/** What needs the user's attention, the ways by which it reaches the user, and the user's webhooks. */
import type { JSX } from "preact";
import type { TradingUser } from "../../../live/identity.ts";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { texts } from "../../../say.ts";
import { AccountPage } from "../account/account-page.tsx";
import { Alerts } from "./alerts.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Ways } from "./ways.tsx";
import { Webhooks } from "./webhooks.tsx";

const T = texts.trading.alerts;
const TABS = [
  ["alerts", T.tabs.alerts],
  ["ways", T.tabs.ways],
  ["webhooks", T.tabs.webhooks],
  ["deliveries", T.tabs.deliveries],
] as const;

const VIEWS: Readonly<Record<(typeof TABS)[number][0], (props: { readonly user: TradingUser }) => JSX.Element>> = {
  alerts: Alerts,
  ways: Ways,
  webhooks: Webhooks,
  deliveries: Deliveries,
};

export function AlertsPage() {
  const View = VIEWS[currentTab({ param: "tab", tabs: TABS }) as keyof typeof VIEWS];
  return (
    <AccountPage title={T.title}>
      {(user) => (
        <>
          <Tabs param="tab" label={T.title} tabs={TABS} />
          <View user={user} />
        </>
      )}
    </AccountPage>
  );
}
