/** Every opening of a signal with its closing: the record that its figures are computed from. */
import { useState } from "preact/hooks";
import type { Iteration, ShowPriceMovementResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { count, say, texts } from "../../../say.ts";
import { lastedText, plainText } from "../prices/number-text.ts";

const T = texts.trading.signals.iterations;
const PAGE = 100;

interface IterationsProps {
  readonly id: string;
  /** Another text after each trigger. */
  readonly turn: string;
}

export function Iterations({ id, turn }: IterationsProps) {
  const listed = useListed<Iteration>((ending) => pagesOf(id, ending), [id, turn]);
  const [shown, setShown] = useState<string>();
  return (
    <Section title={T.title}>
      <p class="faint">{T.how}</p>
      <List
        listed={listed}
        caption={T.title}
        columns={columnsOf(setShown)}
        keyOf={(each) => each.id}
        empty={
          <Empty title={T.none}>
            <p>{T.noneNext}</p>
          </Empty>
        }
      />
      {shown !== undefined && (
        <Dialog title={say(T.movement, { n: shown })} onClose={() => setShown(undefined)}>
          <Movement id={id} iteration={shown} />
        </Dialog>
      )}
    </Section>
  );
}

/** The feed has iterations of a signal in pages, newest first. */
async function* pagesOf(id: string, signal: AbortSignal) {
  for (let pagenumber = 1; ; pagenumber++) {
    const { signals } = await trading.signals.listFeed({ id, more: true, limit: PAGE, pagenumber }, { signal });
    const found = signals[0]?.iteration_children ?? [];
    yield found;
    if (found.length < PAGE) return;
  }
}

function columnsOf(show: (number: string) => void): readonly Column<Iteration>[] {
  return [
    {
      title: T.number,
      isMain: true,
      cell: ({ iteration, reset }) => (
        <>
          {iteration} {reset === "true" && <Badge text={T.reset} />}
        </>
      ),
    },
    { title: T.direction, cell: ({ direction }) => (direction === "short" ? T.directions.short : T.directions.long) },
    { title: T.opened, cell: ({ open_time, open_price }) => <At ms={open_time} price={open_price} /> },
    { title: T.closed, cell: ({ close_time, close_price }) => <At ms={close_time} price={close_price} /> },
    {
      title: T.profit,
      isNumber: true,
      cell: ({ profit_percent, price_status }) =>
        profit_percent === "" ? <span class="faint">{known(price_status)}</span> : profit_percent,
    },
    { title: T.runtime, cell: ({ runtime }) => (runtime === "" ? T.open : lastedText(Number(runtime))) },
    {
      title: T.price,
      cell: ({ iteration }) => (
        <button
          type="button"
          class="quiet"
          aria-label={say(T.showLabel, { n: iteration })}
          onClick={() => show(iteration)}
        >
          {T.show}
        </button>
      ),
    },
  ];
}

function At({ ms, price }: { readonly ms: string; readonly price: string }) {
  if (ms === "") return <span class="faint">{T.open}</span>;
  return (
    <>
      <Time at={Number(ms)} />
      {price !== "" && <div class="number">{price}</div>}
    </>
  );
}

/** The reason for a missing result. */
function known(priceStatus: string): string {
  const statuses: Readonly<Record<string, string>> = T.priceStatuses;
  return statuses[priceStatus] ?? priceStatus;
}

function Movement({ id, iteration }: { readonly id: string; readonly iteration: string }) {
  const asked = useAsked((signal) => trading.signals.showPriceMovement({ id, iteration }, { signal }), [id, iteration]);
  return <Show asked={asked}>{(found) => <Moved of={found} />}</Show>;
}

function Moved({ of }: { readonly of: ShowPriceMovementResult }) {
  const { open_price, close_price, high, low, points, gaps } = of;
  const best = Math.max(...points.map(([, , percent = 0]) => percent));
  const worst = Math.min(...points.map(([, , percent = 0]) => percent));
  return (
    <>
      <Facts
        facts={[
          [T.opened, open_price === null ? T.unknown : plainText(open_price)],
          [T.closed, close_price === null ? T.unknown : plainText(close_price)],
          high === null ? undefined : [T.high, <Extreme of={high} />],
          low === null ? undefined : [T.low, <Extreme of={low} />],
          points.length === 0 ? undefined : [T.best, `${plainText(best)} %`],
          points.length === 0 ? undefined : [T.worst, `${plainText(worst)} %`],
        ]}
      />
      {points.length === 0 && <p>{T.noPrices}</p>}
      {gaps.length > 0 && <p class="faint">{count(gaps.length, T.gaps)}</p>}
    </>
  );
}

function Extreme({ of: { ms, price } }: { readonly of: { readonly ms: number; readonly price: number } }) {
  return (
    <>
      {plainText(price)}, <Time at={ms} />
    </>
  );
}
