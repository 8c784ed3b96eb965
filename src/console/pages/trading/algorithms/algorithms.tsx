/** The builder: which algorithms there are, and how to begin one. */
import type { Algorithm } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { tradingUser } from "../../../live/identity.ts";
import { go } from "../../../live/place.ts";
import { useSendOnce } from "../../../live/send-once.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Field } from "../../../parts/field.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.algorithms;

export function Algorithms() {
  const found = useAsked((signal) => readAlgorithms(signal), []);
  return (
    <Page title={T.title}>
      <Show asked={found} isEmpty={(all) => all.length === 0} empty={<Empty title={T.empty} />}>
        {(all) => <Table caption={T.title} columns={COLUMNS} rows={all} keyOf={({ id }) => id} />}
      </Show>
      <CreateAlgorithm />
    </Page>
  );
}

export async function readAlgorithms(signal: AbortSignal): Promise<readonly Algorithm[]> {
  const all: Algorithm[] = [];
  for await (const algorithm of trading.algorithms.listAlgorithms.each({ limit: 200 }, { signal })) all.push(algorithm);
  return all;
}

function CreateAlgorithm() {
  const once = useSendOnce();
  return (
    <Section title={T.create}>
      <ActionForm
        action={T.create}
        done={T.created}
        send={async ({ name = "", group_name = "" }) => {
          const params = { name, group_name };
          const { id } = await once(params, (options) => trading.algorithms.algorithmAdd(params, options));
          go(addressOf(id));
        }}
      >
        <div class="fields">
          <Field label={T.name} name="name" required maxLength={80} />
          <Field label={T.group} name="group_name" hint={T.groupHint} required maxLength={80} />
        </div>
      </ActionForm>
    </Section>
  );
}

const addressOf = (id: string): string => `/console/trading/algorithms/${encodeURIComponent(id)}`;

const COLUMNS: readonly Column<Algorithm>[] = [
  {
    title: T.columns.name,
    isMain: true,
    cell: ({ id, name, group_name }) => (
      <>
        <a href={addressOf(id)}>{name}</a> <span class="faint">{group_name}</span>
      </>
    ),
  },
  { title: T.columns.owner, cell: ({ owner_uid }) => ownerText(owner_uid) },
  { title: T.columns.status, cell: ({ status }) => <Badge text={T.statuses[status]} /> },
  { title: T.columns.version, isNumber: true, cell: ({ version }) => version },
  {
    title: T.columns.rows,
    cell: ({ conditions, executions }) => say(T.counts, { conditions: conditions.length, rows: executions.length }),
  },
];

function ownerText(uid: number | null): string {
  if (uid === null) return T.library;
  return uid === tradingUser.value?.uid ? T.mine : T.others;
}
