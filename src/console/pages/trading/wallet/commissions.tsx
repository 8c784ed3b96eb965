/** Commissions that were paid for the trades of the account or of a sub-account, and what is still due. */
import { useState } from "preact/hooks";
import type { Commission, ListCommissionsPaidResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam } from "../../../live/param.ts";
import { Choice } from "../../../parts/field.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { List } from "../../../parts/list.tsx";
import { Aged, Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.wallet.commissions;
const PAGE = 50;

type Sums = Pick<ListCommissionsPaidResult, "total_amounts" | "due">;

export function Commissions({ uid }: { readonly uid: number }) {
  const [chosen, setChosen] = useParam("of");
  const people = useAsked((signal) => trading.subaccounts.subaccountList({}, { signal }), []);
  const [sums, setSums] = useState<Sums>();
  const of = chosen === "" ? String(uid) : chosen;
  const listed = useListed<Commission>((signal) => pagesOf(of, signal, setSums), [of]);
  const others = (people.value ?? []).map((person) => [person.uid, person.username] as const);
  return (
    <>
      <p>{T.what}</p>
      <Aged asked={people} />
      {others.length > 0 && (
        <div class="narrow">
          <Choice
            label={T.of}
            choices={[["", T.own], ...others]}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </div>
      )}
      {sums && <Totals sums={sums} />}
      <List
        listed={listed}
        caption={T.title}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty title={T.none}>
            <p>{T.noneWhy}</p>
          </Empty>
        }
      />
    </>
  );
}

function Totals({ sums: { total_amounts: totals, due } }: { readonly sums: Sums }) {
  return (
    <>
      <Facts
        facts={[
          ...totals.map(({ currency, amount }) => [say(T.paidIn, { currency }), amount] as const),
          [T.due, `${due.amount} ${due.currency}`],
        ]}
      />
      {due.awaiting_rate > 0 && <p class="faint">{say(T.awaiting, { n: due.awaiting_rate })}</p>}
    </>
  );
}

const COLUMNS: readonly Column<Commission>[] = [
  { title: T.kind, isMain: true, cell: ({ kind }) => T.kinds[kind] },
  {
    title: T.strategy,
    cell: ({ strategy_id: id }) => <a href={`/console/trading/strategies/${encodeURIComponent(id)}`}>{id}</a>,
  },
  { title: T.transaction, cell: ({ transaction_id: id }) => id },
  { title: T.rate, isNumber: true, cell: ({ rate }) => rate },
  { title: T.amount, isNumber: true, cell: ({ amount, currency }) => `${amount} ${currency}` },
  {
    title: texts.trading.wallet.columns.at,
    cell: ({ time_created: created }) => <Time at={timeOfSeconds(created)} />,
  },
];

async function* pagesOf(uid: string, signal: AbortSignal, tell: (sums: Sums) => void) {
  const params = { subaccount_id: Number(uid), limit: PAGE };
  for await (const page of trading.ledger.listCommissionsPaid.pages(params, { signal })) {
    tell(page);
    yield page.commissions;
  }
}
