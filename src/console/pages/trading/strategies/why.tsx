/** Why nothing fires: the gate that is closed, each condition with both of its numbers, the books, and what was logged. */
import type { StrategyDebug } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { spanText } from "../../../live/span-text.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { RowsOverview } from "./rows-overview.tsx";
import { isActive, type StrategyState } from "./state.tsx";

const T = texts.trading.strategies;
const EVERY_MS = 2_000;
const IDLE_MS = 15_000;

type Evaluated = StrategyDebug["conditions"][number];
type DebugBook = StrategyDebug["books"][number];

export function Why({ id, state }: { readonly id: string; readonly state: StrategyState }) {
  const everyMs = isActive(state) ? EVERY_MS : IDLE_MS;
  const debug = useAsked((signal) => trading.strategies.dataDebug({ id }, { signal }), [id, state], { everyMs });
  return (
    <>
      <Section title={T.why}>
        <Show asked={debug}>
          {(found) => (
            <>
              <Gate of={found} isRunning={isActive(state)} />
              {found.conditions.length > 0 && (
                <Table
                  caption={T.conditions}
                  columns={CONDITION_COLUMNS}
                  rows={found.conditions}
                  keyOf={({ position }) => position}
                />
              )}
            </>
          )}
        </Show>
      </Section>
      <RowsOverview id={id} state={state} />
      {debug.value && debug.value.books.length > 0 && (
        <Section title={T.books}>
          <Table caption={T.books} columns={BOOK_COLUMNS} rows={debug.value.books} keyOf={({ code }) => code} />
        </Section>
      )}
      {debug.value && <Log of={debug.value.log} />}
    </>
  );
}

function Gate({ of: { gate, why, rows }, isRunning }: { readonly of: StrategyDebug; readonly isRunning: boolean }) {
  if (!isRunning) return <p>{why === "" ? T.notRunning : why}</p>;
  return (
    <>
      <p role="status">
        <strong>{gate === "" ? T.fires : why}</strong>
      </p>
      {rows.length > 0 && (
        <ul>
          {rows.map((each) => (
            <li key={each.row}>{say(T.rowWhy, { row: each.row, why: each.why })}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const CONDITION_COLUMNS: readonly Column<Evaluated>[] = [
  { title: T.conditionColumns.name, isMain: true, cell: ({ name, codes }) => `${name} ${codes.join(" + ")}` },
  { title: T.conditionColumns.left, isNumber: true, cell: ({ left }) => left ?? T.noPrice },
  { title: T.conditionColumns.operator, cell: ({ operator }) => operator.replaceAll("_", " ") },
  { title: T.conditionColumns.right, isNumber: true, cell: boundsOf },
  {
    title: T.conditionColumns.result,
    cell: ({ result, unknown }) =>
      unknown === null ? (
        <Badge tone={result ? "good" : "plain"} text={result ? T.holds : T.holdsNot} />
      ) : (
        <Badge tone="warn" text={say(T.unknown, { reason: unknown })} />
      ),
  },
];

function boundsOf({ right, right_end: end }: Evaluated): string | number {
  return end === null ? (right ?? "") : `${right ?? ""} – ${end}`;
}

/** A book that is not in step has no price to show. */
const BOOK_COLUMNS: readonly Column<DebugBook>[] = [
  { title: T.bookColumns.code, isMain: true, cell: ({ code }) => code },
  {
    title: T.bookColumns.bid,
    isNumber: true,
    cell: ({ bid, synced }) => (synced ? (bid ?? T.noPrice) : T.noPrice),
  },
  {
    title: T.bookColumns.ask,
    isNumber: true,
    cell: ({ ask, synced }) => (synced ? (ask ?? T.noPrice) : T.noPrice),
  },
  { title: T.bookColumns.age, isNumber: true, cell: ({ age_ms }) => spanText(age_ms) },
  {
    title: T.bookColumns.state,
    cell: ({ synced }) => <Badge tone={synced ? "good" : "warn"} text={synced ? T.inStep : T.notInStep} />,
  },
];

function Log({ of }: { readonly of: StrategyDebug["log"] }) {
  return (
    <Section title={T.log}>
      {of.length === 0 && <p class="faint">{T.logEmpty}</p>}
      <ul>
        {of.toReversed().map(({ ms, level, message }, at) => (
          <li key={`${ms} ${at}`}>
            <span class="faint">
              <Time at={ms} form="clock" /> {level}
            </span>{" "}
            {message}
          </li>
        ))}
      </ul>
    </Section>
  );
}
