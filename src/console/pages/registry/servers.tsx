/** Browse: tool servers by name, package, kind and state. */
import type { ListServersParams, ServerResponse } from "../../../../clients/typescript/src/registry.ts";
import { registry } from "../../live/clients.ts";
import { useListed } from "../../live/listed.ts";
import { useParam, useTypedParam } from "../../live/param.ts";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { Choice, Field } from "../../parts/field.tsx";
import { Filters } from "../../parts/filters.tsx";
import { List } from "../../parts/list.tsx";
import { Page } from "../../parts/page.tsx";
import { Empty } from "../../parts/states.tsx";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { texts } from "../../say.ts";

const T = texts.registry.servers;
const OFFICIAL = "io.modelcontextprotocol.registry/official";
const PAGE = 50;

const TONES: Readonly<Record<string, Tone>> = { active: "good", deprecated: "warn", deleted: "bad" };

const COLUMNS: readonly Column<ServerResponse>[] = [
  {
    title: T.columns.name,
    isMain: true,
    cell: ({ server: { name, title } }) => (
      <>
        <a href={`/console/registry/servers/${encodeURIComponent(name)}`}>{title ?? name}</a>
        {title !== undefined && <div class="faint">{name}</div>}
      </>
    ),
  },
  { title: T.columns.description, cell: ({ server }) => server.description },
  { title: T.columns.version, cell: ({ server }) => server.version },
  {
    title: T.columns.status,
    cell: ({
      _meta: {
        [OFFICIAL]: { status },
      },
    }) => <Badge tone={TONES[status] ?? "plain"} text={T.statuses[status]} />,
  },
  {
    title: T.columns.updated,
    cell: ({
      _meta: {
        [OFFICIAL]: { updatedAt },
      },
    }) => <Time at={updatedAt} form="day" />,
  },
];

export function Servers() {
  const [typed, setTyped, search] = useTypedParam("q");
  const [kind, setKind] = useParam("kind");
  const [type, setType] = useParam("type");
  const [status, setStatus] = useParam("status");
  const [sort, setSort] = useParam("sort");
  const params = paramsOf({ search, kind, type, status, sort });
  const listed = useListed<ServerResponse>((signal) => pagesOf(params, signal), Object.values(params));
  return (
    <Page title={T.title}>
      <Filters
        search={
          <Field
            label={T.search}
            type="search"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        }
        set={[kind, type, status, sort].filter((each) => each !== "").length}
      >
        <Choice label={T.kind} choices={KINDS} value={kind} onChange={(event) => setKind(event.currentTarget.value)} />
        <Choice label={T.type} choices={TYPES} value={type} onChange={(event) => setType(event.currentTarget.value)} />
        <Choice
          label={T.status}
          choices={STATUSES}
          value={status}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
        <Choice label={T.sort} choices={SORTS} value={sort} onChange={(event) => setSort(event.currentTarget.value)} />
      </Filters>
      <List
        listed={listed}
        caption={T.title}
        columns={COLUMNS}
        keyOf={({ server: { name, version } }) => `${name} ${version}`}
        empty={
          <Empty title={T.empty}>
            <p>{search === "" ? T.emptyRegistry : T.emptySearch}</p>
          </Empty>
        }
      />
    </Page>
  );
}

const KINDS = [
  ["", T.any],
  ["remote", T.kinds.remote],
  ["local", T.kinds.local],
] as const;
const TYPES = [["", T.any], ...["npm", "pypi", "oci", "nuget", "mcpb"].map((each) => [each, each] as const)] as const;
const STATUSES = [
  ["", T.any],
  ["active", T.statuses.active],
  ["deprecated", T.statuses.deprecated],
  ["deleted", T.statuses.deleted],
] as const;
const SORTS = [
  ["", T.sorts.name],
  ["updated", T.sorts.updated],
] as const;

interface Filters {
  readonly search: string;
  readonly kind: string;
  readonly type: string;
  readonly status: string;
  readonly sort: string;
}

/** What the address asks for. Values that the registry does not know are passed on: it says what is wrong with them. */
function paramsOf({ search, kind, type, status, sort }: Filters): ListServersParams {
  return {
    version: "latest",
    limit: PAGE,
    search_in: "all",
    ...(search === "" ? {} : { search }),
    ...(kind === "" ? {} : { kind: kind as "remote" }),
    ...(type === "" ? {} : { registry_type: type }),
    ...(status === "" ? {} : { status: status as "active" }),
    ...(sort === "" ? {} : { sort: sort as "updated" }),
  };
}

async function* pagesOf(params: ListServersParams, signal: AbortSignal) {
  for await (const { servers } of registry.servers.listServers.pages(params, { signal })) yield servers;
}
