/** Leaderboards: highest levels, longest playtimes, largest tribes. */
import type {
  ShowLeaderboardResult,
  SimpleProfile,
  TribeSummary,
} from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { useParam } from "../../../live/param.ts";
import { Choice } from "../../../parts/field.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { texts } from "../../../say.ts";
import { PlayerLink, TribeLink } from "../links.tsx";
import { LookupPage } from "../lookup-page.tsx";
import { playtimeText } from "../span-text.ts";

const T = texts.players.leaderboards;
const LIMIT = 100;
const EVERY_MS = 60_000;
const TABS = {
  param: "by",
  tabs: [["Level", T.level] as const, ["Playtime", T.playtime] as const, ["TribeSize", T.tribeSize] as const],
};
type By = "Level" | "Playtime" | "TribeSize";
const SPANS = [
  ["", T.spans.all],
  ["1", T.spans.day],
  ["7", T.spans.week],
  ["30", T.spans.month],
] as const;

export function Leaderboards() {
  return (
    <LookupPage title={T.title} scope="history">
      <Tabs label={T.what} {...TABS} />
      <Board />
    </LookupPage>
  );
}

function Board() {
  const by = currentTab(TABS) as By;
  const [days, setDays] = useParam("days");
  const isTimed = by === "Playtime";
  const span = isTimed && /^\d{1,4}$/.test(days) ? Number(days) : 0;
  const board = useAsked(
    async (signal) => ({
      by,
      list: await players.profiles.showLeaderboard({ by, days: span, limit: LIMIT }, { signal }),
    }),
    [by, span],
    { everyMs: EVERY_MS },
  );
  // The last answer stays until the next one comes: it may be that of another tab.
  const asked = board.value?.by === by ? board : { ...board, value: undefined };
  return (
    <>
      {isTimed && (
        <div class="narrow">
          <Choice
            label={T.span}
            choices={SPANS}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
        </div>
      )}
      <Show
        asked={asked}
        isEmpty={({ list }) => list.length === 0}
        empty={
          <Empty title={T.empty}>
            <p>{T.emptyWhy}</p>
          </Empty>
        }
      >
        {({ list }) => <Ranked by={by} list={list} />}
      </Show>
    </>
  );
}

interface Row {
  readonly Rank: number;
  readonly Value: number;
  readonly Player?: SimpleProfile;
  readonly Tribe?: TribeSummary;
}

function Ranked({ by, list }: { readonly by: By; readonly list: ShowLeaderboardResult }) {
  const titles = { Level: T.columns.level, Playtime: T.columns.playtime, TribeSize: T.columns.members };
  const columns: readonly Column<Row>[] = [
    { title: T.columns.rank, isNumber: true, cell: ({ Rank }) => Rank },
    {
      title: by === "TribeSize" ? T.columns.tribe : T.columns.player,
      isMain: true,
      cell: ({ Player, Tribe }) =>
        Player ? <PlayerLink player={Player} /> : Tribe && <TribeLink id={Tribe.Id} name={Tribe.Name} />,
    },
    { title: titles[by], isNumber: true, cell: ({ Value }) => (by === "Playtime" ? playtimeText(Value) : Value) },
  ];
  return (
    <Table
      caption={T.title}
      columns={columns}
      rows={list}
      keyOf={({ Rank, Player, Tribe }) => `${Rank} ${Player?.Id ?? Tribe?.Id ?? ""}`}
    />
  );
}
