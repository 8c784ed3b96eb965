/** Adding an exchange key in three steps: which exchange, the key with only the rights it needs, and what the test found. */
import type { ExchangeKey } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { exchangeName, findTradedExchange, moneyAt, useExchanges } from "../../../live/exchanges.ts";
import { moneyKindOf } from "../../../live/money-kind.ts";
import { useParam } from "../../../live/param.ts";
import { go, withParams } from "../../../live/place.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Field } from "../../../parts/field.tsx";
import { MoneyBadge, MoneyFrame } from "../../../parts/money.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { say, texts } from "../../../say.ts";
import { KeySentences } from "./key-card.tsx";
import { rightsAt } from "./rights.ts";

const T = texts.trading.exchanges;
const STEPS = ["exchange", "key", "result"] as const;
const TEST_EVERY_MS = 3_000;

interface AddKeyProps {
  readonly onAdded: () => void;
}

/** The step stands in the address; token and secret never do. */
export function AddKey({ onAdded }: AddKeyProps) {
  const [asked] = useParam("add");
  const [exchange] = useParam("exchange");
  const [id] = useParam("key");
  const step = stepOf(asked, exchange, id);
  return (
    <Section title={T.adding} actions={<a href={CLOSED()}>{T.close}</a>}>
      <ol class="steps">
        {STEPS.map((each) => (
          <li key={each} aria-current={each === step ? "step" : undefined}>
            {T.steps[each]}
          </li>
        ))}
      </ol>
      {step === "exchange" && <ChooseExchange />}
      {step === "key" && <EnterKey exchange={exchange} onAdded={onAdded} />}
      {step === "result" && <ShowResult id={id} />}
    </Section>
  );
}

const CLOSED = (): string => withParams({ add: "", exchange: "", key: "" });

function stepOf(asked: string, exchange: string, id: string): (typeof STEPS)[number] {
  if (asked === "result" && id !== "") return "result";
  return asked === "key" && exchange !== "" ? "key" : "exchange";
}

function ChooseExchange() {
  const exchanges = useExchanges();
  return (
    <Show asked={exchanges} isEmpty={(found) => found.length === 0} empty={<Empty title={T.noExchange} />}>
      {(found) => (
        <ul class="results">
          {found.map((each) => (
            <li key={each.code}>
              <a href={withParams({ add: "key", exchange: each.code })}>
                {each.name} <MoneyBadge kind={moneyKindOf(each)} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Show>
  );
}

function EnterKey({ exchange, onAdded }: AddKeyProps & { readonly exchange: string }) {
  const kind = moneyAt(exchange);
  const { tick, leave, hint } = rightsAt(exchange, kind);
  const once = useSendOnce();
  const send = async ({ label = "", token = "", secret = "", password }: Entered): Promise<void> => {
    const params = { exchange, label, token, secret, ...(password === undefined ? {} : { password }) };
    const { key } = await once(params, (options) => trading.exchanges.addKey(params, options));
    onAdded();
    go(withParams({ add: "result", key: key.id }), { replace: true });
  };
  return (
    <MoneyFrame kind={kind} title={exchangeName(exchange)}>
      <p>{hint}</p>
      {tick.length > 0 && (
        <>
          <h3>{T.tick}</h3>
          <ul>
            {tick.map((right) => (
              <li key={right}>{right}</li>
            ))}
          </ul>
          <h3>{T.neverWithdraw}</h3>
          <p>{say(T.leave, { right: leave })}</p>
        </>
      )}
      <ActionForm action={T.addAndTest} send={send} beside={<a href={withParams({ add: "exchange" })}>{T.back}</a>}>
        <Field label={T.label} name="label" hint={T.labelHint} required maxLength={50} autofocus />
        <Field label={T.tokenField} name="token" required autocomplete="off" />
        <Field
          label={T.secret}
          name="secret"
          type="password"
          hint={T.secretHint}
          required
          autocomplete="new-password"
        />
        {findTradedExchange(exchange)?.needs_password === true && (
          <Field label={T.passphrase} name="password" type="password" required autocomplete="new-password" />
        )}
      </ActionForm>
    </MoneyFrame>
  );
}

function ShowResult({ id }: { readonly id: string }) {
  const found = useAsked((ending) => findKey(id, ending), [id], { everyMs: TEST_EVERY_MS });
  return (
    <Show asked={found}>
      {({ key }) =>
        key === undefined ? (
          <Empty title={T.gone} />
        ) : (
          <MoneyFrame kind={moneyAt(key.exchange)} title={say(T.result[key.status], { label: key.label })}>
            <KeySentences of={key} />
            <div class="actions">
              <a class="button" href={CLOSED()}>
                {T.finish}
              </a>
              {key.status === "active" && <a href="/console/trading/orders?tab=new">{T.firstOrder}</a>}
              {key.status === "invalid" && (
                <a href={withParams({ add: "key", exchange: key.exchange, key: "" })}>{T.another}</a>
              )}
            </div>
          </MoneyFrame>
        )
      }
    </Show>
  );
}

async function findKey(id: string, signal: AbortSignal): Promise<{ readonly key: ExchangeKey | undefined }> {
  for await (const key of trading.exchanges.listKeys.each({ limit: 1_000 }, { signal }))
    if (key.id === id) return { key };
  return { key: undefined };
}
