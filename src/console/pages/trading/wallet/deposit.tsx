/** Where to send a deposit, as text and as a picture, and the deposits so far. */
import type { Transfer } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam } from "../../../live/param.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Choice } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { QrCode } from "../account/qr-code.tsx";
import { STATUS_TONES } from "./status-tones.ts";

const T = texts.trading.wallet;
const PAGE = 50;

export function Deposit() {
  const supported = useAsked((signal) => trading.wallets.listSupportedWallets({}, { signal }), []);
  return (
    <>
      <Show
        asked={supported}
        isEmpty={(answer) => answer.supported.length === 0}
        empty={
          <Empty title={T.noDeposits}>
            <p>{T.noDepositsWhy}</p>
          </Empty>
        }
      >
        {(answer) => <Receiving currencies={answer.supported.map(({ symbol }) => symbol)} />}
      </Show>
      <Section title={T.deposits}>
        <Deposits />
      </Section>
    </>
  );
}

function Receiving({ currencies }: { readonly currencies: readonly string[] }) {
  const [wanted, setWanted] = useParam("currency");
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? "");
  const asked = useAsked(
    (signal) => trading.wallets.fetchDepositAddress({ wallet_currency: currency as "BTC" }, { signal }),
    [currency],
  );
  return (
    <MoneyFrame kind="live" title={say(T.depositOf, { currency })}>
      <div class="narrow">
        <Choice
          label={T.currency}
          choices={currencies.map((each) => [each, each] as const)}
          value={currency}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      </div>
      <Show asked={asked}>
        {({ address, network, qr, minimum_deposit, confirmations, wallet_currency }) =>
          wallet_currency === currency && (
            <>
              <QrCode picture={qr} title={say(T.qr, { currency, address })} />
              <Snippet text={address} what={T.address} />
              <p>{say(T.onlyOn, { currency, network })}</p>
              <p>{say(T.depositTerms, { minimum: minimum_deposit, currency, n: confirmations })}</p>
            </>
          )
        }
      </Show>
    </MoneyFrame>
  );
}

const COLUMNS: readonly Column<Transfer>[] = [
  { title: T.columns.amount, isMain: true, cell: ({ amount, currency }) => `${amount} ${currency}` },
  { title: T.columns.status, cell: ({ status }) => <Badge tone={STATUS_TONES[status]} text={T.statuses[status]} /> },
  { title: T.columns.confirmations, isNumber: true, cell: ({ confirmations }) => confirmations ?? "" },
  { title: T.columns.network, cell: ({ network }) => network },
  { title: T.columns.transaction, cell: ({ txid }) => txid !== null && <code>{txid}</code> },
  { title: T.columns.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
];

function Deposits() {
  const listed = useListed<Transfer>(pagesOfDeposits, []);
  return (
    <List
      listed={listed}
      caption={T.deposits}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={
        <Empty title={T.noDepositsYet}>
          <p>{T.noDepositsNext}</p>
        </Empty>
      }
    />
  );
}

async function* pagesOfDeposits(signal: AbortSignal) {
  for await (const { deposits } of trading.wallets.listDepoists.pages({ limit: PAGE }, { signal })) yield deposits;
}
