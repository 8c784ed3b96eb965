/** What server plugins know of a player's account: groups, and the points of a shop. Nothing where they know nothing. */
import type { PluginData } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { serverNowMs } from "../../../live/server-clock.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";

const T = texts.players.player.plugins;
type TimedGroup = PluginData["TimedGroups"][number];

export function Plugins({ id }: { readonly id: string }) {
  const asked = useAsked((signal) => players.profiles.showPlugins({ id }, { signal }), [id]);
  const { value, failure } = asked;
  // Most clusters have no plugin whose database is read.
  if (!failure && (value?.ReadAt ?? null) === null) return null;
  return (
    <Section title={T.title}>
      <Show asked={asked}>{(known) => <Known of={known} />}</Show>
    </Section>
  );
}

function Known({ of: { Groups, TimedGroups, Points, TotalSpent, ReadAt } }: { readonly of: PluginData }) {
  return (
    <>
      <Facts
        facts={[
          [T.groups, Groups.length === 0 ? T.none : Groups.join(", ")],
          [T.points, Points ?? T.unknown],
          [T.spent, TotalSpent ?? T.unknown],
          [T.readAt, <Time at={ReadAt} />],
        ]}
      />
      {TimedGroups.length > 0 && (
        <Table
          caption={T.timedGroups}
          columns={TIMED}
          rows={TimedGroups}
          keyOf={({ Group, From, Until }) => `${From ?? ""} ${Until} ${Group}`}
        />
      )}
    </>
  );
}

const TIMED: readonly Column<TimedGroup>[] = [
  { title: T.group, isMain: true, cell: ({ Group }) => Group },
  { title: texts.players.player.from, cell: ({ From }) => (From === null ? T.fromStart : <Time at={From} />) },
  {
    title: texts.players.player.to,
    cell: ({ Until }) => (
      <>
        <Time at={Until} /> {Date.parse(Until) <= serverNowMs() && <Badge text={T.over} />}
      </>
    ),
  },
];
