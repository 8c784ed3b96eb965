/** The audit trail: changes made over HTTP, newest first. */
import type { AuditLine } from "../../../../../clients/typescript/src/players.ts";
import { players } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";

const T = texts.players.admin.audit;
const PAGE = 100;

const COLUMNS: readonly Column<AuditLine>[] = [
  { title: T.action, isMain: true, cell: ({ Action }) => T.actions[Action] },
  { title: T.at, cell: ({ At }) => <Time at={At} /> },
  { title: T.key, cell: ({ KeyName }) => KeyName },
  { title: T.subject, cell: ({ Subject }) => <code>{Subject}</code> },
  { title: T.detail, cell: ({ Detail }) => <code>{JSON.stringify(Detail)}</code> },
  { title: T.request, cell: ({ RequestId }) => <code>{RequestId}</code> },
];

export function Audit() {
  const listed = useListed<AuditLine>((signal) => pagesOf(signal), []);
  return (
    <Section title={T.heading}>
      <p class="faint">{T.what}</p>
      <List
        listed={listed}
        caption={T.heading}
        columns={COLUMNS}
        keyOf={({ Number }) => Number}
        empty={<Empty title={T.none}>{T.noneWhy}</Empty>}
      />
    </Section>
  );
}

async function* pagesOf(signal: AbortSignal): AsyncGenerator<readonly AuditLine[], void, undefined> {
  for await (const page of players.audit.listAudit.pages({ limit: PAGE }, { signal })) if (page.length > 0) yield page;
}
