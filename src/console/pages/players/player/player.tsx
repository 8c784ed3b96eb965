/** Player: ids, tribe, bans, names, and when and how long they played. */
import { useState } from "preact/hooks";
import type { FullProfile, NameEntry, PlayerSessions } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { playersCaller } from "../../../live/identity.ts";
import { Badge } from "../../../parts/badge.tsx";
import { CopyButton } from "../../../parts/copy.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import type { PageProps } from "../../../shell/pages.ts";
import { Facts } from "../../../parts/facts.tsx";
import { playerName, TribeLink, webAddress } from "../links.tsx";
import { LookupPage, WithKey } from "../lookup-page.tsx";
import { serverName } from "../server-name.ts";
import { useToldPage } from "../told-page.ts";
import { Bans } from "./bans.tsx";
import { lastSeen } from "./last-seen.ts";
import { MOST_SESSIONS } from "./most-sessions.ts";
import { Playtime } from "./playtime.tsx";
import { Plugins } from "./plugins.tsx";
import { SeenBans } from "./seen-bans.tsx";

const T = texts.players.player;
const EVERY_MS = 30_000;
/** As many names as the lookup answers at a time. */
const MOST_NAMES = 1_000;

export function Player({ params: { id = "" } }: PageProps) {
  const [shown, setShown] = useState<FullProfile>();
  return (
    <LookupPage title={shown ? playerName(shown) : T.title} actions={shown && <Standing isOnline={shown.Online} />}>
      <Profile id={id} tell={setShown} />
    </LookupPage>
  );
}

function Standing({ isOnline }: { readonly isOnline: boolean }) {
  return <Badge tone={isOnline ? "good" : "plain"} text={isOnline ? T.online : T.offline} />;
}

interface ProfileProps {
  readonly id: string;
  readonly tell: (profile: FullProfile | undefined) => void;
}

function Profile({ id, tell }: ProfileProps) {
  const profile = useAsked((signal) => players.profiles.getPlayer({ id }, { signal }), [id], { everyMs: EVERY_MS });
  useToldPage(profile.value, tell);
  return (
    <Show asked={profile}>
      {(value) => (
        <>
          <Card profile={value} />
          {playersCaller.value?.Scope === "admin" && (
            <p>
              <a href={`/console/players/admin?show=people&id=${id}`}>{T.privacy}</a>
            </p>
          )}
          <Section title={T.bans}>
            <Bans profile={value} />
          </Section>
          <WithKey scope="history">
            <History id={id} isOnline={value.Online} />
          </WithKey>
        </>
      )}
    </Show>
  );
}

function Card({ profile }: { readonly profile: FullProfile }) {
  const { Id, PlatformName, Level, PlatformId, Created, Tribe, ProfileUrl } = profile;
  const address = webAddress(ProfileUrl);
  return (
    <Section title={T.details}>
      <Facts
        facts={[
          [T.account, PlatformName],
          [T.level, Level],
          [T.tribe, Tribe ? <TribeLink id={Tribe.Id} name={Tribe.Name} /> : T.noTribe],
          [T.id, <CopiedId id={Id} what={T.id} />],
          [T.platformId, PlatformId === "" ? T.noPlatformId : <CopiedId id={PlatformId} what={T.platformId} />],
          [T.created, <Time at={Created} />],
          ...(address === undefined
            ? []
            : [
                [
                  T.profileUrl,
                  <a href={address} rel="noreferrer">
                    {T.openProfile}
                  </a>,
                ] as const,
              ]),
        ]}
      />
    </Section>
  );
}

function CopiedId({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <>
      <code>{id}</code> <CopyButton text={id} what={what} />
    </>
  );
}

interface Played {
  readonly of: PlayerSessions;
  /** What people see of a server, by its key. */
  readonly nameOf: (server: string) => string;
}

async function readPlayed(id: string, signal: AbortSignal): Promise<Played> {
  const [of, servers] = await Promise.all([
    players.presence.listSessions({ id, limit: MOST_SESSIONS }, { signal }),
    players.system.listServers({}, { signal }),
  ]);
  return { of, nameOf: (key) => serverName(servers, key) };
}

function History({ id, isOnline }: { readonly id: string; readonly isOnline: boolean }) {
  const names = useAsked((signal) => players.profiles.listNames({ id, limit: MOST_NAMES }, { signal }), [id]);
  const played = useAsked((signal) => readPlayed(id, signal), [id, isOnline]);
  return (
    <>
      <Section title={T.lastSeen}>
        <Show asked={played}>
          {({ of, nameOf }) => <LastSeen seen={lastSeen(isOnline, of.Sessions)} nameOf={nameOf} />}
        </Show>
      </Section>
      <Section title={T.names}>
        <Show asked={names} isEmpty={({ length }) => length === 0} empty={<p class="faint">{T.noNames}</p>}>
          {(list) => (
            <>
              {list.length === MOST_NAMES && <p class="faint">{say(T.latestNames, { n: MOST_NAMES })}</p>}
              <Table
                caption={T.names}
                columns={NAMES}
                rows={list}
                keyOf={({ Kind, Name, From }) => `${Kind} ${From} ${Name}`}
              />
            </>
          )}
        </Show>
      </Section>
      <SeenBans id={id} />
      <Plugins id={id} />
      <Show asked={played}>{(value) => <Playtime {...value} />}</Show>
    </>
  );
}

interface LastSeenProps extends Pick<Played, "nameOf"> {
  readonly seen: ReturnType<typeof lastSeen>;
}

function LastSeen({ seen, nameOf }: LastSeenProps) {
  if (seen.kind === "unknown") return <p class="faint">{T.notSeen}</p>;
  return (
    <p>
      {seen.kind === "now" ? T.onlineSince : T.seenUntil} <Time at={seen.at} />{" "}
      <span class="faint">{nameOf(seen.server)}</span>
    </p>
  );
}

const NAMES: readonly Column<NameEntry>[] = [
  { title: T.name, isMain: true, cell: ({ Name }) => Name },
  { title: T.kind, cell: ({ Kind }) => T.kinds[Kind] },
  { title: T.from, cell: ({ From }) => <Time at={From} form="day" /> },
  { title: T.to, cell: ({ To }) => (To === null ? T.present : <Time at={To} form="day" />) },
];
