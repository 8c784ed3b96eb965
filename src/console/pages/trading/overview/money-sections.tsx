/** What the account holds at the platform, and what has moved it. This money is real, whatever exchanges are used. */
import type { Ledger, WalletBalance } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.overview;
const EVERY_MS = 30_000;
const WALLET = "/console/trading/account/wallet";

const BALANCES: readonly Column<WalletBalance>[] = [
  { title: T.columns.currency, isMain: true, cell: ({ symbol, name }) => `${symbol} (${name})` },
  { title: T.columns.balance, isNumber: true, cell: ({ balance }) => balance },
  { title: T.columns.held, isNumber: true, cell: ({ held }) => held },
  { title: T.columns.pending, isNumber: true, cell: ({ pending }) => pending },
  { title: T.columns.usd, isNumber: true, cell: ({ usd_value }) => usd_value ?? T.noRate },
];

export function Balances() {
  const asked = useAsked((signal) => trading.wallets.accountBalance({}, { signal }), [], { everyMs: EVERY_MS });
  return (
    <MoneyFrame kind="live" title={T.balances} actions={<a href={WALLET}>{T.wallet}</a>}>
      <Show
        asked={asked}
        isEmpty={(wallets) => wallets.length === 0}
        empty={
          <Empty title={T.noBalance}>
            <a class="button" href={`${WALLET}?tab=deposit`}>
              {T.deposit}
            </a>
          </Empty>
        }
      >
        {(wallets) => <Table caption={T.balances} columns={BALANCES} rows={wallets} keyOf={({ id }) => id} />}
      </Show>
    </MoneyFrame>
  );
}

export const LEDGER_COLUMNS: readonly Column<Ledger>[] = [
  { title: T.columns.what, isMain: true, cell: ({ description, type }) => description || T.types[type] },
  { title: T.columns.kind, cell: ({ type }) => T.types[type] },
  { title: T.columns.amount, isNumber: true, cell: ({ amount, currency }) => `${amount} ${currency}` },
  { title: T.columns.after, isNumber: true, cell: ({ balance_after, currency }) => `${balance_after} ${currency}` },
  { title: T.columns.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
];

export function RecentTransactions() {
  const asked = useAsked((signal) => trading.ledger.listRecentTransactions({ limit: 10 }, { signal }), [], {
    everyMs: EVERY_MS,
  });
  return (
    <Section title={T.transactions} actions={<a href={`${WALLET}?tab=entries`}>{T.all}</a>}>
      <Show
        asked={asked}
        isEmpty={({ transactions }) => transactions.length === 0}
        empty={<p class="faint">{T.noTransactions}</p>}
      >
        {({ transactions }) => (
          <Table caption={T.transactions} columns={LEDGER_COLUMNS} rows={transactions} keyOf={({ id }) => id} />
        )}
      </Show>
    </Section>
  );
}
