/** The ladder: the best levels of a book, asks over bids. */
import { Section } from "../../../parts/page.tsx";
import { Loading } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { texts } from "../../../say.ts";
import type { LadderRow } from "./ladder-of.ts";
import { paddedText, plainText } from "../prices/number-text.ts";
import { QuoteBadge } from "./quote-cells.tsx";
import { useLadder } from "./use-ladder.ts";

const T = texts.trading.market.ladder;

export function LadderSection({ code, places }: { readonly code: string; readonly places: number }) {
  const { state, asks, bids } = useLadder(code);
  if (state === undefined) {
    return (
      <Section title={T.title}>
        <Loading />
      </Section>
    );
  }
  const most = Math.max(asks.at(-1)?.sum ?? 0, bids.at(-1)?.sum ?? 0);
  return (
    <Section title={T.title} actions={<QuoteBadge state={state} />}>
      {state === "live" ? (
        <div class="ladder compact">
          <Side title={T.asks} rows={asks.toReversed()} places={places} most={most} tone="asks" />
          <Side title={T.bids} rows={bids} places={places} most={most} tone="bids" />
        </div>
      ) : (
        <p>{T.states[state]}</p>
      )}
    </Section>
  );
}

interface SideProps {
  readonly title: string;
  readonly rows: readonly LadderRow[];
  readonly places: number;
  /** The largest sum of both sides: the bars of both are drawn to one scale. */
  readonly most: number;
  readonly tone: "asks" | "bids";
}

function Side({ title, rows, places, most, tone }: SideProps) {
  const columns: readonly Column<LadderRow>[] = [
    { title: T.price, isNumber: true, isMain: true, cell: ({ price }) => paddedText(price, places) },
    { title: T.quantity, isNumber: true, cell: ({ quantity }) => plainText(quantity) },
    { title: T.sum, isNumber: true, cell: ({ sum }) => <Depth share={sum / most} text={shortText(sum)} /> },
  ];
  return (
    <div class={tone}>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p class="faint">{T.emptySide}</p>
      ) : (
        <Table caption={title} columns={columns} rows={rows} keyOf={({ price }) => price} />
      )}
    </div>
  );
}

function Depth({ share, text }: { readonly share: number; readonly text: string }) {
  return (
    <span class="depth">
      <svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 100 1">
        <rect x={100 - 100 * share} width={100 * share} height="1" />
      </svg>
      <span>{text}</span>
    </span>
  );
}

/** A sum of floating numbers without the tail that adding leaves. */
function shortText(sum: number): string {
  return plainText(Number(sum.toPrecision(12)));
}
