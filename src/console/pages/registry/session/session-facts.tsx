/** What the token behind the session proves and allows. */
import { sessionEndMs, type RegistryCaller } from "../../../live/registry-caller.ts";
import { Section } from "../../../parts/page.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { TimeLeft } from "../../../parts/time-left.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.registry.session;
type Permission = RegistryCaller["permissions"][number];

const COLUMNS: readonly Column<Permission>[] = [
  { title: T.columns.action, isMain: true, cell: ({ action }) => T.actions[action] },
  { title: T.columns.resource, cell: ({ resource }) => (resource === "*" ? T.everything : <code>{resource}</code>) },
];

export function SessionFacts({ caller }: { readonly caller: RegistryCaller }) {
  const { subject, method, permissions, omits_namespaces: omits } = caller;
  return (
    <Section title={say(T.of, { subject })}>
      <p>
        {say(T.method, { method })} <TimeLeft untilMs={sessionEndMs(caller)} /> (<Time at={sessionEndMs(caller)} />)
      </p>
      {omits && <p>{T.omits}</p>}
      {permissions.length === 0 ? (
        <p>{T.nothing}</p>
      ) : (
        <Table
          caption={T.permissions}
          columns={COLUMNS}
          rows={permissions}
          keyOf={({ action, resource }) => `${action} ${resource}`}
        />
      )}
    </Section>
  );
}
