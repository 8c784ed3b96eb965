/** Signals of the marketplace: the feed, the best, what the user follows, and what the user has published. */
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useExchanges } from "../../../live/exchanges.ts";
import { spanText } from "../../../live/span-text.ts";
import { Page } from "../../../parts/page.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { say, texts } from "../../../say.ts";
import { Best } from "./best.tsx";
import { Developer } from "./developer.tsx";
import { Feed } from "./feed.tsx";
import { MySignals } from "./my-signals.tsx";
import { Subscriptions } from "./subscriptions.tsx";

const T = texts.trading.signals;
const TABS = [
  ["feed", T.tabs.feed],
  ["best", T.tabs.best],
  ["subscriptions", T.tabs.subscriptions],
  ["mine", T.tabs.mine],
  ["developer", T.tabs.developer],
] as const;

export function Signals() {
  useExchanges();
  const tab = currentTab({ param: "tab", tabs: TABS });
  const plan = useAsked((signal) => trading.signals.showSubscriptionInformation({}, { signal }), []);
  return (
    <Page title={T.title}>
      {plan.value && (
        <p class="faint">
          {say(T.plan, {
            subscriptions: plan.value.subscriptions_maximum,
            followed: plan.value.subscriptions_used,
            signals: plan.value.signals_maximum,
            published: plan.value.signals_used,
            delay: spanText(plan.value.api_delay_ms),
          })}
        </p>
      )}
      <Tabs param="tab" label={T.views} tabs={TABS} />
      {tab === "feed" && <Feed />}
      {tab === "best" && <Best />}
      {tab === "subscriptions" && <Subscriptions />}
      {tab === "mine" && <MySignals />}
      {tab === "developer" && <Developer />}
    </Page>
  );
}
