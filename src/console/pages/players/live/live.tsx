/** Live: the game servers, who is on each, and joins and leaves as they happen. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { OnlinePlayer, Server } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { opens, playersCaller } from "../../../live/identity.ts";
import { useParam } from "../../../live/param.ts";
import { withParams } from "../../../live/place.ts";
import { typed } from "../../../live/typed.ts";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { count, say, texts } from "../../../say.ts";
import { PlayerLink } from "../links.tsx";
import { LookupPage } from "../lookup-page.tsx";
import { serverName } from "../server-name.ts";
import { Feed } from "./feed.tsx";
import { toldWith, type Told } from "./happenings.ts";
import { rowKeys } from "./row-keys.ts";
import { ServerCard } from "./server-card.tsx";
import { usePlayerEvents } from "./use-player-events.ts";

const T = texts.players.live;
const EVERY_MS = 15_000;
const RECENT = 50;
/** `/Online` may be answered from the browser's memory for five seconds: asked earlier, it would not hold what just happened. */
const AFTER_EVENT_MS = 5_200;

interface Now {
  readonly servers: readonly Server[];
  readonly online: readonly OnlinePlayer[];
}

async function readNow(signal: AbortSignal): Promise<Now> {
  const [servers, online] = await Promise.all([
    players.system.listServers({}, { signal }),
    players.presence.listOnline({}, { signal }),
  ]);
  return { servers, online };
}

export function Live() {
  return (
    <LookupPage title={T.title}>
      <Servers />
    </LookupPage>
  );
}

function Servers() {
  const now = useAsked(readNow, [], { everyMs: EVERY_MS });
  const mayRead = playersCaller.value ? opens(playersCaller.value, "history") : false;
  const recent = useAsked(
    async (signal) => (mayRead ? players.presence.listRecent({ limit: RECENT }, { signal }) : []),
    [mayRead],
  );
  const [told, setTold] = useState<readonly Told[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const stream = usePlayerEvents({
    take(happened) {
      setTold((last) => toldWith(last, happened));
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        now.again();
      }, AFTER_EVENT_MS);
    },
    reread: now.again,
  });
  const nameOf = (key: string): string => serverName(now.value?.servers ?? [], key);
  return (
    <>
      <Show asked={now} isEmpty={({ servers }) => servers.length === 0} empty={<NoServers />}>
        {(value) => (
          <Cluster now={value}>
            <Feed
              told={told}
              recent={recent.value ?? []}
              stream={now.failure && stream.state === "open" ? { ...stream, state: "lost" } : stream}
              again={() => location.reload()}
              nameOf={nameOf}
            />
          </Cluster>
        )}
      </Show>
    </>
  );
}

function NoServers() {
  return (
    <Empty title={T.empty}>
      <p>{T.emptyHow}</p>
      <p>
        <code>{typed("players add-server island --game ase --rcon 127.0.0.1:27020")}</code>
      </p>
    </Empty>
  );
}

interface ClusterProps {
  readonly now: Now;
  readonly children: ComponentChildren;
}

function Cluster({ now: { servers, online }, children }: ClusterProps) {
  const [chosen] = useParam("server");
  const on = (key: string): readonly OnlinePlayer[] => online.filter(({ Server: server }) => server === key);
  const server = servers.find(({ Key }) => Key === chosen);
  return (
    <>
      <p role="status">{count(online.length, T.onlineNow)}</p>
      {server && <EveryoneOn server={server} online={on(server.Key)} />}
      {children}
      <div class="cards">
        {servers.map((each) => (
          <ServerCard key={each.Key} server={each} online={on(each.Key)} />
        ))}
      </div>
    </>
  );
}

const COLUMNS: readonly Column<OnlinePlayer>[] = [
  { title: T.columns.name, isMain: true, cell: (player) => <PlayerLink player={player} /> },
  { title: T.columns.account, cell: ({ PlatformName }) => PlatformName },
  { title: T.columns.level, isNumber: true, cell: ({ Id, Level }) => (Id === "0" ? T.noSave : Level) },
];

function EveryoneOn({ server, online }: { readonly server: Server; readonly online: readonly OnlinePlayer[] }) {
  const title = say(T.onServer, { server: server.Name });
  return (
    <Section
      title={title}
      actions={
        <a class="button" href={withParams({ server: undefined })}>
          {T.close}
        </a>
      }
    >
      {online.length === 0 ? (
        <p class="faint">{T.nobody}</p>
      ) : (
        <Table caption={title} columns={COLUMNS} rows={online} keyOf={rowKeys(online)} />
      )}
    </Section>
  );
}
