/** The latest trades of a market, as they happen. */
import { useRef, useState } from "preact/hooks";
import type { PushMessage, Trade } from "../../../../../clients/typescript/src/trading.ts";
import type { Failure } from "../../../live/failure.ts";
import { useMessages } from "../../../live/push.ts";
import { Section } from "../../../parts/page.tsx";
import { Empty, Failed, Loading } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { count, texts } from "../../../say.ts";
import { paddedText, plainText } from "../prices/number-text.ts";
import { NO_TRADES, withMessages, type LatestTrades } from "./latest-trades.ts";

const T = texts.trading.market.trades;
const SHOWN = 15;

export interface FollowedTrades extends LatestTrades {
  readonly failure: Failure | undefined;
}

/** The latest hundred trades, and those that follow. */
export function useTrades(code: string): FollowedTrades {
  const [failure, setFailure] = useState<Failure>();
  const [shown, setShown] = useState(NO_TRADES);
  const kept = useRef(NO_TRADES);
  useMessages(
    [`trades/${code}`],
    (messages) => {
      kept.current = withMessages(kept.current, messages as readonly PushMessage<`trades/${string}`>[]);
      setShown(kept.current);
    },
    setFailure,
  );
  return { ...shown, failure };
}

interface TradesProps {
  readonly followed: FollowedTrades;
  readonly places: number;
}

export function TradesSection({ followed: { trades, skipped, brokenMs, failure }, places }: TradesProps) {
  const columns: readonly Column<Trade>[] = [
    { title: T.time, isMain: true, cell: ([, , ms]) => <Time at={ms} form="clock" /> },
    { title: T.price, isNumber: true, cell: ([price]) => paddedText(price, places) },
    { title: T.quantity, isNumber: true, cell: ([, quantity]) => plainText(quantity) },
  ];
  const shown = trades?.slice(-SHOWN) ?? [];
  return (
    <Section title={T.title}>
      {failure && <Failed failure={failure} />}
      {!trades && !failure && <Loading />}
      {trades?.length === 0 && (
        <Empty title={T.empty}>
          <p>{T.emptyNext}</p>
        </Empty>
      )}
      {trades && trades.length > 0 && (
        <div class="compact">
          <Table caption={T.title} columns={columns} rows={shown.toReversed()} keyOf={([, , , id]) => id} />
        </div>
      )}
      {brokenMs !== undefined && isAmong(brokenMs, shown) && (
        <p class="faint">
          {T.broken} <Time at={brokenMs} form="clock" />
        </p>
      )}
      {skipped > 0 && <p class="faint">{count(skipped, T.skipped)}</p>}
    </Section>
  );
}

/** Whether a moment lies among trades, or after them. */
function isAmong(ms: number, [oldest]: readonly Trade[]): boolean {
  return oldest === undefined || oldest[2] <= ms;
}
