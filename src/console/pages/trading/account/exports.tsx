/** Files of what the account has traded. They are made in the background, and kept for as long as the plan says. */
import type { Export, RequestExportParams } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import { AccountPage } from "./account-page.tsx";

const T = texts.trading.exports;
const PAGE = 50;
const SYSTEMS = [
  ["strategy_transactions", T.systems.strategy_transactions],
  ["all_strategies", T.systems.all_strategies],
  ["news", T.systems.news],
] as const;
const TYPES = [
  [".csv", T.types.csv],
  [".xls", T.types.xls],
] as const;

export function Exports() {
  return <AccountPage title={T.title}>{() => <ExportList />}</AccountPage>;
}

function ExportList() {
  const listed = useListed<Export>(pagesOfExports, []);
  const request = async ({ system, type, symbol = "" }: Entered): Promise<void> => {
    const chosen = { system, type } as Pick<RequestExportParams, "system" | "type">;
    await trading.exports.requestExport({ ...chosen, symbol });
    listed.again();
  };
  return (
    <>
      <List
        listed={listed}
        caption={T.title}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <Empty title={T.empty}>
            <p>{T.emptyWhy}</p>
          </Empty>
        }
      />
      <p class="actions">
        <button type="button" onClick={listed.again}>
          {T.refresh}
        </button>
      </p>
      <Section title={T.request}>
        <ActionForm action={T.request} done={T.requested} send={request}>
          <div class="fields">
            <Choice label={T.system} name="system" choices={SYSTEMS} />
            <Choice label={T.type} name="type" choices={TYPES} />
            <Field label={T.symbol} name="symbol" hint={T.symbolHint} autocomplete="off" required />
          </div>
        </ActionForm>
      </Section>
    </>
  );
}

const COLUMNS: readonly Column<Export>[] = [
  { title: T.system, isMain: true, cell: ({ system }) => T.systems[system] },
  { title: T.symbol, cell: ({ symbol }) => symbol },
  {
    title: texts.trading.wallet.columns.status,
    cell: ({ state }) => <Badge tone={state === "failed" ? "bad" : "plain"} text={T.states[state]} />,
  },
  { title: T.rows, isNumber: true, cell: ({ rows }) => rows },
  { title: T.until, cell: ({ expires_at }) => <Time at={timeOfSeconds(expires_at)} /> },
  {
    title: texts.trading.wallet.columns.action,
    cell: ({ id, state, type }) =>
      state === "completed" && <ActionForm action={T.download} send={() => download(id, `export-${id}${type}`)} />,
  },
];

/** The session's cookie fetches it, and the browser keeps it under its name. */
async function download(id: string, name: string): Promise<void> {
  const bytes = await trading.exports.downloadExport({ id });
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)]));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

async function* pagesOfExports(signal: AbortSignal) {
  for await (const { exports } of trading.exports.listExports.pages({ limit: PAGE }, { signal })) yield exports;
}
