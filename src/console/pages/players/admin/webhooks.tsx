/** Webhooks: addresses that receive joins, leaves, tribe changes and bans, as signed JSON or as Discord messages. */
import { useState } from "preact/hooks";
import type { Webhook } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { checkedEvents, EventChecks } from "../../../parts/event-checks.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { hostOf } from "../../../parts/web-address.ts";
import { texts } from "../../../say.ts";

const T = texts.players.admin.webhooks;
const EVENTS = ["join", "leave", "tribe", "ban"] as const;
const FORMATS = [
  ["signed", T.formats.signed],
  ["discord", T.formats.discord],
] as const;

export function Webhooks() {
  const webhooks = useAsked((signal) => players.webhooks.listWebhooks({}, { signal }), []);
  return (
    <>
      <Section title={T.add}>
        <NewWebhook made={webhooks.again} />
      </Section>
      <Section title={T.title}>
        <Show asked={webhooks} isEmpty={({ length }) => length === 0} empty={<Empty title={T.none}>{T.noneHow}</Empty>}>
          {(list) => <Table caption={T.title} columns={columnsOf(webhooks.again)} rows={list} keyOf={({ Id }) => Id} />}
        </Show>
      </Section>
    </>
  );
}

function NewWebhook({ made }: { readonly made: () => void }) {
  const [secret, setSecret] = useState("");
  const send = async ({ url = "", format = "signed", pattern, ...chosen }: Entered): Promise<void> => {
    const events = checkedEvents(chosen, EVENTS);
    const { Secret } = await players.webhooks.createWebhook({
      body: {
        Url: url,
        Format: format as "signed" | "discord",
        ...(events.length === 0 ? {} : { Events: events }),
        ...(pattern === undefined ? {} : { Pattern: pattern }),
      },
    });
    setSecret(Secret ?? "");
    made();
  };
  return (
    <div class="narrow">
      {secret !== "" && (
        <div role="status">
          <p>{T.once}</p>
          <Snippet text={secret} what={T.secret} />
        </div>
      )}
      <ActionForm action={T.add} done={T.added} send={send} clears>
        <Field label={T.url} name="url" type="url" hint={T.urlHint} maxLength={2_000} autocomplete="off" required />
        <Choice label={T.format} name="format" choices={FORMATS} initial="signed" />
        <EventChecks legend={T.events} events={EVENTS.map((event) => [event, T.eventNames[event]])} />
        <Field
          label={T.pattern}
          name="pattern"
          hint={T.patternHint}
          maxLength={100}
          autocomplete="off"
          placeholder="*"
        />
      </ActionForm>
    </div>
  );
}

function columnsOf(again: () => void): readonly Column<Webhook>[] {
  return [
    { title: T.url, isMain: true, cell: ({ Url }) => Url },
    { title: T.format, cell: ({ Format }) => (Format === "discord" ? T.formats.discord : T.formats.signed) },
    { title: T.events, cell: ({ Events }) => Events.map((event) => T.eventNames[event]).join(", ") },
    { title: T.pattern, cell: ({ Pattern }) => Pattern },
    { title: T.state, cell: ({ Enabled }) => <Badge tone={Enabled ? "good" : "bad"} text={Enabled ? T.on : T.off} /> },
    { title: T.actions, cell: (webhook) => <WebhookActions of={webhook} again={again} /> },
  ];
}

function WebhookActions({ of: { Id, Url, Enabled }, again }: { readonly of: Webhook; readonly again: () => void }) {
  return (
    <div class="actions">
      <a class="button" href={`/console/players/admin?show=deliveries&webhook=${encodeURIComponent(Id)}`}>
        {T.deliveries}
      </a>
      <ActionForm
        isMinor
        action={Enabled ? T.disable : T.enable}
        done={Enabled ? T.disabled : T.enabled}
        send={async () => {
          await players.webhooks.editWebhook({ id: Id, body: { Enabled: !Enabled } });
          again();
        }}
      />
      <Danger
        action={T.remove}
        question={T.removeAsk}
        consequence={
          <p>
            {Url}. {T.removeWhat}
          </p>
        }
        name={hostOf(Url)}
        done={T.removed}
        send={async () => {
          await players.webhooks.deleteWebhook({ id: Id });
          again();
        }}
      />
    </div>
  );
}
