/** Imports of orders that were placed elsewhere, so that results count them: what is imported, how often, and each run. */
import type { ImportOrdersSettingsResult, OrderImport } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { exchangeName, moneyAt } from "../../../live/exchanges.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Check, Choice, Field } from "../../../parts/field.tsx";
import { MoneyBadge } from "../../../parts/money.tsx";
import { Section } from "../../../parts/page.tsx";
import { DAY_SECONDS, HOUR_SECONDS } from "../../../../kit/time/spans.ts";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { localOfSeconds, secondsOfLocal } from "../account/local-time.ts";
import { lastedText } from "../prices/number-text.ts";

const T = texts.trading.imports;
const EVERY_MS = 15_000;
const INTERVALS = [300, HOUR_SECONDS, 6 * HOUR_SECONDS, DAY_SECONDS, 7 * DAY_SECONDS];

type ImportedKey = ImportOrdersSettingsResult["exchanges"][number];
type Labels = ReadonlyMap<string, string>;

export function Imports({ labels }: { readonly labels: Labels }) {
  const settings = useAsked((signal) => trading.trades.importOrdersSettings({}, { signal }), []);
  const runs = useAsked((signal) => trading.trades.importOrdersList({}, { signal }), [], { everyMs: EVERY_MS });
  const again = (): void => {
    settings.again();
    runs.again();
  };
  return (
    <>
      <p>{T.what}</p>
      <Show asked={settings}>{(found) => <Settings settings={found} labels={labels} again={again} />}</Show>
      <Section title={T.runs}>
        <Show
          asked={runs}
          isEmpty={(found) => found.length === 0}
          empty={
            <Empty title={T.noRuns}>
              <p>{settings.value?.enabled === true ? T.noRunsWait : T.noRunsNext}</p>
            </Empty>
          }
        >
          {(found) => <Table caption={T.runs} columns={runsOf(labels)} rows={found} keyOf={({ id }) => id} />}
        </Show>
      </Section>
    </>
  );
}

interface SettingsProps {
  readonly settings: ImportOrdersSettingsResult;
  readonly labels: Labels;
  readonly again: () => void;
}

function Settings({ settings, labels, again }: SettingsProps) {
  const { enabled, interval_seconds: seconds, exchanges } = settings;
  const choices = [...new Set([...INTERVALS, seconds])]
    .toSorted((one, other) => one - other)
    .map((each) => [String(each), lastedText(each * 1_000)] as const);
  const save = async ({ enabled: checked, interval }: Entered): Promise<void> => {
    await trading.trades.importOrdersSettings({ enabled: checked !== undefined, interval_seconds: Number(interval) });
    again();
  };
  return (
    <>
      <Section title={T.settings}>
        <ActionForm action={T.save} done={T.saved} send={save}>
          <Check label={T.enabled} name="enabled" initial={enabled} />
          <div class="narrow">
            <Choice label={T.interval} name="interval" choices={choices} initial={String(seconds)} />
          </div>
        </ActionForm>
      </Section>
      <Section title={T.keys}>
        {exchanges.length === 0 ? (
          <Empty title={T.noKeys}>
            <a class="button" href="/console/trading/exchanges">
              {texts.trading.orders.addKey}
            </a>
          </Empty>
        ) : (
          <Table
            caption={T.keys}
            columns={keysOf(enabled, labels, again)}
            rows={exchanges}
            keyOf={({ key_id: id }) => id}
          />
        )}
      </Section>
    </>
  );
}

function keysOf(isOn: boolean, labels: Labels, again: () => void): readonly Column<ImportedKey>[] {
  return [
    { title: T.key, isMain: true, cell: (key) => labelOf(key, labels) },
    moneyColumn(),
    {
      title: T.state,
      cell: ({ enabled }) => <Badge tone={enabled ? "good" : "plain"} text={enabled ? T.on : T.off} />,
    },
    { title: T.since, cell: ({ since }) => (since === null ? T.atFirst : <Time at={timeOfSeconds(since)} />) },
    { title: T.markets, cell: ({ codes }) => (codes.length === 0 ? T.ownMarkets : codes.join(", ")) },
    { title: T.lastRun, cell: ({ last_run: at }) => <Time at={timeOfSeconds(at)} /> },
    {
      title: texts.trading.wallet.columns.action,
      cell: (key) => <EditKey of={key} label={labelOf(key, labels)} isOn={isOn} again={again} />,
    },
  ];
}

interface EditKeyProps {
  readonly of: ImportedKey;
  readonly label: string;
  /** While imports are off, whether a key takes part is not known: then it is not asked, and stays as it is. */
  readonly isOn: boolean;
  readonly again: () => void;
}

function EditKey({ of: { key_id: id, enabled, since, codes }, label, isOn, again }: EditKeyProps) {
  const before = since === null ? "" : localOfSeconds(since);
  const save = async ({ enabled: checked, since: from = "", codes: named = "" }: Entered): Promise<void> => {
    await trading.trades.importOrdersSettings({
      key_id: id,
      codes: named.split(/[\s,]+/).filter((each) => each !== ""),
      ...(isOn ? { key_enabled: checked !== undefined } : {}),
      ...(from === "" || from === before ? {} : { since: secondsOfLocal(from) }),
    });
    again();
  };
  return (
    <Confirm action={T.edit} question={say(T.editOf, { label })} consequence={null} done={T.saved} send={save}>
      {isOn && <Check label={T.keyEnabled} name="enabled" initial={enabled} />}
      <Field label={T.since} name="since" type="datetime-local" hint={T.sinceHint} initial={before} />
      <Field label={T.codes} name="codes" hint={T.codesHint} initial={codes.join(", ")} autocomplete="off" />
    </Confirm>
  );
}

const TONES: Readonly<Record<OrderImport["state"], Tone>> = {
  queued: "plain",
  running: "warn",
  completed: "good",
  failed: "bad",
};

function runsOf(labels: Labels): readonly Column<OrderImport>[] {
  return [
    { title: T.key, isMain: true, cell: (run) => labelOf(run, labels) },
    moneyColumn(),
    {
      title: T.state,
      cell: ({ state, errors }) => (
        <>
          <Badge tone={TONES[state]} text={T.states[state]} />
          {errors.map((each) => (
            <div key={each} class="faint">
              {each}
            </div>
          ))}
        </>
      ),
    },
    { title: T.imported, isNumber: true, cell: ({ imported }) => imported },
    { title: T.skipped, isNumber: true, cell: ({ skipped }) => skipped },
    {
      title: T.completeSince,
      cell: ({ complete_since: at }) => (at === null ? T.notKnown : <Time at={timeOfSeconds(at)} />),
    },
    { title: T.from, cell: ({ from }) => <Time at={timeOfSeconds(from)} /> },
    { title: T.to, cell: ({ to }) => <Time at={timeOfSeconds(to)} /> },
    { title: texts.trading.wallet.columns.at, cell: ({ time_created: at }) => <Time at={timeOfSeconds(at)} /> },
  ];
}

interface OfKey {
  readonly key_id: string;
  readonly exchange: string;
}

function moneyColumn(): Column<OfKey> {
  return { title: texts.trading.orders.columns.money, cell: ({ exchange }) => <MoneyBadge kind={moneyAt(exchange)} /> };
}

/** A key that was deleted has no label any more. */
function labelOf({ key_id: id, exchange }: OfKey, labels: Labels): string {
  return say(texts.trading.orders.balances.title, { label: labels.get(id) ?? id, exchange: exchangeName(exchange) });
}
