/** Asking for a withdrawal. It is read back before it is sent, and the same request is never sent twice. */
import { useState } from "preact/hooks";
import type { Withdrawal, WithdrawParams } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { CodeFields, codesIn } from "../account/code-fields.tsx";
import { STATUS_TONES } from "./status-tones.ts";

const T = texts.trading.wallet;
const PAGE = 50;
type Currency = NonNullable<WithdrawParams["currency"]>;
export const CHAIN_CURRENCIES: readonly (readonly [Currency, string])[] = [
  ["BTC", "BTC"],
  ["ETH", "ETH"],
];

export function Withdraw() {
  const listed = useListed<Withdrawal>(pagesOfWithdrawals, []);
  const cancel = async (id: string): Promise<void> => {
    await trading.wallets.cancelWithdraw({ id });
    listed.again();
  };
  return (
    <>
      <WithdrawForm onSent={listed.again} />
      <Section title={T.withdrawals}>
        <List
          listed={listed}
          caption={T.withdrawals}
          columns={columnsOf(cancel)}
          keyOf={({ id }) => id}
          empty={<Empty title={T.noWithdrawals} />}
        />
      </Section>
    </>
  );
}

function WithdrawForm({ onSent }: { readonly onSent: () => void }) {
  const [currency, setCurrency] = useState<Currency>("BTC");
  const [address, setAddress] = useState("");
  const [amount, setAmount] = useState("");
  const once = useSendOnce();
  const send = async (entered: Entered): Promise<void> => {
    const params = { currency, address_to: address.trim(), amount: amount.trim() };
    const codes = codesIn(entered);
    await once(params, (options) => trading.wallets.withdraw({ ...params, ...codes }, options));
    setAmount("");
    onSent();
  };
  const isReady = address.trim() !== "" && amount.trim() !== "";
  const what = `${amount.trim()} ${currency}`;
  return (
    <MoneyFrame kind="live" title={T.withdrawTitle}>
      <p>{T.withdrawWhy}</p>
      <div class="fields">
        <Choice
          label={T.currency}
          choices={CHAIN_CURRENCIES}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value === "ETH" ? "ETH" : "BTC")}
        />
        <Field
          label={T.to}
          value={address}
          autocomplete="off"
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <Field
          label={T.amount}
          hint={T.amountHint}
          inputMode="decimal"
          value={amount}
          autocomplete="off"
          onInput={(event) => setAmount(event.currentTarget.value)}
        />
      </div>
      {isReady ? (
        <Danger
          action={T.withdraw}
          question={say(T.withdrawQuestion, { what })}
          consequence={
            <>
              <p>{say(T.withdrawConsequence, { what })}</p>
              <p>
                <code>{address.trim()}</code>
              </p>
              <p>{T.withdrawFinal}</p>
            </>
          }
          name={what}
          done={T.withdrawSent}
          send={send}
        >
          <CodeFields />
        </Danger>
      ) : (
        <p class="faint">{T.enterFirst}</p>
      )}
    </MoneyFrame>
  );
}

function columnsOf(cancel: (id: string) => Promise<void>): readonly Column<Withdrawal>[] {
  return [
    { title: T.columns.amount, isMain: true, cell: ({ amount, currency }) => `${amount} ${currency}` },
    { title: T.columns.fee, isNumber: true, cell: ({ fee, currency }) => `${fee} ${currency}` },
    { title: T.columns.to, cell: ({ address }) => <code>{address}</code> },
    {
      title: T.columns.status,
      cell: ({ status, reason }) => (
        <>
          <Badge tone={STATUS_TONES[status]} text={T.statuses[status]} /> {reason}
        </>
      ),
    },
    { title: T.columns.transaction, cell: ({ txid }) => txid !== null && <code>{txid}</code> },
    { title: T.columns.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
    {
      title: T.columns.action,
      cell: ({ id, status }) =>
        status === "pending_review" && <ActionForm action={T.cancel} done={T.canceled} send={() => cancel(id)} />,
    },
  ];
}

async function* pagesOfWithdrawals(signal: AbortSignal) {
  for await (const { withdraws } of trading.wallets.listWithdraws.pages({ limit: PAGE }, { signal })) yield withdraws;
}
