/** The wallet: what it holds, where deposits go, and how money leaves. */
import type { Ledger } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { List } from "../../../parts/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { texts } from "../../../say.ts";
import { AccountPage } from "../account/account-page.tsx";
import { Balances, LEDGER_COLUMNS } from "../overview/money-sections.tsx";
import { Addresses } from "./addresses.tsx";
import { Commissions } from "./commissions.tsx";
import { Deposit } from "./deposit.tsx";
import { Withdraw } from "./withdraw.tsx";

const T = texts.trading.wallet;
const PAGE = 50;
const TABS = [
  ["balances", T.tabs.balances],
  ["deposit", T.tabs.deposit],
  ["withdraw", T.tabs.withdraw],
  ["addresses", T.tabs.addresses],
  ["entries", T.tabs.entries],
  ["commissions", T.commissions.title],
] as const;

export function Wallet() {
  const tab = currentTab({ param: "tab", tabs: TABS });
  return (
    <AccountPage title={T.title}>
      {(user) =>
        user.is_subaccount ? (
          <Empty title={T.mainOnly} />
        ) : (
          <>
            <Tabs param="tab" label={T.title} tabs={TABS} />
            {tab === "balances" && <Balances />}
            {tab === "deposit" && <Deposit />}
            {tab === "withdraw" && <Withdraw />}
            {tab === "addresses" && <Addresses />}
            {tab === "entries" && <Entries />}
            {tab === "commissions" && <Commissions uid={user.uid} />}
          </>
        )
      }
    </AccountPage>
  );
}

function Entries() {
  const listed = useListed<Ledger>(pagesOfEntries, []);
  return (
    <List
      listed={listed}
      caption={T.tabs.entries}
      columns={LEDGER_COLUMNS}
      keyOf={({ id }) => id}
      empty={
        <Empty title={texts.trading.overview.noTransactions}>
          <p>{T.noEntriesNext}</p>
        </Empty>
      }
    />
  );
}

async function* pagesOfEntries(signal: AbortSignal) {
  for await (const page of trading.ledger.listRecentTransactions.pages({ limit: PAGE }, { signal })) {
    yield page.transactions;
  }
}
