/** Money of accounts, for admins: deposits that have left their chain, and what is credited or given back by hand. */
import type { DoubtfulDeposit } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import { SignedIn } from "../account/signed-in.tsx";
import { CHAIN_CURRENCIES } from "../wallet/withdraw.tsx";

const T = texts.trading.deposits;
const W = texts.trading.wallet;
const PAGE = 50;

export function Deposits() {
  return (
    <Page title={T.title}>
      <SignedIn needs="admin">
        {() => (
          <>
            <Doubtful />
            <RecordDeposit />
            <CreditAccount />
            <GiveBackCharge />
          </>
        )}
      </SignedIn>
    </Page>
  );
}

const COLUMNS: readonly Column<DoubtfulDeposit>[] = [
  { title: W.columns.amount, isMain: true, cell: ({ amount, currency }) => `${amount} ${currency}` },
  { title: texts.trading.withdrawals.account, cell: ({ owner_uid }) => owner_uid },
  {
    title: W.columns.status,
    cell: ({ needs_review }) =>
      needs_review ? <Badge tone="bad" text={T.needsReview} /> : <Badge tone="warn" text={T.doubtful} />,
  },
  { title: W.columns.transaction, cell: ({ txid }) => txid !== null && <code>{txid}</code> },
  { title: W.columns.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
];

function Doubtful() {
  const listed = useListed<DoubtfulDeposit>(pagesOfDoubtful, []);
  return (
    <MoneyFrame kind="live" title={T.doubtfulTitle}>
      <p>{T.doubtfulWhy}</p>
      <List
        listed={listed}
        caption={T.doubtfulTitle}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={<Empty title={T.none} />}
      />
    </MoneyFrame>
  );
}

function RecordDeposit() {
  const once = useSendOnce();
  const send = async ({ currency, uid = "", txid = "", output = "0", amount = "" }: Entered): Promise<void> => {
    const chain = currency === "BTC" ? "BTC" : "ETH";
    const params = { currency: chain, uid, txid: txid.trim(), output_index: Number(output), amount } as const;
    await once(params, (options) => trading.wallets.adminRecordDeposit(params, options));
  };
  return (
    <MoneyFrame kind="live" title={T.record}>
      <p>{T.recordWhy}</p>
      <ActionForm action={T.record} done={T.recorded} clears isDanger send={send}>
        <div class="fields">
          <Choice label={W.currency} name="currency" choices={[...CHAIN_CURRENCIES].toReversed()} />
          <Field label={T.uid} name="uid" inputMode="numeric" autocomplete="off" required />
          <Field label={W.amount} name="amount" inputMode="decimal" autocomplete="off" required />
          <Field label={texts.trading.withdrawals.txid} name="txid" autocomplete="off" required />
          <Field label={T.output} name="output" type="number" min={0} initial="0" hint={T.outputHint} required />
        </div>
      </ActionForm>
    </MoneyFrame>
  );
}

function CreditAccount() {
  const once = useSendOnce();
  const send = async ({
    uid = "",
    currency = "",
    amount = "",
    reference = "",
    reason = "",
  }: Entered): Promise<void> => {
    const params = { uid: Number(uid), currency: currency.toUpperCase(), amount, reference, reason };
    await once(params, (options) => trading.ledger.adminCredit(params, options));
  };
  return (
    <MoneyFrame kind="live" title={T.credit}>
      <p>{T.creditWhy}</p>
      <ActionForm action={T.credit} done={T.credited} clears isDanger send={send}>
        <div class="fields">
          <Field label={T.uid} name="uid" type="number" min={1} autocomplete="off" required />
          <Field label={W.currency} name="currency" hint={T.currencyHint} autocomplete="off" required />
          <Field label={W.amount} name="amount" inputMode="decimal" autocomplete="off" required />
          <Field label={T.reference} name="reference" hint={T.referenceHint} autocomplete="off" required />
          <Field label={T.reason} name="reason" hint={T.reasonHint} autocomplete="off" required />
        </div>
      </ActionForm>
    </MoneyFrame>
  );
}

function GiveBackCharge() {
  const once = useSendOnce();
  const send = async ({ refund_of = "", amount, reference = "", reason = "" }: Entered): Promise<void> => {
    const params = { refund_of: refund_of.trim(), ...(amount === undefined ? {} : { amount }), reference, reason };
    await once(params, (options) => trading.ledger.adminRefund(params, options));
  };
  return (
    <MoneyFrame kind="live" title={T.refund}>
      <p>{T.refundWhy}</p>
      <ActionForm action={T.refund} done={T.refunded} clears isDanger send={send}>
        <div class="fields">
          <Field label={T.charge} name="refund_of" hint={T.chargeHint} autocomplete="off" required />
          <Field label={W.amount} name="amount" hint={T.refundAmountHint} inputMode="decimal" autocomplete="off" />
          <Field label={T.reference} name="reference" hint={T.referenceHint} autocomplete="off" required />
          <Field label={T.reason} name="reason" hint={T.reasonHint} autocomplete="off" required />
        </div>
      </ActionForm>
    </MoneyFrame>
  );
}

async function* pagesOfDoubtful(signal: AbortSignal) {
  const pages = trading.wallets.adminListDoubtfulDeposits.pages({ limit: PAGE }, { signal });
  for await (const { deposits } of pages) yield deposits;
}
