/** All versions of a server. */
import type { ServerResponse } from "../../../../../clients/typescript/src/registry.ts";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import { versionAddress } from "../core/addresses.ts";
import { officialOf } from "../core/official.ts";
import { StatusBadge } from "../status-badge.tsx";

const T = texts.registry.server;

const COLUMNS: readonly Column<ServerResponse>[] = [
  {
    title: T.version,
    isMain: true,
    cell: (each) => (
      <>
        <a href={versionAddress(each.server.name, each.server.version)}>{each.server.version}</a>{" "}
        {officialOf(each).isLatest && <span class="faint">{T.latest}</span>}
      </>
    ),
  },
  { title: T.status, cell: (each) => <StatusBadge status={officialOf(each).status} /> },
  { title: T.statusMessage, cell: (each) => officialOf(each).statusMessage ?? "" },
  { title: T.published, cell: (each) => <Time at={officialOf(each).publishedAt} /> },
  { title: T.changed, cell: (each) => <Time at={officialOf(each).updatedAt} /> },
];

export function Versions({ all }: { readonly all: readonly ServerResponse[] }) {
  return <Table caption={T.tabs.versions} columns={COLUMNS} rows={all} keyOf={({ server }) => server.version} />;
}
