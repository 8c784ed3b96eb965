/** Signals that the user follows, and what the strategies that follow them did last. */
import type { SignalSubscription } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { linkToSignal } from "./signal-columns.tsx";
import { WouldHave } from "./would-have.tsx";

const T = texts.trading.signals;
const EVERY_MS = 10_000;
const FEED = "/console/trading/signals";

export function Subscriptions() {
  const found = useAsked(readSubscriptions, [], { everyMs: EVERY_MS });
  return (
    <>
      <Show
        asked={found}
        isEmpty={(all) => all.length === 0}
        empty={
          <Empty title={T.noSubscriptions}>
            <a class="button" href={FEED}>
              {T.noSubscriptionsNext}
            </a>
          </Empty>
        }
      >
        {(all) => (
          <Table caption={T.tabs.subscriptions} columns={columnsOf(found.again)} rows={all} keyOf={({ id }) => id} />
        )}
      </Show>
      <WouldHave />
    </>
  );
}

async function readSubscriptions(ending: AbortSignal): Promise<readonly SignalSubscription[]> {
  const answer = await trading.signals.manageSubscriptions({}, { signal: ending });
  return Array.isArray(answer) ? answer : [answer.subscription];
}

const TONES: Readonly<Record<SignalSubscription["state"], Tone>> = {
  active: "good",
  paused: "warn",
  cancelled: "plain",
};

function columnsOf(again: () => void): readonly Column<SignalSubscription>[] {
  return [
    {
      title: T.subscriptionColumns.name,
      isMain: true,
      cell: ({ signal_id, name }) => <a href={linkToSignal(signal_id)}>{name}</a>,
    },
    {
      title: T.subscriptionColumns.state,
      cell: ({ state, reason }) => (
        <>
          <Badge tone={TONES[state]} text={T.subscriptionStates[state]} />
          {reason !== "" && <div class="faint">{reason}</div>}
        </>
      ),
    },
    { title: T.subscriptionColumns.renews, cell: ({ renews_at }) => <Time at={timeOfSeconds(renews_at)} form="day" /> },
    { title: T.subscriptionColumns.last, cell: ({ last_act }) => last_act ?? "" },
    { title: T.subscriptionColumns.act, cell: (each) => <SubscriptionActions of={each} onChange={again} /> },
  ];
}

interface SubscriptionActionsProps {
  readonly of: SignalSubscription;
  readonly onChange: () => void;
}

function SubscriptionActions({ of: { id, name, state }, onChange }: SubscriptionActionsProps) {
  if (state === "cancelled") return null;
  const manage = async (action: "pause" | "unsubscribe"): Promise<void> => {
    await trading.signals.manageSubscriptions({ id, action });
    onChange();
  };
  return (
    <div class="actions">
      {state === "active" && <ActionForm isMinor action={T.pause} done={T.paused} send={() => manage("pause")} />}
      <Confirm
        action={T.unsubscribe}
        question={say(T.unsubscribeQuestion, { name })}
        consequence={<p>{T.unsubscribeConsequence}</p>}
        done={T.unsubscribed}
        send={() => manage("unsubscribe")}
      />
    </div>
  );
}
