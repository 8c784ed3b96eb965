/** Browse: tool servers by name, package, kind and state. */
import type { FacetCounts, ListServersParams, ServerResponse } from "../../../../clients/typescript/src/registry.ts";
import { registry } from "../../live/clients.ts";
import { useAsked } from "../../live/asked.ts";
import { useListed } from "../../live/listed.ts";
import { useParam, useTypedParam } from "../../live/param.ts";
import { Choice, Field } from "../../parts/field.tsx";
import { Filters } from "../../parts/filters.tsx";
import { List } from "../../parts/list.tsx";
import { Page } from "../../parts/page.tsx";
import { Empty } from "../../parts/states.tsx";
import type { Column } from "../../parts/table.tsx";
import { Time } from "../../parts/time.tsx";
import { say, texts } from "../../say.ts";
import { serverAddress } from "./core/addresses.ts";
import { officialOf } from "./core/official.ts";
import { StatusBadge } from "./status-badge.tsx";

const T = texts.registry.servers;
const PAGE = 50;

const COLUMNS: readonly Column<ServerResponse>[] = [
  {
    title: T.columns.name,
    isMain: true,
    cell: ({ server: { name, title } }) => (
      <>
        <a href={serverAddress(name)}>{title ?? name}</a>
        {title !== undefined && <div class="faint">{name}</div>}
      </>
    ),
  },
  { title: T.columns.description, cell: ({ server }) => server.description },
  { title: T.columns.version, cell: ({ server }) => server.version },
  {
    title: T.columns.status,
    cell: (each) => <StatusBadge status={officialOf(each).status} />,
  },
  {
    title: T.columns.updated,
    cell: (each) => <Time at={officialOf(each).updatedAt} form="day" />,
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
  const counted = useAsked((signal) => countOf(params, signal), Object.values(params));
  const counts = counted.value;
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
        <Choice
          label={T.kind}
          choices={withCounts(KINDS, counts?.kinds)}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value)}
        />
        <Choice
          label={T.type}
          choices={withCounts(TYPES, typeCounts(counts))}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
        <Choice
          label={T.status}
          choices={withCounts(STATUSES, counts?.statuses)}
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

function countOf({ sort: _order, limit: _page, version: _all, ...filters }: ListServersParams, signal: AbortSignal) {
  return registry.servers.countServers({ ...filters, version: "latest" }, { signal });
}

function typeCounts(counts: FacetCounts | undefined): Readonly<Record<string, number>> | undefined {
  return counts && Object.fromEntries(counts.registryTypes.map(({ value, count }) => [value, count]));
}

type Choices = readonly (readonly [value: string, title: string])[];

/** How many servers each choice would leave. A kind of package that is not counted has none. */
function withCounts(choices: Choices, counts: Readonly<Record<string, number>> | undefined): Choices {
  if (!counts) return choices;
  return choices.map(([value, title]) =>
    value === "" ? [value, title] : [value, say(T.counted, { title, n: counts[value] ?? 0 })],
  );
}
