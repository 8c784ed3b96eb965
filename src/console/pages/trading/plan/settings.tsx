/** Single settings of the plan: what each is, and what another value costs, before it is changed. */
import { useState } from "preact/hooks";
import type { ChangeSettingRequestResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { plainText } from "../prices/number-text.ts";

const T = texts.trading.plan.settings;
const YES_NO = [
  ["true", T.yes],
  ["false", T.no],
] as const;

type SettingValue = ChangeSettingRequestResult["old_value"];

interface Setting {
  readonly path: string;
  readonly name: string;
  readonly value: SettingValue;
}

export function Settings({ mayChange }: { readonly mayChange: boolean }) {
  const asked = useAsked((signal) => trading.billing.getDetails({}, { signal }), []);
  const [chosen, setChosen] = useParam("set");
  const close = (): void => setChosen("");
  return (
    <>
      <p>{mayChange ? T.what : T.ownerOnly}</p>
      <Show asked={asked}>
        {(details) => {
          const settings = settingsIn(details);
          const changing = mayChange ? settings.find(({ path }) => path === chosen) : undefined;
          return (
            <>
              <Table caption={T.title} columns={columnsOf(mayChange)} rows={settings} keyOf={({ path }) => path} />
              {changing && (
                <Dialog title={changing.name} onClose={close}>
                  <Change
                    of={changing}
                    onDone={() => {
                      close();
                      asked.again();
                    }}
                  />
                </Dialog>
              )}
            </>
          );
        }}
      </Show>
    </>
  );
}

function columnsOf(mayChange: boolean): readonly Column<Setting>[] {
  const shown: readonly Column<Setting>[] = [
    { title: T.setting, isMain: true, cell: ({ name }) => name },
    { title: T.value, isNumber: true, cell: ({ value }) => textOf(value) },
  ];
  if (!mayChange) return shown;
  const act: Column<Setting> = {
    title: texts.trading.wallet.columns.action,
    cell: ({ path, name }) => (
      <a class="button" href={withParams({ set: path })} aria-label={say(T.changeOf, { name })}>
        {T.change}
      </a>
    ),
  };
  return [...shown, act];
}

/** First the new value, then its price, and only then the change. */
function Change({ of: { path, value }, onDone }: { readonly of: Setting; readonly onDone: () => void }) {
  const [quote, setQuote] = useState<ChangeSettingRequestResult>();
  const once = useSendOnce();
  if (quote !== undefined) {
    const { id } = quote;
    return (
      <>
        <Quote of={quote} />
        <ActionForm
          action={T.confirm}
          done={T.changed}
          isFocused
          send={async () => {
            await once({ id }, (options) => trading.billing.changeSettingConfirm({ id }, options));
            onDone();
          }}
          beside={
            <button type="button" onClick={() => setQuote(undefined)}>
              {T.another}
            </button>
          }
        />
      </>
    );
  }
  return (
    <div>
      <ActionForm
        action={T.price}
        send={async ({ value: wanted = "" }) => {
          setQuote(await trading.billing.changeSettingRequest({ setting: path, value: wanted }));
        }}
      >
        {typeof value === "boolean" ? (
          <Choice label={T.newValue} name="value" choices={YES_NO} initial={String(value)} />
        ) : (
          <Field
            label={T.newValue}
            name="value"
            {...(Array.isArray(value) ? { hint: T.listHint } : { inputMode: "decimal", required: true })}
            initial={Array.isArray(value) ? value.join(", ") : plainText(value)}
            autocomplete="off"
          />
        )}
      </ActionForm>
    </div>
  );
}

function Quote({ of: quote }: { readonly of: ChangeSettingRequestResult }) {
  const { currency, charge } = quote;
  return (
    <>
      <Facts
        facts={[
          [T.before, textOf(quote.old_value)],
          [T.newValue, textOf(quote.new_value)],
          [T.priceBefore, say(texts.trading.plan.monthly, { price: quote.price_old, currency })],
          [T.priceAfter, say(texts.trading.plan.monthly, { price: quote.price_new, currency })],
          [T.charge, `${charge} ${currency}`],
          [T.from, <Time at={timeOfSeconds(quote.effective_at)} />],
          [T.until, <Time at={timeOfSeconds(quote.expires_at)} />],
        ]}
      />
      <p class="faint">{T.custom}</p>
    </>
  );
}

/** What can be changed, in the order of the texts. A setting that the account's plan lacks is left out. */
function settingsIn(details: object): readonly Setting[] {
  return Object.entries(T.names).flatMap(([path, name]) => {
    const value = path
      .split(".")
      .reduce<unknown>((tree, key) => (tree as Record<string, unknown> | undefined)?.[key], details);
    return isSettingValue(value) ? [{ path, name, value }] : [];
  });
}

function isSettingValue(value: unknown): value is SettingValue {
  return typeof value === "boolean" || typeof value === "number" || Array.isArray(value);
}

function textOf(value: SettingValue): string {
  if (typeof value === "boolean") return value ? T.yes : T.no;
  if (typeof value === "number") return plainText(value);
  return value.length === 0 ? T.none : value.join(", ");
}
