/** Bans of the account as they were seen: when each was new to the lookup. Nothing where none was. */
import type { SeenBan } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { count, say, texts } from "../../../say.ts";

const B = texts.players.player.banned;
const T = B.seen;
/** As many as the lookup answers at a time. */
const MOST_BANS = 1_000;

export function SeenBans({ id }: { readonly id: string }) {
  const asked = useAsked((signal) => players.profiles.listBans({ id, limit: MOST_BANS }, { signal }), [id]);
  const { value, failure } = asked;
  if (!failure && (value?.length ?? 0) === 0) return null;
  return (
    <Section title={T.title}>
      <Show asked={asked}>
        {(list) => (
          <>
            {list.length === MOST_BANS && <p class="faint">{say(T.latest, { n: MOST_BANS })}</p>}
            <Table caption={T.title} columns={COLUMNS} rows={list} keyOf={(ban) => JSON.stringify(ban)} />
          </>
        )}
      </Show>
    </Section>
  );
}

/** What has changed, as sentences. A count says more than the flag that goes with it. */
function changesIn({ Changed, After }: SeenBan): readonly string[] {
  const { AntiCheatBanned, CommunityBanned, NumberOfAntiCheatBans, NumberOfGameBans } = After;
  return Changed.flatMap((member) => {
    if (member === "NumberOfAntiCheatBans") return [count(NumberOfAntiCheatBans, B.antiCheat)];
    if (member === "NumberOfGameBans") return [count(NumberOfGameBans, B.game)];
    if (member === "CommunityBanned") return [CommunityBanned ? B.community : T.communityLifted];
    if (!AntiCheatBanned) return [T.antiCheatLifted];
    return Changed.includes("NumberOfAntiCheatBans") ? [] : [T.antiCheat];
  });
}

const COLUMNS: readonly Column<SeenBan>[] = [
  { title: T.what, isMain: true, cell: (ban) => changesIn(ban).join(", ") },
  {
    title: T.at,
    cell: ({ SeenAt, IsFirst }) => (
      <>
        <Time at={SeenAt} /> {IsFirst && <Badge text={T.mayBeOlder} />}
      </>
    ),
  },
];
