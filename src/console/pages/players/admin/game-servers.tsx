/** Game servers of the cluster's file: how each is set up, how to add, change and remove one. */
import type { Cluster, ServerSetup } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { Confirm } from "../../../parts/confirm.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { say, texts } from "../../../say.ts";
import { AddServer } from "./add-server.tsx";
import { serverChanges } from "./server-changes.ts";
import { ServerFields } from "./server-fields.tsx";

const T = texts.players.admin.servers;

export function GameServers() {
  const cluster = useAsked((signal) => players.cluster.getCluster({}, { signal }), []);
  return <Show asked={cluster}>{(value) => <Servers cluster={value} again={cluster.again} />}</Show>;
}

function Servers({ cluster, again }: { readonly cluster: Cluster; readonly again: () => void }) {
  const { Name, WhyFixed, Servers: servers } = cluster;
  return (
    <>
      <Section title={Name}>
        {servers.length === 0 ? (
          <Empty title={T.none} />
        ) : (
          <Table
            caption={T.title}
            columns={columnsOf(WhyFixed === null, again)}
            rows={servers}
            keyOf={({ Key }) => Key}
          />
        )}
      </Section>
      <Section title={T.add}>{WhyFixed === null ? <AddServer added={again} /> : <p>{WhyFixed}</p>}</Section>
    </>
  );
}

function columnsOf(isChangeable: boolean, again: () => void): readonly Column<ServerSetup>[] {
  const columns: readonly Column<ServerSetup>[] = [
    {
      title: T.server,
      isMain: true,
      cell: ({ Name, Key }) => (
        <>
          {Name} <code>{Key}</code>
        </>
      ),
    },
    { title: T.game, cell: ({ Game }) => texts.players.live.games[Game] },
    { title: T.saves, cell: ({ Saves }) => (Saves === null ? T.notSetUp : Saves.Folder) },
    { title: T.rcon, cell: ({ Rcon }) => (Rcon === null ? T.notSetUp : `${Rcon.Host}:${Rcon.Port}`) },
    { title: T.query, cell: ({ Query }) => (Query === null ? T.notSetUp : `${Query.Host}:${Query.Port}`) },
    { title: T.poll, isNumber: true, cell: ({ PollSeconds }) => say(T.seconds, { n: PollSeconds }) },
  ];
  if (!isChangeable) return columns;
  return [...columns, { title: T.actions, cell: (server) => <ServerActions server={server} again={again} /> }];
}

interface ServerActionsProps {
  readonly server: ServerSetup;
  readonly again: () => void;
}

function ServerActions({ server, again }: ServerActionsProps) {
  return (
    <div class="actions">
      <Change server={server} again={again} />
      <Remove server={server} again={again} />
    </div>
  );
}

function Change({ server, again }: ServerActionsProps) {
  return (
    <Confirm
      action={T.change}
      question={say(T.changeAsk, { name: server.Name })}
      consequence={<p>{T.changeWhat}</p>}
      done={T.changed}
      send={async (entered) => {
        const body = serverChanges(server, entered);
        if (Object.keys(body).length > 0) await players.cluster.editServer({ key: server.Key, body });
        again();
      }}
    >
      <ServerFields of={server} />
      <Field
        label={T.pollSeconds}
        name="poll"
        type="number"
        min={5}
        max={600}
        initial={String(server.PollSeconds)}
        hint={T.pollHint}
      />
    </Confirm>
  );
}

function Remove({ server: { Key, Name }, again }: ServerActionsProps) {
  return (
    <Danger
      action={T.remove}
      question={say(T.removeAsk, { name: Name })}
      consequence={<p>{T.removeWhat}</p>}
      name={Key}
      done={T.removed}
      send={async () => {
        await players.cluster.removeServer({ key: Key });
        again();
      }}
    />
  );
}
