/** Deliveries to webhooks: what was sent, what the receiver answered, and how to send it again. */
import type { ListDeliveriesParams, Webhook, WebhookDelivery } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { go, query, withParams } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Choice } from "../../../parts/field.tsx";
import { Pager } from "../../../parts/pager.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { DetailsButton } from "./details-button.tsx";
import { EVENT_NAMES } from "./event-names.ts";
import { PAGE, pageNumber, pagesOf } from "./page-number.ts";
import { nameOf } from "./webhooks.tsx";

const T = texts.trading.alerts.deliveries;
/** A delivery is attempted within a second: the page shows soon what came of it. */
const EVERY_MS = 5_000;
/** Another one than that of the alerts, which stays while tabs are changed. */
const PAGE_PARAM = "deliveries";
/** More webhooks than an account may have. */
const MOST_WEBHOOKS = 1_000;

type State = WebhookDelivery["state"];

const STATES = ["waiting", "delivered", "given_up"] as const satisfies readonly State[];
const TONES: Readonly<Record<State, Tone>> = { waiting: "warn", delivered: "good", given_up: "bad" };

export function Deliveries() {
  const webhook = query.value.get("webhook") ?? "";
  const state = STATES.find((each) => each === query.value.get("state"));
  const page = pageNumber(PAGE_PARAM);
  const params: ListDeliveriesParams = {
    limit: PAGE,
    pagenumber: page,
    ...(webhook !== "" && { webhook_id: webhook }),
    ...(state !== undefined && { state }),
  };
  const webhooks = useAsked((signal) => trading.webhooks.listWebhooks({ limit: MOST_WEBHOOKS }, { signal }), []);
  const asked = useAsked((signal) => trading.webhooks.listDeliveries(params, { signal }), [webhook, state, page], {
    everyMs: EVERY_MS,
  });
  const known = webhooks.value?.webhooks ?? [];
  return (
    <Section title={T.title}>
      <Filters webhook={webhook} state={state ?? ""} webhooks={known} />
      <Show asked={asked}>
        {({ deliveries, total }) => (
          <>
            {deliveries.length === 0 ? (
              <Empty title={T.none}>{T.noneHow}</Empty>
            ) : (
              <Table
                caption={T.title}
                columns={columnsOf(known, asked.again)}
                rows={deliveries}
                keyOf={({ id }) => id}
              />
            )}
            <Pager label={T.title} param={PAGE_PARAM} page={page} pages={pagesOf(total, page)} />
          </>
        )}
      </Show>
    </Section>
  );
}

interface FiltersProps {
  readonly webhook: string;
  readonly state: string;
  readonly webhooks: readonly Webhook[];
}

function Filters({ webhook, state, webhooks }: FiltersProps) {
  // Another choice begins with its first page.
  const choose = (name: string, value: string): void => {
    go(withParams({ [name]: value, [PAGE_PARAM]: undefined }), { replace: true });
  };
  const named = webhooks.map((each) => [each.id, nameOf(each)] as const);
  return (
    <search class="fields">
      <Choice
        label={T.webhook}
        choices={[["", T.all], ...named]}
        value={webhook}
        onChange={({ currentTarget }) => choose("webhook", currentTarget.value)}
      />
      <Choice
        label={T.state}
        choices={[["", T.anyState], ...STATES.map((each) => [each, T.states[each]] as const)]}
        value={state}
        onChange={({ currentTarget }) => choose("state", currentTarget.value)}
      />
    </search>
  );
}

function columnsOf(webhooks: readonly Webhook[], again: () => void): readonly Column<WebhookDelivery>[] {
  const names = new Map(webhooks.map((each) => [each.id, nameOf(each)]));
  return [
    { title: T.event, isMain: true, cell: ({ event }) => EVENT_NAMES[event] },
    { title: T.webhook, cell: ({ webhook_id }) => names.get(webhook_id) ?? webhook_id },
    { title: T.state, cell: (delivery) => <Standing of={delivery} /> },
    { title: T.attempts, isNumber: true, cell: ({ attempts }) => attempts },
    { title: T.answer, cell: answerOf },
    { title: T.at, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
    { title: T.actions, cell: (delivery) => <Actions of={delivery} again={again} /> },
  ];
}

function Standing({ of: { state, next_attempt } }: { readonly of: WebhookDelivery }) {
  return (
    <>
      <Badge tone={TONES[state]} text={T.states[state]} />
      {next_attempt !== null && (
        <div class="faint">
          {T.next} <Time at={timeOfSeconds(next_attempt)} form="clock" />
        </div>
      )}
    </>
  );
}

function answerOf({ last_error, last_status }: WebhookDelivery): string {
  if (last_error !== null) return last_error;
  return last_status === null ? T.noAnswer : say(T.status, { status: last_status });
}

function Actions({ of: { id, state, body }, again }: { readonly of: WebhookDelivery; readonly again: () => void }) {
  return (
    <div class="actions">
      <DetailsButton
        action={T.show}
        label={say(T.showOne, { id })}
        title={say(T.one, { id })}
        value={body}
        what={T.bodyName}
      />
      <ActionForm
        isMinor
        action={state === "waiting" ? T.now : T.again}
        done={T.sentAgain}
        send={async () => {
          await trading.webhooks.redeliver({ id });
          again();
        }}
      />
    </div>
  );
}
