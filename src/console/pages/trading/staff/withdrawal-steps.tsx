/** What an admin does with a withdrawal. The amount is typed again before anything happens. */
import type { ReviewedWithdrawal } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { Danger } from "../../../parts/dialog.tsx";
import { Check, Field } from "../../../parts/field.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.withdrawals;

interface StepsProps {
  readonly withdrawal: ReviewedWithdrawal;
  /** Reads the list again. */
  readonly again: () => void;
}

export function Steps({ withdrawal, again }: StepsProps) {
  const { id, status, amount, currency, address, owner_uid: account } = withdrawal;
  const once = useSendOnce();
  const what = `${amount} ${currency}`;
  const facts = say(T.facts, { what, account, address });
  if (status !== "pending_review" && status !== "pending") return null;
  return (
    <div class="actions">
      {status === "pending_review" && (
        <Danger
          action={T.approve}
          question={say(T.approveQuestion, { what })}
          consequence={<p>{`${facts} ${T.approveWhy}`}</p>}
          name={what}
          done={T.approved}
          send={async () => {
            await once({ id }, (options) => trading.wallets.adminApprove({ id }, options));
            again();
          }}
        />
      )}
      {status === "pending" && (
        <Danger
          action={T.complete}
          question={say(T.completeQuestion, { what })}
          consequence={<p>{`${facts} ${T.completeWhy}`}</p>}
          name={what}
          done={T.completed}
          send={async ({ txid = "", batch }) => {
            const params = { id, txid: txid.trim(), batch: batch !== undefined };
            await once(params, (options) => trading.wallets.adminComplete(params, options));
            again();
          }}
        >
          <Field label={T.txid} name="txid" autocomplete="off" required />
          <Check label={T.batch} name="batch" />
        </Danger>
      )}
      <Danger
        action={T.reject}
        question={say(T.rejectQuestion, { what })}
        consequence={<p>{`${facts} ${T.rejectWhy}`}</p>}
        name={what}
        done={T.rejected}
        send={async ({ reason = "" }) => {
          const params = { id, reason };
          await once(params, (options) => trading.wallets.adminReject(params, options));
          again();
        }}
      >
        <Field label={T.reason} name="reason" hint={T.reasonHint} autocomplete="off" required />
      </Danger>
    </div>
  );
}
