/** Limits and halts of the account, of one exchange key or of one strategy. */
import type { RiskHalt, RiskShowStatusResult } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { moneyAt } from "../../../live/exchanges.ts";
import { announce } from "../../../parts/announce.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Check, Choice, Field } from "../../../parts/field.tsx";
import { MoneyBadge } from "../../../parts/money.tsx";
import { Section } from "../../../parts/page.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { changedLimits, LIMIT_NAMES, limitRows, type LimitRow } from "./limits.ts";
import { ModeBadge } from "./mode-badge.tsx";

const T = texts.trading.risk;

type RiskPlace = RiskShowStatusResult["places"][number];

interface PlaceProps {
  readonly place: RiskPlace;
  /** Of the key or strategy; its id where it is not known. */
  readonly name: string;
  readonly onChange: () => void;
}

export function PlaceCard({ place, name: placeName, onChange }: PlaceProps) {
  const { scope, mode, halts, limits, figures } = place;
  return (
    <Section
      title={say(T.scopes[scope], { name: placeName })}
      actions={<PlaceActions place={place} name={placeName} onChange={onChange} />}
    >
      <p>
        <ModeBadge mode={mode} />
      </p>
      <Halts of={halts} />
      <Table caption={T.limits} columns={COLUMNS} rows={limitRows(limits, figures)} keyOf={({ name }) => name} />
      {figures?.result_day !== null && figures?.result_day !== undefined && (
        <p>{say(T.result, { amount: figures.result_day })}</p>
      )}
      {figures && figures.positions.length > 0 && (
        <>
          <h3>{T.positions}</h3>
          <Table caption={T.positions} columns={POSITION_COLUMNS} rows={figures.positions} keyOf={({ code }) => code} />
        </>
      )}
    </Section>
  );
}

export function Halts({ of }: { readonly of: readonly RiskHalt[] }) {
  if (of.length === 0) return null;
  return (
    <ul>
      {of.map(({ source, limit, reason, set_at }) => (
        <li key={`${source} ${limit ?? ""} ${set_at}`}>
          {say(T.sources[source], { limit: limit ?? "" })}: {reason === "" ? T.noReason : reason}{" "}
          <span class="faint">
            <Time at={timeOfSeconds(set_at)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function PlaceActions({ place: { scope, id, mode, limits }, name: placeName, onChange }: PlaceProps) {
  const where = { scope, ...(scope === "account" ? {} : { id }) };
  return (
    <>
      <Confirm
        action={T.setLimits}
        question={say(T.scopes[scope], { name: placeName })}
        consequence={<p>{T.setConsequence}</p>}
        done={T.saved}
        send={async (entered) => {
          await trading.risk.setLimits({ ...where, ...changedLimits(limits, entered) });
          onChange();
        }}
      >
        <div class="fields">
          {LIMIT_NAMES.map((name) => (
            <Field
              key={name}
              label={T.names[name]}
              name={name}
              inputMode="decimal"
              initial={limits?.[name] === null || limits === null ? "" : String(limits[name])}
              autocomplete="off"
            />
          ))}
          <Choice label={T.resumeHow} name="resume" choices={RESUMES} initial={limits?.resume ?? "manual"} />
        </div>
      </Confirm>
      {scope !== "account" && mode === "active" && <HaltPlace where={where} onChange={onChange} />}
      {mode !== "active" && (
        <Confirm
          action={T.resume}
          question={T.resumeQuestion}
          consequence={<p>{T.resumeConsequence}</p>}
          send={async () => {
            const { mode: left } = await trading.risk.resume(where);
            announce(left === "active" ? T.resumed : T.notResumed);
            onChange();
          }}
        />
      )}
    </>
  );
}

interface HaltPlaceProps {
  readonly where: { readonly scope: RiskPlace["scope"]; readonly id?: string };
  readonly onChange: () => void;
}

function HaltPlace({ where, onChange }: HaltPlaceProps) {
  return (
    <Confirm
      action={T.haltOne}
      question={T.haltQuestion}
      consequence={<p>{T.haltConsequence}</p>}
      done={texts.trading.stop.halted}
      isDanger
      send={async ({ mode, cancel, reason }) => {
        const why = reason === undefined ? {} : { reason };
        const which = mode === "reducing" ? "reducing" : "halted";
        await trading.risk.halt({ ...where, ...why, mode: which, cancel: cancel !== undefined });
        onChange();
      }}
    >
      <Choice label={T.haltMode} name="mode" choices={Object.entries(T.haltModes)} initial="halted" />
      <Check label={texts.trading.stop.haltCancel} name="cancel" />
      <Field label={texts.trading.stop.haltReason} name="reason" maxLength={200} autocomplete="off" />
    </Confirm>
  );
}

const RESUMES = Object.entries(T.resumeHows);

const COLUMNS: readonly Column<LimitRow>[] = [
  { title: T.limitColumns.limit, isMain: true, cell: ({ name }) => T.names[name] },
  { title: T.limitColumns.set, isNumber: true, cell: ({ limit }) => limit ?? T.noLimit },
  { title: T.limitColumns.now, isNumber: true, cell: ({ now }) => now ?? "" },
];

type Position = NonNullable<RiskPlace["figures"]>["positions"][number];

const POSITION_COLUMNS: readonly Column<Position>[] = [
  { title: T.positionColumns.code, isMain: true, cell: ({ code }) => code },
  { title: texts.trading.orders.columns.money, cell: ({ code }) => <MoneyBadge kind={moneyAt(code)} /> },
  { title: T.positionColumns.quantity, isNumber: true, cell: ({ quantity }) => quantity },
  { title: T.positionColumns.value, isNumber: true, cell: ({ value }) => value ?? T.noPrice },
];
