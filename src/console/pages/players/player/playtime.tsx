/** A player's playtime by server, as a bar and a table, and by hour of the week. */
import type { PlayerSessions } from "../../../../../clients/typescript/src/players.ts";
import { Section } from "../../../parts/page.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { count, say, texts } from "../../../say.ts";
import { Facts } from "../../../parts/facts.tsx";
import { playtimeText } from "../span-text.ts";
import { HeatMap } from "./heat-map.tsx";
import { MOST_SESSIONS } from "./most-sessions.ts";

const T = texts.players.player;
type OnServer = PlayerSessions["Playtime"]["Servers"][number];
type Session = PlayerSessions["Sessions"][number];

type NameOf = (server: string) => string;

interface PlaytimeProps {
  readonly of: PlayerSessions;
  /** What people see of a server, by its key. */
  readonly nameOf: NameOf;
}

function onServers(nameOf: NameOf): readonly Column<OnServer>[] {
  return [
    { title: T.server, isMain: true, cell: ({ Server }) => nameOf(Server) },
    { title: T.played, isNumber: true, cell: ({ Seconds }) => playtimeText(Seconds) },
    { title: T.sessions, isNumber: true, cell: ({ Sessions }) => Sessions },
  ];
}

function sessionColumns(nameOf: NameOf): readonly Column<Session>[] {
  return [
    { title: T.start, isMain: true, cell: ({ Start }) => <Time at={Start} /> },
    { title: T.end, cell: ({ End }) => (End === null ? T.stillOn : <Time at={End} />) },
    { title: T.played, isNumber: true, cell: ({ Seconds }) => playtimeText(Seconds) },
    { title: T.server, cell: ({ Server }) => nameOf(Server) },
  ];
}

export function Playtime({ of: { Playtime: playtime, Sessions: sessions }, nameOf }: PlaytimeProps) {
  if (sessions.length === 0) return <p class="faint">{T.noSessions}</p>;
  return (
    <>
      <Section title={T.playtime}>
        <Facts
          facts={[
            [T.total, playtimeText(playtime.TotalSeconds)],
            [T.lastDays, playtimeText(playtime.Last14DaysSeconds)],
          ]}
        />
        <Bar servers={playtime.Servers} nameOf={nameOf} />
        <Table
          caption={T.playtime}
          columns={onServers(nameOf)}
          rows={playtime.Servers}
          keyOf={({ Server }) => Server}
        />
      </Section>
      <Section title={T.heat.title}>
        <HeatMap sessions={sessions} />
      </Section>
      <Section title={T.sessions}>
        {sessions.length === MOST_SESSIONS && <p class="faint">{say(T.latestOnly, { n: MOST_SESSIONS })}</p>}
        <Table
          caption={T.sessions}
          columns={sessionColumns(nameOf)}
          rows={sessions}
          keyOf={({ Start, Server }) => Start + Server}
        />
      </Section>
    </>
  );
}

const WIDTH = 100;
const SHADES = 5;

interface BarProps {
  readonly servers: readonly OnServer[];
  readonly nameOf: NameOf;
}

/** One part for each server, the longest first, in the order of the table below. */
function Bar({ servers, nameOf }: BarProps) {
  const total = Math.max(
    1,
    servers.reduce((sum, { Seconds }) => sum + Seconds, 0),
  );
  let x = 0;
  return (
    <svg
      class="playtime"
      viewBox={`0 0 ${WIDTH} 6`}
      preserveAspectRatio="none"
      role="img"
      aria-label={count(servers.length, T.onServers)}
    >
      {servers.map(({ Server, Seconds }, at) => {
        const [from, width] = [x, (Seconds / total) * WIDTH];
        x += width;
        return (
          <rect key={Server} class={`shade-${Math.max(1, SHADES - at)}`} x={from} y={0} width={width} height={6}>
            <title>{`${nameOf(Server)}: ${playtimeText(Seconds)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
