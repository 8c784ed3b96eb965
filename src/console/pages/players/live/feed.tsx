/** Joins, leaves, moves and chat, the latest first. A screen reader reads new ones out when it has time. */
import type { RecentEvent } from "../../../../../clients/typescript/src/players.ts";
import type { ComponentChildren } from "preact";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Failed } from "../../../parts/states.tsx";
import { Section } from "../../../parts/page.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { PlayerLink, shownName } from "../links.tsx";
import { before, type Told } from "./happenings.ts";
import type { Happening, Stream } from "./use-player-events.ts";

const T = texts.players.live.feed;
const TONES: Readonly<Record<Happening["type"], Tone>> = {
  joined: "good",
  left: "plain",
  moved: "warn",
  chat: "plain",
};

interface FeedProps {
  readonly told: readonly Told[];
  /** What happened before the page opened, the latest first. */
  readonly recent: readonly RecentEvent[];
  readonly stream: Stream;
  readonly again: () => void;
  /** What people see of a server, by its key. */
  readonly nameOf: (server: string) => string;
}

export function Feed({ told, recent, stream, again, nameOf }: FeedProps) {
  return (
    <Section
      title={T.title}
      actions={<Badge tone={stream.state === "open" ? "good" : "warn"} text={stateText(stream)} />}
    >
      {stream.failure && <Failed failure={stream.failure} again={again} />}
      {told.length + recent.length === 0 && <p class="faint">{T.nothingYet}</p>}
      <div class="feed" tabIndex={0} role="region" aria-label={T.title}>
        <div role="log" aria-live="polite" aria-label={T.since}>
          <ol>
            {told.map(({ number, happening }) => (
              <Line key={number} happening={happening} nameOf={nameOf}>
                <Who happening={happening} />
              </Line>
            ))}
          </ol>
        </div>
        <ol aria-label={T.before}>
          {before(told, recent).map((event) => (
            <Line
              key={`${event.At} ${event.PlatformId} ${event.Event} ${event.Server}`}
              happening={happeningOf(event)}
              nameOf={nameOf}
            >
              <PlayerLink
                player={{ Id: event.PlayerId, CharacterName: event.CharacterName, PlatformName: event.Name }}
              />
            </Line>
          ))}
        </ol>
      </div>
    </Section>
  );
}

interface LineProps extends Pick<FeedProps, "nameOf"> {
  readonly happening: Happening;
  /** Who it was. */
  readonly children: ComponentChildren;
}

function Line({ happening, nameOf, children }: LineProps) {
  return (
    <li>
      <Time at={happening.At} form="clock" /> <Badge tone={TONES[happening.type]} text={T.types[happening.type]} />{" "}
      {children} <span class="faint">{placeText(happening, nameOf)}</span>
      {happening.type === "chat" && <p class="said">{happening.Text}</p>}
    </li>
  );
}

function happeningOf({ Event, At, Server, From, PlatformId, Name }: RecentEvent): Happening {
  const shared = { id: "", At, Server, PlatformId, Name };
  return Event === "moved" ? { ...shared, type: Event, From: From ?? "" } : { ...shared, type: Event };
}

function stateText({ state, failure }: Stream): string {
  return failure ? T.ended : T[state];
}

/** The search finds the player of an account. */
function Who({ happening: { PlatformId, Name } }: { readonly happening: Happening }) {
  const name = shownName(Name);
  if (PlatformId === null) return <span>{name}</span>;
  return <a href={`/console/players/search?q=${encodeURIComponent(PlatformId)}`}>{name}</a>;
}

function placeText(happening: Happening, nameOf: FeedProps["nameOf"]): string {
  const server = nameOf(happening.Server);
  return happening.type === "moved" ? say(T.fromTo, { from: nameOf(happening.From), to: server }) : server;
}
