/** Signals that the account has published: they are triggered here, or by charting tools through addresses. */
import { useState } from "preact/hooks";
import type { Signal } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { tradingUser } from "../../../live/identity.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";
import { Hooks } from "./hooks.tsx";
import { isOpen, SIGNAL_COLUMNS } from "./signal-columns.tsx";

const T = texts.trading.signals;
const EVERY_MS = 10_000;

export function MySignals() {
  const uid = String(tradingUser.value?.uid ?? "");
  const found = useAsked((ending) => readMine(uid, ending), [uid], { everyMs: EVERY_MS });
  const hooks = useAsked((ending) => trading.signals.listHooks({ limit: 1_000 }, { signal: ending }), []);
  const [url, setUrl] = useState<string>();
  const act: Column<Signal> = {
    title: T.columns.act,
    cell: (signal) => (
      <div class="actions">
        <Trigger of={signal} onDone={found.again} />
        <MakeHook
          of={signal}
          onMade={(made) => {
            setUrl(made);
            hooks.again();
          }}
        />
      </div>
    ),
  };
  return (
    <>
      <Show
        asked={found}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty title={T.noMine}>
            <p>{T.mineNext}</p>
          </Empty>
        }
      >
        {(all) => <Table caption={T.tabs.mine} columns={[...SIGNAL_COLUMNS, act]} rows={all} keyOf={({ id }) => id} />}
      </Show>
      {url !== undefined && (
        <Section title={T.hookMade}>
          <p>{T.hookUrl}</p>
          <Snippet text={url} />
        </Section>
      )}
      <Hooks asked={hooks} signals={found.value ?? []} />
    </>
  );
}

async function readMine(uid: string, ending: AbortSignal): Promise<readonly Signal[]> {
  const mine: Signal[] = [];
  for await (const signal of trading.signals.listFeed.each({}, { signal: ending })) {
    if (signal.c_uid === uid) mine.push(signal);
  }
  return mine;
}

const MS = 1_000;

function Trigger({ of: signal, onDone }: { readonly of: Signal; readonly onDone: () => void }) {
  const { id, c_name } = signal;
  const once = useSendOnce();
  const isClosing = isOpen(signal);
  return (
    <Confirm
      action={T.trigger}
      question={say(T.triggerQuestion, { name: c_name })}
      consequence={
        <>
          <p>{T.triggerConsequence}</p>
          <p>{isClosing ? T.closes : T.opens}</p>
        </>
      }
      done={T.triggered}
      isDanger
      send={async ({ direction, within = "60", amount = "" }) => {
        const params = {
          id,
          signal: direction === "sell" ? ("sell" as const) : ("buy" as const),
          action: isClosing ? ("close" as const) : ("open" as const),
          execute_within: Number(within) * MS,
          maximum_amount: amount,
        };
        await once(params, (options) => trading.signals.triggerSignal(params, options));
        onDone();
      }}
    >
      <Choice label={T.direction} name="direction" choices={Object.entries(T.directions)} initial="buy" />
      <Field label={T.within} name="within" inputMode="numeric" initial="60" required />
      <Field label={T.amount} name="amount" inputMode="decimal" required />
    </Confirm>
  );
}

function MakeHook({ of: { id, c_name }, onMade }: { readonly of: Signal; readonly onMade: (url: string) => void }) {
  return (
    <Confirm
      action={T.makeHook}
      question={say(T.hookQuestion, { name: c_name })}
      consequence={<p>{T.hookConsequence}</p>}
      done={T.hookMade}
      send={async ({ label, amount = "" }) => {
        const named = label === undefined ? {} : { label };
        const { url } = await trading.signals.createHook({ id, maximum_amount: amount, ...named });
        onMade(url);
      }}
    >
      <Field label={T.hookLabel} name="label" maxLength={50} />
      <Field label={T.amount} name="amount" inputMode="decimal" required />
    </Confirm>
  );
}
