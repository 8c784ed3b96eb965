/** Webhooks: addresses that are called when servers change. */
import { useState } from "preact/hooks";
import type { MadeWebhook, Webhook } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { checkedEvents, EventChecks } from "../../../parts/event-checks.tsx";
import { Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { ShownOnce } from "../../../parts/shown-once.tsx";
import { Time } from "../../../parts/time.tsx";
import { hostOf } from "../../../parts/web-address.ts";
import { say, texts } from "../../../say.ts";

const T = texts.registry.webhooks;
const EVENTS = ["published", "edited", "status"] as const;

function columnsOf(again: () => void): readonly Column<Webhook>[] {
  return [
    { title: T.columns.url, isMain: true, cell: ({ url }) => url },
    { title: T.columns.pattern, cell: ({ pattern }) => <code>{pattern}</code> },
    { title: T.columns.events, cell: ({ events }) => events.map((event) => T.events[event]).join(", ") },
    {
      title: T.columns.state,
      cell: ({ enabled }) => <Badge tone={enabled ? "good" : "warn"} text={enabled ? T.enabled : T.disabled} />,
    },
    { title: T.columns.made, cell: ({ createdAt }) => <Time at={createdAt} form="day" /> },
    { title: T.columns.actions, cell: (webhook) => <Actions of={webhook} again={again} /> },
  ];
}

export function Webhooks() {
  const asked = useAsked((signal) => registry.webhooks.listWebhooks({}, { signal }), []);
  const [made, setMade] = useState<MadeWebhook>();
  const create = async (entered: Entered): Promise<void> => {
    const { url = "", pattern } = entered;
    const events = checkedEvents(entered, EVENTS);
    const body = { url, ...(pattern !== undefined && { pattern }), ...(events.length > 0 && { events }) };
    setMade(await registry.webhooks.createWebhook({ body }));
    asked.again();
  };
  return (
    <>
      {made && <ShownOnce title={T.secret} hint={say(T.secretHint, { url: made.url })} text={made.secret} />}
      <Show
        asked={asked}
        isEmpty={({ webhooks }) => webhooks.length === 0}
        empty={<Empty title={T.empty}>{T.emptyHint}</Empty>}
      >
        {({ webhooks }) => (
          <Table
            caption={texts.registry.operate.tabs.webhooks}
            columns={columnsOf(asked.again)}
            rows={webhooks}
            keyOf={({ id }) => id}
          />
        )}
      </Show>
      <Section title={T.add}>
        <div class="narrow">
          <ActionForm action={T.add} send={create} done={T.added} clears>
            <Field label={T.columns.url} name="url" type="url" autocomplete="off" required />
            <Field label={T.columns.pattern} hint={T.patternHint} name="pattern" autocomplete="off" />
            <EventChecks legend={T.columns.events} events={EVENTS.map((event) => [event, T.events[event]])} />
            <p class="faint">{T.eventsHint}</p>
          </ActionForm>
        </div>
      </Section>
    </>
  );
}

function Actions({ of: { id, url, enabled }, again }: { readonly of: Webhook; readonly again: () => void }) {
  const change = async (): Promise<void> => {
    await registry.webhooks.editWebhook({ id, body: { enabled: !enabled } });
    again();
  };
  const remove = async (): Promise<void> => {
    await registry.webhooks.deleteWebhook({ id });
    again();
  };
  return (
    <div class="actions">
      <a class="button" href={`/console/registry/operate?tab=deliveries&webhook=${encodeURIComponent(id)}`}>
        {texts.registry.operate.tabs.deliveries}
      </a>
      <ActionForm isMinor action={enabled ? T.disable : T.enable} send={change} />
      <Danger
        action={T.remove}
        question={say(T.removeQuestion, { url })}
        consequence={T.removeConsequence}
        name={hostOf(url)}
        done={T.removed}
        send={remove}
      />
    </div>
  );
}
