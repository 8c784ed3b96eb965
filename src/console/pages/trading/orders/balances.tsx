/** What the accounts at exchanges hold, as the exchanges say it now. */
import type { ExchangeBalance } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { exchangeName, moneyAt } from "../../../live/exchanges.ts";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.orders;
const EVERY_MS = 30_000;

export function Balances({ apikey }: { readonly apikey: string }) {
  const asked = useAsked(
    (signal) => trading.orders.listBalances(apikey === "" ? {} : { apikey }, { signal }),
    [apikey],
    { everyMs: EVERY_MS },
  );
  return (
    <Show
      asked={asked}
      isEmpty={(all) => Object.keys(all).length === 0}
      empty={
        <Empty title={T.balances.noKeys}>
          <a class="button" href="/console/trading/exchanges?add=exchange">
            {T.addKey}
          </a>
        </Empty>
      }
    >
      {(all) => (
        <>
          {Object.entries(all).map(([id, holdings]) => (
            <Held key={id} of={holdings} />
          ))}
        </>
      )}
    </Show>
  );
}

type Holdings = Awaited<ReturnType<typeof trading.orders.listBalances>>[string];

function Held({ of }: { readonly of: Holdings }) {
  const { exchange, label, balances, total_usd, error, last_updated } = of;
  return (
    <MoneyFrame kind={moneyAt(exchange)} title={say(T.balances.title, { label, exchange: exchangeName(exchange) })}>
      {error !== null && <p class="failed">{say(T.balances.notWhole, { error })}</p>}
      {balances.length === 0 ? (
        error === null && <p class="faint">{T.balances.nothing}</p>
      ) : (
        <>
          <p>
            {say(T.balances.total, { amount: total_usd })} <span class="faint">{T.balances.asOf}</span>{" "}
            <Time at={last_updated} form="clock" />
          </p>
          <Table
            caption={label}
            columns={COLUMNS}
            rows={balances}
            keyOf={({ currency, account }) => `${currency} ${account}`}
          />
        </>
      )}
    </MoneyFrame>
  );
}

const COLUMNS: readonly Column<ExchangeBalance>[] = [
  { title: T.balances.currency, isMain: true, cell: ({ currency }) => currency },
  { title: T.balances.account, cell: ({ account }) => T.balances.accounts[account] },
  { title: T.balances.free, isNumber: true, cell: ({ free }) => free },
  { title: T.balances.used, isNumber: true, cell: ({ used }) => used },
  { title: T.balances.all, isNumber: true, cell: ({ total }) => total },
  {
    title: T.balances.usd,
    isNumber: true,
    cell: ({ usd_value }) => usd_value ?? <span class="faint">{texts.trading.overview.noRate}</span>,
  },
];
