/** Deliveries to webhooks: what was sent, what the receiver answered, and how to send it again. */
import type { Delivery } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";

const T = texts.players.admin.deliveries;
const LIMIT = 200;
const EVERY_MS = 15_000;
const TONES: Readonly<Record<Delivery["State"], Tone>> = { waiting: "warn", delivered: "good", givenUp: "bad" };

export function Deliveries() {
  const [webhook] = useParam("webhook");
  const [before] = useParam("before");
  const asked = useAsked(
    (signal) => {
      const only = { ...(webhook === "" ? {} : { webhook }), ...(before === "" ? {} : { before: Number(before) }) };
      return players.webhooks.listDeliveries({ limit: LIMIT, ...only }, { signal });
    },
    [webhook, before],
    { everyMs: EVERY_MS },
  );
  return (
    <Section
      title={T.title}
      actions={
        webhook !== "" && (
          <a class="button" href={withParams({ webhook: undefined, before: undefined })}>
            {T.ofAll}
          </a>
        )
      }
    >
      {webhook !== "" && (
        <p>
          {T.of} <code>{webhook}</code>
        </p>
      )}
      <Show asked={asked} isEmpty={({ length }) => length === 0} empty={<Empty title={T.none}>{T.noneHow}</Empty>}>
        {(list) => (
          <>
            <Table caption={T.title} columns={columnsOf(asked.again)} rows={list} keyOf={({ Number }) => Number} />
            {list.length === LIMIT && (
              <a class="button" rel="next" href={withParams({ before: String(list.at(-1)?.Number) })}>
                {T.older}
              </a>
            )}
          </>
        )}
      </Show>
      {before !== "" && (
        <a class="button" rel="first" href={withParams({ before: undefined })}>
          {T.latest}
        </a>
      )}
    </Section>
  );
}

function columnsOf(again: () => void): readonly Column<Delivery>[] {
  return [
    { title: T.number, isMain: true, isNumber: true, cell: ({ Number }) => Number },
    { title: T.event, cell: ({ Event }) => texts.players.admin.webhooks.eventNames[Event] },
    { title: T.state, cell: ({ State }) => <Badge tone={TONES[State]} text={T.states[State]} /> },
    { title: T.made, cell: ({ Created }) => <Time at={Created} /> },
    { title: T.attempts, isNumber: true, cell: ({ Attempts }) => Attempts },
    { title: T.answer, cell: ({ LastStatus, LastError }) => LastError ?? LastStatus ?? T.noAnswer },
    {
      title: T.payload,
      cell: ({ Payload }) => (
        <details>
          <summary>{T.show}</summary>
          <code>{Payload}</code>
        </details>
      ),
    },
    {
      title: T.actions,
      cell: ({ Number }) => (
        <ActionForm
          isMinor
          action={T.again}
          done={T.sentAgain}
          send={async () => {
            await players.webhooks.redeliver({ id: Number });
            again();
          }}
        />
      ),
    },
  ];
}
