/** What webhooks were sent, and what their receivers answered. */
import type { Delivery, ListDeliveriesParams } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam } from "../../../live/param.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { List } from "../../../parts/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.registry.deliveries;
const TONES: Readonly<Record<Delivery["state"], Tone>> = { waiting: "plain", delivered: "good", givenUp: "bad" };
const PAGE = 50;

function columnsOf(again: () => void): readonly Column<Delivery>[] {
  return [
    { title: T.columns.at, isMain: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { title: T.columns.event, cell: ({ event }) => texts.registry.webhooks.events[event] },
    { title: T.columns.state, cell: ({ state }) => <Badge tone={TONES[state]} text={T.states[state]} /> },
    { title: T.columns.attempts, isNumber: true, cell: ({ attempts }) => attempts },
    { title: T.columns.last, cell: ({ lastAttemptAt }) => <Time at={lastAttemptAt} /> },
    { title: T.columns.answer, cell: ({ lastStatus, lastError }) => lastError ?? lastStatus ?? "" },
    {
      title: T.columns.actions,
      cell: ({ id, state }) =>
        state !== "waiting" && (
          <ActionForm
            isMinor
            action={T.again}
            done={T.queued}
            send={async () => {
              await registry.webhooks.redeliver({ id });
              again();
            }}
          />
        ),
    },
  ];
}

export function Deliveries() {
  const [webhook, setWebhook] = useParam("webhook");
  const params: ListDeliveriesParams = { limit: PAGE, ...(webhook !== "" && { webhook }) };
  const listed = useListed<Delivery>((signal) => pagesOf(params, signal), [webhook]);
  return (
    <>
      {webhook !== "" && (
        <p>
          {say(T.ofOne, { id: webhook })}{" "}
          <button type="button" onClick={() => setWebhook("")}>
            {T.ofAll}
          </button>
        </p>
      )}
      <List
        listed={listed}
        caption={texts.registry.operate.tabs.deliveries}
        columns={columnsOf(listed.again)}
        keyOf={({ id }) => id}
        empty={<Empty title={T.empty}>{T.emptyHint}</Empty>}
      />
    </>
  );
}

async function* pagesOf(params: ListDeliveriesParams, signal: AbortSignal) {
  for await (const { deliveries } of registry.webhooks.listDeliveries.pages(params, { signal })) yield deliveries;
}
