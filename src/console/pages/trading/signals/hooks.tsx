/** Addresses by which charting tools trigger the account's signals. The addresses themselves are not shown again. */
import type { ListHooksResult, Signal, SignalHook } from "../../../../../clients/typescript/src/trading.ts";
import type { Asked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { Danger } from "../../../parts/dialog.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.signals;

interface HooksProps {
  readonly asked: Asked<ListHooksResult>;
  readonly signals: readonly Signal[];
}

export function Hooks({ asked, signals }: HooksProps) {
  return (
    <Section title={T.hooks}>
      <Show asked={asked} isEmpty={({ hooks }) => hooks.length === 0} empty={<p class="faint">{T.noHooks}</p>}>
        {({ hooks }) => (
          <Table caption={T.hooks} columns={columnsOf(signals, asked.again)} rows={hooks} keyOf={({ id }) => id} />
        )}
      </Show>
    </Section>
  );
}

function nameOf({ id, label }: SignalHook): string {
  return label === "" ? say(T.unnamed, { id }) : label;
}

function columnsOf(signals: readonly Signal[], again: () => void): readonly Column<SignalHook>[] {
  return [
    { title: T.hookColumns.label, isMain: true, cell: nameOf },
    {
      title: T.hookColumns.signal,
      cell: ({ signal_id }) => signals.find(({ id }) => id === signal_id)?.c_name ?? signal_id,
    },
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
