/** Orders at all exchanges: those that are open, those that have ended, what the accounts hold, and a new order. */
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useExchanges } from "../../../live/exchanges.ts";
import { useParam } from "../../../live/param.ts";
import { Choice } from "../../../parts/field.tsx";
import { Page } from "../../../parts/page.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { texts } from "../../../say.ts";
import { StopBar } from "../stop/stop-bar.tsx";
import { Balances } from "./balances.tsx";
import { ClosedOrders } from "./closed-orders.tsx";
import { Imports } from "./imports.tsx";
import { NewOrder } from "./new-order.tsx";
import { OpenOrders } from "./open-orders.tsx";

const T = texts.trading.orders;
const TABS = [
  ["open", T.tabs.open],
  ["closed", T.tabs.closed],
  ["balances", T.tabs.balances],
  ["new", T.tabs.new],
  ["imports", texts.trading.imports.title],
] as const;

export function Orders() {
  useExchanges();
  const [apikey, setApikey] = useParam("key");
  const keys = useAsked((signal) => trading.exchanges.listKeys({ limit: 1_000 }, { signal }), []);
  const tab = currentTab({ param: "tab", tabs: TABS });
  const found = keys.value?.keys ?? [];
  return (
    <Page title={T.title}>
      <StopBar onDone={keys.again} />
      <Tabs param="tab" label={T.views} tabs={TABS} />
      {!["new", "imports"].includes(tab) && found.length > 1 && (
        <div class="narrow">
          <Choice
            label={T.key}
            choices={[["", T.anyKey], ...found.map(({ id, label }) => [id, label] as const)]}
            value={apikey}
            onChange={(event) => setApikey(event.currentTarget.value)}
          />
        </div>
      )}
      {tab === "open" && <OpenOrders apikey={apikey} />}
      {tab === "closed" && <ClosedOrders apikey={apikey} />}
      {tab === "balances" && <Balances apikey={apikey} />}
      {tab === "imports" && <Imports labels={new Map(found.map(({ id, label }) => [id, label]))} />}
      {tab === "new" && <NewOrder keys={keys} />}
    </Page>
  );
}
