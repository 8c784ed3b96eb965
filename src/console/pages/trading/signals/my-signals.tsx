/** Signals that the account has published, and how another one is published. */
import type { SignalHead } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { tradingUser } from "../../../live/identity.ts";
import { query, withParams } from "../../../live/place.ts";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { texts } from "../../../say.ts";
import { Hooks } from "./hooks.tsx";
import { findDeveloper } from "./own-developer.ts";
import { PublishSignal } from "./publish-signal.tsx";
import { SIGNAL_COLUMNS } from "./signal-columns.tsx";
import { Trigger } from "./trigger.tsx";

const T = texts.trading.signals;
const EVERY_MS = 10_000;

export function MySignals() {
  const user = tradingUser.value;
  const uid = String(user?.uid ?? "");
  const found = useAsked(async (ending) => (await findDeveloper(uid, ending))?.signals ?? [], [uid], {
    everyMs: EVERY_MS,
  });
  const isPublishing = query.value.get("panel") === "publish";
  const publish = (
    <a class="button" href={withParams({ panel: "publish" })}>
      {T.publish.action}
    </a>
  );
  const act: Column<SignalHead> = {
    title: T.columns.act,
    cell: (signal) => <Trigger of={signal} onDone={found.again} />,
  };
  if (user?.is_subaccount === true) return <Empty title={T.publish.mainOnly} />;
  return (
    <>
      {isPublishing ? <PublishSignal /> : <p>{publish}</p>}
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
      <Hooks signals={found.value ?? []} />
    </>
  );
}
