/** Withdrawals of all accounts, for admins: approve, reject, and say that one was sent. Large ones need two admins. */
import type { AdminListWithdrawalsParams, ReviewedWithdrawal } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam } from "../../../live/param.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Choice } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Page } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { SignedIn } from "../account/signed-in.tsx";
import { STATUS_TONES } from "../wallet/status-tones.ts";
import { Steps } from "./withdrawal-steps.tsx";

const T = texts.trading.withdrawals;
const W = texts.trading.wallet;
const PAGE = 50;
const STATUSES = [
  ["", T.underWay],
  ["pending_review", W.statuses.pending_review],
  ["pending", W.statuses.pending],
  ["completed", W.statuses.completed],
  ["rejected", W.statuses.rejected],
] as const;

export function Withdrawals() {
  return (
    <Page title={T.title}>
      <SignedIn needs="admin">{() => <Review />}</SignedIn>
    </Page>
  );
}

function Review() {
  const [status, setStatus] = useParam("status");
  const listed = useListed<ReviewedWithdrawal>((signal) => pagesOf(status, signal), [status]);
  return (
    <MoneyFrame kind="live" title={T.review}>
      <p>{T.secondFactor}</p>
      <div class="narrow">
        <Choice
          label={W.columns.status}
          choices={STATUSES}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </div>
      <List
        listed={listed}
        caption={T.title}
        columns={columnsOf(listed.again)}
        keyOf={({ id }) => id}
        empty={<Empty title={T.none} />}
      />
    </MoneyFrame>
  );
}

function columnsOf(again: () => void): readonly Column<ReviewedWithdrawal>[] {
  return [
    { title: W.columns.amount, isMain: true, cell: ({ amount, currency }) => `${amount} ${currency}` },
    { title: T.account, cell: ({ owner_uid }) => owner_uid },
    { title: W.columns.to, cell: ({ address }) => <code>{address}</code> },
    {
      title: W.columns.status,
      cell: ({ status, reason }) => (
        <>
          <Badge tone={STATUS_TONES[status]} text={W.statuses[status]} /> {reason}
        </>
      ),
    },
    {
      title: T.approvals,
      cell: ({ approved_by, approvals_needed }) =>
        approved_by.length === 0
          ? say(T.approvalsNone, { needed: approvals_needed })
          : say(T.approvalsBy, { n: approved_by.length, needed: approvals_needed, by: approved_by.join(", ") }),
    },
    { title: W.columns.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
    { title: W.columns.action, cell: (withdrawal) => <Steps withdrawal={withdrawal} again={again} /> },
  ];
}

async function* pagesOf(status: string, signal: AbortSignal) {
  const filter = status === "" ? {} : { status: status as "pending" };
  const params: AdminListWithdrawalsParams = { limit: PAGE, ...filter };
  for await (const { withdrawals } of trading.wallets.adminListWithdrawals.pages(params, { signal })) yield withdrawals;
}
