/** The user's webhooks. A signing secret is shown once, when its webhook is added. */
import { useState } from "preact/hooks";
import type { CreateWebhookResult, Webhook } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import type { TradingUser } from "../../../live/identity.ts";
import { useListed } from "../../../live/listed.ts";
import { withParams } from "../../../live/place.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { ShownOnce } from "../../../parts/shown-once.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { hostOf } from "../../../parts/web-address.ts";
import { count, say, texts } from "../../../say.ts";
import { EVENT_NAMES } from "./event-names.ts";
import { PAGE } from "./page-number.ts";
import { WebhookFields, enteredWebhook } from "./webhook-fields.tsx";

const T = texts.trading.alerts.webhooks;

export function Webhooks({ user }: { readonly user: TradingUser }) {
  const [made, setMade] = useState<CreateWebhookResult>();
  const listed = useListed<Webhook>(pagesOfWebhooks, []);
  const create = async (entered: Entered): Promise<void> => {
    setMade(await trading.webhooks.createWebhook(enteredWebhook(entered)));
    listed.again();
  };
  const changed = (): void => {
    listed.again();
  };
  return (
    <>
      {made && (
        <ShownOnce title={T.secret} hint={say(T.secretHint, { host: hostOf(made.webhook.url) })} text={made.secret} />
      )}
      <Section
        title={T.title}
        actions={
          <Confirm
            action={T.add}
            question={T.addQuestion}
            consequence={<p>{T.addWhat}</p>}
            done={T.added}
            send={create}
          >
            <WebhookFields />
          </Confirm>
        }
      >
        <List
          listed={listed}
          caption={T.title}
          columns={columnsOf(user, changed)}
          keyOf={({ id }) => id}
          empty={<Empty title={T.none}>{T.noneHow}</Empty>}
        />
      </Section>
    </>
  );
}

async function* pagesOfWebhooks(signal: AbortSignal) {
  for await (const { webhooks } of trading.webhooks.listWebhooks.pages({ limit: PAGE }, { signal })) yield webhooks;
}

/** What a person calls a webhook: its name, else the host of its receiver. */
export function nameOf({ label, url }: Pick<Webhook, "label" | "url">): string {
  return label === "" ? hostOf(url) : label;
}

function columnsOf(user: TradingUser, changed: () => void): readonly Column<Webhook>[] {
  return [
    {
      title: T.url,
      isMain: true,
      cell: ({ label, url, uid }) => (
        <>
          {label !== "" && <div>{label}</div>}
          <div class={label === "" ? "" : "faint"}>{url}</div>
          {uid !== String(user.uid) && <div class="faint">{say(T.user, { uid })}</div>}
        </>
      ),
    },
    { title: T.events, cell: ({ events }) => events.map((event) => EVENT_NAMES[event]).join(", ") },
    { title: T.state, cell: (webhook) => <State of={webhook} /> },
    { title: T.created, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} form="day" /> },
    { title: T.actions, cell: (webhook) => <Actions of={webhook} changed={changed} /> },
  ];
}

function State({ of: { enabled, disabled_because, failures } }: { readonly of: Webhook }) {
  if (!enabled) {
    return (
      <>
        <Badge tone={disabled_because === null ? "warn" : "bad"} text={T.states.off} /> {disabled_because}
      </>
    );
  }
  if (failures === 0) return <Badge tone="good" text={T.states.on} />;
  return (
    <>
      <Badge tone="warn" text={T.states.failing} /> {count(failures, T.failures)}
    </>
  );
}

function Actions({ of: webhook, changed }: { readonly of: Webhook; readonly changed: () => void }) {
  const { id, url, enabled } = webhook;
  const name = nameOf(webhook);
  const edit = async (params: Parameters<typeof trading.webhooks.editWebhook>[0]): Promise<void> => {
    await trading.webhooks.editWebhook(params);
    changed();
  };
  const remove = async (): Promise<void> => {
    await trading.webhooks.deleteWebhook({ id });
    changed();
  };
  return (
    <div class="actions">
      <a class="button" href={withParams({ tab: "deliveries", webhook: id, deliveries: undefined, state: undefined })}>
        {T.deliveries}
      </a>
      <Confirm
        action={T.edit}
        question={say(T.editQuestion, { name })}
        consequence={<p>{T.editWhat}</p>}
        done={T.edited}
        send={(entered) => edit({ id, ...enteredWebhook(entered) })}
      >
        <WebhookFields of={webhook} />
      </Confirm>
      <ActionForm
        isMinor
        action={enabled ? T.disable : T.enable}
        done={enabled ? T.disabled : T.enabled}
        send={() => edit({ id, enabled: !enabled })}
      />
      <Danger
        action={T.remove}
        question={say(T.removeQuestion, { name })}
        consequence={<p>{say(T.removeWhat, { url })}</p>}
        name={name}
        done={T.removed}
        send={remove}
      />
    </div>
  );
}
