/** The audit trail: who changed what, and when. */
import type { AuditEntry, ListAuditParams } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { useListed } from "../../../live/listed.ts";
import { useParam, useTypedParam } from "../../../live/param.ts";
import { Snippet } from "../../../parts/copy.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Filters } from "../../../parts/filters.tsx";
import { List } from "../../../parts/list.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { serverAddress } from "../core/addresses.ts";
import { startOfDay } from "../core/start-of-day.ts";

const T = texts.registry.audit;
const ACTIONS = [["", T.any] as const, ...Object.entries(T.actions)];
const PAGE = 50;

function columnsOf(open: (id: string) => void): readonly Column<AuditEntry>[] {
  return [
    { title: T.columns.at, isMain: true, cell: ({ at }) => <Time at={at} /> },
    { title: T.columns.action, cell: ({ action }) => T.actions[action] },
    {
      title: T.columns.server,
      cell: ({ serverName, version }) =>
        serverName !== null && (
          <>
            <a href={serverAddress(serverName)}>{serverName}</a> {version}
          </>
        ),
    },
    { title: T.columns.actor, cell: ({ actor: { subject, method } }) => `${subject} (${method})` },
    {
      title: T.columns.detail,
      cell: ({ id }) => (
        <button type="button" class="quiet" aria-label={say(T.openEntry, { id })} onClick={() => open(String(id))}>
          {T.open}
        </button>
      ),
    },
  ];
}

/** What is not yet a whole name is the beginning of some: the list follows while the user types. */
function patternOf(name: string): string {
  return name.endsWith("*") || /\/./.test(name) ? name : `${name}*`;
}

export function Audit() {
  const [typedName, setName, name] = useTypedParam("name");
  const [typedActor, setActor, actor] = useTypedParam("actor");
  const [action, setAction] = useParam("action");
  const [since, setSince] = useParam("since");
  const [until, setUntil] = useParam("until");
  const [entry, setEntry] = useParam("entry");
  const params: ListAuditParams = {
    limit: PAGE,
    ...(name !== "" && { name: patternOf(name) }),
    ...(actor !== "" && { actor }),
    ...(action !== "" && { action: action as AuditEntry["action"] }),
    ...(since !== "" && { since: startOfDay(since) }),
    ...(until !== "" && { until: startOfDay(until, 1) }),
  };
  const listed = useListed<AuditEntry>((signal) => pagesOf(params, signal), Object.values(params));
  return (
    <>
      <Filters
        search={
          <Field
            label={T.name}
            hint={T.nameHint}
            type="search"
            value={typedName}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        }
        set={[actor, action, since, until].filter((each) => each !== "").length}
      >
        <Choice
          label={T.columns.action}
          choices={ACTIONS}
          value={action}
          onChange={(event) => setAction(event.currentTarget.value)}
        />
        <Field label={T.columns.actor} value={typedActor} onInput={(event) => setActor(event.currentTarget.value)} />
        <Field label={T.since} type="date" value={since} onInput={(event) => setSince(event.currentTarget.value)} />
        <Field label={T.until} type="date" value={until} onInput={(event) => setUntil(event.currentTarget.value)} />
      </Filters>
      <List
        listed={listed}
        caption={texts.registry.operate.tabs.audit}
        columns={columnsOf(setEntry)}
        keyOf={({ id }) => id}
        empty={<Empty title={T.empty}>{T.emptyHint}</Empty>}
      />
      {entry !== "" && <Entry id={Number(entry)} onClose={() => setEntry("")} />}
    </>
  );
}

function Entry({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  // In a list, long details are left out.
  const asked = useAsked((signal) => registry.audit.getEntry({ id }, { signal }), [id]);
  return (
    <Dialog title={say(T.entry, { id })} onClose={onClose}>
      <Show asked={asked}>{(entry) => <Snippet text={JSON.stringify(entry, null, 2)} what={T.columns.detail} />}</Show>
    </Dialog>
  );
}

async function* pagesOf(params: ListAuditParams, signal: AbortSignal) {
  for await (const { entries } of registry.audit.listAudit.pages(params, { signal })) yield entries;
}
