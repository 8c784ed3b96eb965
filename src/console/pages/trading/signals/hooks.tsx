/** Addresses by which charting tools trigger signals. An address is shown when it is made, and not again. */
import { useState } from "preact/hooks";
import type { SignalHead, SignalHook } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.signals;
const MOST = 1_000;

/** Addresses of these signals. */
export function Hooks({ signals }: { readonly signals: readonly SignalHead[] }) {
  const asked = useAsked((ending) => trading.signals.listHooks({ limit: MOST }, { signal: ending }), []);
  const [url, setUrl] = useState<string>();
  const names = new Map(signals.map(({ id, c_name }) => [id, c_name]));
  const isOfThese = ({ signal_id }: SignalHook): boolean => names.has(signal_id);
  const made = (address: string): void => {
    setUrl(address);
    asked.again();
  };
  return (
    <Section title={T.hooks} actions={signals.length > 0 && <MakeHook signals={signals} onMade={made} />}>
      {url !== undefined && (
        <>
          <p>{T.hookUrl}</p>
          <Snippet text={url} what={T.hookColumns.label} />
        </>
      )}
      <Show
        asked={asked}
        isEmpty={({ hooks }) => !hooks.some(isOfThese)}
        empty={
          <p class="faint">
            {T.noHooks}. {T.hooksWhy}
          </p>
        }
      >
        {({ hooks }) => (
          <Table
            caption={T.hooks}
            columns={columnsOf(names, asked.again)}
            rows={hooks.filter(isOfThese)}
            keyOf={({ id }) => id}
          />
        )}
      </Show>
    </Section>
  );
}

interface MakeHookProps {
  readonly signals: readonly SignalHead[];
  readonly onMade: (url: string) => void;
}

function MakeHook({ signals, onMade }: MakeHookProps) {
  const choices = signals.map(({ id, c_name }) => [id, c_name] as const);
  return (
    <Confirm
      action={T.makeHook}
      question={T.hookQuestion}
      consequence={<p>{T.hookConsequence}</p>}
      done={T.hookMade}
      send={async ({ id = "", label, amount = "" }) => {
        const named = label === undefined ? {} : { label };
        const { url } = await trading.signals.createHook({ id, maximum_amount: amount, ...named });
        onMade(url);
      }}
    >
      <Choice label={T.hookColumns.signal} name="id" choices={choices} />
      <Field label={T.hookLabel} name="label" maxLength={50} />
      <Field label={T.amount} name="amount" inputMode="decimal" required />
    </Confirm>
  );
}

function nameOf({ id, label }: SignalHook): string {
  return label === "" ? say(T.unnamed, { id }) : label;
}

function columnsOf(names: ReadonlyMap<string, string>, again: () => void): readonly Column<SignalHook>[] {
  return [
    { title: T.hookColumns.label, isMain: true, cell: nameOf },
    { title: T.hookColumns.signal, cell: ({ signal_id }) => names.get(signal_id) },
    {
      title: T.hookColumns.last,
      cell: ({ last_message }) =>
        last_message ? (
          <>
            {say(T.outcomes[last_message.outcome], { reason: last_message.reason })} <Time at={last_message.time} />
          </>
        ) : (
          T.never
        ),
    },
    {
      title: T.hookColumns.act,
      cell: (hook) => (
        <Danger
          action={T.revoke}
          question={say(T.revokeQuestion, { label: nameOf(hook) })}
          consequence={<p>{T.revokeConsequence}</p>}
          name={nameOf(hook)}
          done={T.revoked}
          send={() => trading.signals.deleteHook({ id: hook.id }).then(again)}
        />
      ),
    },
  ];
}
