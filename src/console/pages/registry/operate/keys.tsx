/** The keys that sign tokens. They are changed on the command line. */
import type { SigningKey } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { typed } from "../../../live/typed.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";

const T = texts.registry.keys;

const COLUMNS: readonly Column<SigningKey>[] = [
  { title: T.columns.kid, isMain: true, cell: ({ kid }) => <code>{kid}</code> },
  { title: T.columns.state, cell: (key) => <State of={key} /> },
  { title: T.columns.made, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: T.columns.retired, cell: ({ revokedAt, retiredAt }) => <Time at={revokedAt ?? retiredAt} /> },
  { title: T.columns.source, cell: ({ isFromSettings }) => (isFromSettings ? T.settings : T.own) },
  { title: T.columns.publicKey, cell: ({ publicKey }) => <code>{publicKey}</code> },
];

export function Keys() {
  const asked = useAsked((signal) => registry.tokens.listKeys({}, { signal }), []);
  return (
    <>
      <Show asked={asked}>
        {({ keys }) => (
          <Table caption={texts.registry.operate.tabs.keys} columns={COLUMNS} rows={keys} keyOf={({ kid }) => kid} />
        )}
      </Show>
      <p>{T.change}</p>
      <Snippet text={typed("registry keys rotate")} what={T.command} />
    </>
  );
}

function State({ of: { revokedAt, retiredAt } }: { readonly of: SigningKey }) {
  if (revokedAt !== null) return <Badge tone="bad" text={T.states.revoked} />;
  return retiredAt === null ? <Badge tone="good" text={T.states.signs} /> : <Badge text={T.states.retired} />;
}
