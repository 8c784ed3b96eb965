/** All signals, as late as the package shows them, and how to follow one. */
import type { Signal, SignalHead, StrategySummary } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Choice } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";
import { SIGNAL_COLUMNS } from "./signal-columns.tsx";

const T = texts.trading.signals;

export function Feed() {
  const listed = useListed<Signal>((ending) => pagesOf(ending), []);
  const strategies = useOwnStrategies();
  const act: Column<Signal> = {
    title: T.columns.act,
    cell: (signal) => <Subscribe to={signal} strategies={strategies} />,
  };
  return (
    <List
      listed={listed}
      caption={T.title}
      columns={[...SIGNAL_COLUMNS, act]}
      keyOf={({ id }) => id}
      empty={
        <Empty title={T.empty}>
          <p>{T.emptyNext}</p>
        </Empty>
      }
    />
  );
}

/** Strategies that may act on a signal. */
export function useOwnStrategies(): readonly StrategySummary[] {
  const asked = useAsked((ending) => trading.strategies.dataList({ limit: 1_000 }, { signal: ending }), []);
  return asked.value?.strategies ?? [];
}

async function* pagesOf(ending: AbortSignal) {
  for await (const { signals } of trading.signals.listFeed.pages({}, { signal: ending })) yield signals;
}

interface SubscribeProps {
  readonly to: SignalHead;
  readonly strategies: readonly StrategySummary[];
}

export function Subscribe({ to: { id, c_name, c_price }, strategies }: SubscribeProps) {
  const choices = [["", T.noStrategy], ...strategies.map((each) => [each.id, each.name] as const)] as const;
  return (
    <Confirm
      action={T.subscribe}
      question={say(T.subscribeQuestion, { name: c_name })}
      consequence={<p>{say(T.subscribeConsequence, { price: c_price })}</p>}
      done={T.subscribed}
      send={({ opening, closing }) =>
        trading.signals.manageSubscriptions({
          id,
          action: "subscribe",
          profiles: opening === undefined ? [] : [opening],
          closing_profiles: closing === undefined ? [] : [closing],
        })
      }
    >
      <Choice label={T.strategy} name="opening" choices={choices} />
      <Choice label={T.closing} name="closing" choices={choices} />
    </Confirm>
  );
}
