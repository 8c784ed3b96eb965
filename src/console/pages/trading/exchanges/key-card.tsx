/** One exchange key: whose money it moves, what it may do, and what can be done with it. */
import { Facts } from "../../../parts/facts.tsx";
import type { DeleteKeyResult, ExchangeKey } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { exchangeName, moneyAt } from "../../../live/exchanges.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { MoneyFrame } from "../../../parts/money.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { keyWords } from "./key-words.ts";

const T = texts.trading.exchanges;

interface KeyCardProps {
  readonly exchangeKey: ExchangeKey;
  readonly onChange: () => void;
  /** After the key was deleted: its card goes, and its orders may stay open at the exchange. */
  readonly onDeleted: (key: ExchangeKey, left: DeleteKeyResult["open_orders"]) => void;
}

export function KeyCard({ exchangeKey, onChange, onDeleted }: KeyCardProps) {
  const { exchange, label, token, status, last_tested, in_use_by, shared } = exchangeKey;
  const { tone } = keyWords(exchangeKey, moneyAt(exchange));
  return (
    <MoneyFrame kind={moneyAt(exchange)} title={label}>
      <Facts
        facts={[
          [T.exchange, exchangeName(exchange)],
          [T.token, <code>{token}</code>],
          [
            T.state,
            <>
              <Badge tone={tone} text={T.states[status]} /> {shared && <Badge text={T.shared} />}
            </>,
          ],
          [T.lastTested, <Time at={timeOfSeconds(last_tested)} />],
        ]}
      />
      <KeySentences of={exchangeKey} />
      {in_use_by.length > 0 && (
        <p>
          {T.usedBy}{" "}
          {in_use_by.map((id) => (
            <a key={id} href={`/console/trading/strategies/${encodeURIComponent(id)}`}>
              {id}{" "}
            </a>
          ))}
        </p>
      )}
      {!shared && <KeyActions exchangeKey={exchangeKey} onChange={onChange} onDeleted={onDeleted} />}
    </MoneyFrame>
  );
}

/** What the last test found, in sentences. */
export function KeySentences({ of }: { readonly of: ExchangeKey }) {
  return (
    <ul>
      {keyWords(of, moneyAt(of.exchange)).sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function KeyActions({ exchangeKey, onChange, onDeleted }: KeyCardProps) {
  const { id, label, exchange } = exchangeKey;
  const test = async (): Promise<void> => {
    try {
      await trading.exchanges.testKey({ id });
    } finally {
      onChange();
    }
  };
  return (
    <div class="actions">
      <ActionForm isMinor action={T.test} done={T.tested} send={test} />
      <Confirm
        action={T.rename}
        question={say(T.renameQuestion, { label })}
        consequence={<p>{T.renameHint}</p>}
        done={T.renamed}
        send={async (entered) => {
          await trading.exchanges.editKey({ id, label: entered["label"] ?? "" });
          onChange();
        }}
      >
        <Field label={T.label} name="label" initial={label} required maxLength={50} />
      </Confirm>
      <Danger
        action={T.delete}
        question={say(T.deleteQuestion, { label })}
        consequence={<p>{say(T.deleteConsequence, { exchange: exchangeName(exchange) })}</p>}
        name={label}
        done={T.deleted}
        send={async () => {
          const { open_orders: left } = await trading.exchanges.deleteKey({ id });
          onDeleted(exchangeKey, left);
          onChange();
        }}
      />
    </div>
  );
}
