/** Where this user is signed in. */
import type { Session } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";
import { AccountPage } from "./account-page.tsx";

const T = texts.trading.sessions;

export function Sessions() {
  return <AccountPage title={T.title}>{() => <SessionList />}</AccountPage>;
}

function SessionList() {
  const asked = useAsked((signal) => trading.sessions.activeSessions({ request: "list" }, { signal }), []);
  const revoke = async (id: string): Promise<void> => {
    await trading.sessions.activeSessions({ request: `revoke:${id}` });
    asked.again();
  };
  const columns: readonly Column<Session>[] = [
    { title: T.columns.browser, isMain: true, cell: ({ user_agent }) => user_agent || T.unknown },
    { title: T.columns.address, cell: ({ ip }) => ip },
    { title: T.columns.begun, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
    { title: T.columns.used, cell: ({ last_seen }) => <Time at={timeOfSeconds(last_seen)} /> },
    {
      title: T.columns.action,
      cell: ({ id, current }) =>
        current ? (
          <Badge tone="good" text={T.current} />
        ) : (
          <ActionForm action={T.revoke} done={T.revoked} send={() => revoke(id)} />
        ),
    },
  ];
  return (
    <Show asked={asked}>
      {(rows) => <Table caption={T.title} columns={columns} rows={rows} keyOf={({ id }) => id} />}
    </Show>
  );
}
