/** One game server: its map, whether it answers, what each source says, and who is on it. */
import type { OnlinePlayer, Server } from "../../../../../clients/typescript/src/players.ts";
import { withParams } from "../../../live/place.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/page.tsx";
import { Time } from "../../../parts/time.tsx";
import { count, say, texts } from "../../../say.ts";
import { Facts } from "../../../parts/facts.tsx";
import { PlayerLink } from "../links.tsx";
import { rowKeys } from "./row-keys.ts";

const T = texts.players.live;
/** As many names as a card shows; a table shows all. */
const SHOWN = 8;

interface ServerCardProps {
  readonly server: Server;
  /** Those on it. */
  readonly online: readonly OnlinePlayer[];
}

export function ServerCard({ server, online }: ServerCardProps) {
  const { Key, Name, Game, Map, Version, MaxPlayers, Reachable, LastRead, Sources, Invented } = server;
  const keyOf = rowKeys(online);
  const players = MaxPlayers === null ? String(online.length) : say(T.ofMost, { n: online.length, most: MaxPlayers });
  return (
    <Section
      title={Name}
      actions={
        <>
          {Invented && <Badge tone="warn" text={T.invented} />}
          <Badge tone={Reachable ? "good" : "bad"} text={Reachable ? T.reachable : T.unreachable} />
        </>
      }
    >
      <Facts
        facts={[
          [T.players, players],
          [T.map, Map ?? T.unknown],
          [T.game, Version === null ? T.games[Game] : `${T.games[Game]}, ${Version}`],
          [T.lastRead, <Time at={LastRead} />],
        ]}
      />
      <SourceList sources={Sources} />
      <h3>{T.online}</h3>
      {online.length === 0 ? (
        <p class="faint">{T.nobody}</p>
      ) : (
        <ul class="names">
          {online.slice(0, SHOWN).map((player) => (
            <li key={keyOf(player)}>
              <PlayerLink player={player} />
            </li>
          ))}
        </ul>
      )}
      <p class="links">
        {online.length > 0 && (
          <a href={withParams({ server: Key })}>{say(count(online.length, T.all), { server: Name })}</a>
        )}
        <a href={`/console/players/hours?server=${encodeURIComponent(Key)}`}>{say(T.hoursOf, { server: Name })}</a>
      </p>
    </Section>
  );
}

function SourceList({ sources }: { readonly sources: Server["Sources"] }) {
  const rows = [
    [T.sources.saves, sources.Saves],
    [T.sources.rcon, sources.Rcon],
    [T.sources.query, sources.Query],
  ] as const;
  return (
    <ul class="sources">
      {rows.map(([name, source]) => (
        <li key={name}>
          <strong>{name}</strong>{" "}
          {source === null ? (
            <Badge text={T.notSetUp} />
          ) : (
            <>
              <Badge tone={source.Ok ? "good" : "bad"} text={source.Ok ? T.works : T.trouble} /> {source.Says}{" "}
              <span class="faint">
                <Time at={source.At} form="clock" />
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
