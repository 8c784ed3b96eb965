/** Members of a tribe with their ranks, and who came and went. */
import type { TribeMembers } from "../../../../../clients/typescript/src/players.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Empty } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { PlayerLink } from "../links.tsx";
import { MOST_STAYS } from "./most-stays.ts";

const T = texts.players.tribe;
type Member = TribeMembers["Members"][number];
type Stay = TribeMembers["History"][number];

const MEMBERS: readonly Column<Member>[] = [
  { title: T.member, isMain: true, cell: (member) => <PlayerLink player={member} /> },
  {
    title: T.rank,
    cell: ({ Rank, RankGroup }) => (
      <>
        <Badge tone={Rank === "Owner" ? "good" : "plain"} text={T.ranks[Rank]} />
        {RankGroup !== null && <span class="faint"> {say(T.rankGroup, { group: RankGroup })}</span>}
      </>
    ),
  },
  { title: T.level, isNumber: true, cell: ({ Level }) => Level },
  {
    title: T.online,
    cell: ({ Online }) => <Badge tone={Online ? "good" : "plain"} text={Online ? T.isOn : T.isOff} />,
  },
  { title: T.since, cell: ({ Since }) => (Since === null ? T.unknown : <Time at={Since} form="day" />) },
];

export function Members({ members }: { readonly members: readonly Member[] }) {
  if (members.length === 0) {
    return (
      <Empty title={T.noMembers}>
        <p>{T.noMembersNext}</p>
      </Empty>
    );
  }
  return <Table caption={T.members} columns={MEMBERS} rows={members} keyOf={({ Id }) => Id} />;
}

const STAYS: readonly Column<Stay>[] = [
  { title: T.member, isMain: true, cell: (stay) => <PlayerLink player={stay} /> },
  { title: T.came, cell: ({ From }) => <Time at={From} /> },
  { title: T.went, cell: ({ To }) => (To === null ? T.stillIn : <Time at={To} />) },
];

export function CameAndWent({ stays }: { readonly stays: readonly Stay[] }) {
  if (stays.length === 0) {
    return (
      <Empty title={T.noStays}>
        <p>{T.noStaysWhy}</p>
      </Empty>
    );
  }
  return (
    <>
      {stays.length === MOST_STAYS && <p class="faint">{say(T.latestOnly, { n: MOST_STAYS })}</p>}
      <Table caption={T.cameAndWent} columns={STAYS} rows={stays} keyOf={({ Id, From }) => `${Id} ${From}`} />
    </>
  );
}
