/** Competitions: those to come, those that run, and those that have ended lately. */
import type { CompetitionView } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Badge } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { AccountPage } from "./account-page.tsx";

const T = texts.trading.competitions;

export function Competitions() {
  return <AccountPage title={T.title}>{(user) => <CompetitionList mayJoin={!user.is_subaccount} />}</AccountPage>;
}

function CompetitionList({ mayJoin }: { readonly mayJoin: boolean }) {
  const asked = useAsked((signal) => trading.competitions.listCompetitions({}, { signal }), []);
  return (
    <Show
      asked={asked}
      isEmpty={(all) => all.length === 0}
      empty={
        <Empty title={T.empty}>
          <p>{T.emptyNext}</p>
        </Empty>
      }
    >
      {(all) => (
        <>
          {!mayJoin && <p>{T.mainOnly}</p>}
          {all.map((competition) => (
            <OneCompetition
              key={competition.id}
              competition={competition}
              isMainAccount={mayJoin}
              again={asked.again}
            />
          ))}
        </>
      )}
    </Show>
  );
}

const RANKS: readonly Column<CompetitionView["leaderboard"][number]>[] = [
  { title: T.rank, isNumber: true, cell: ({ rank }) => rank },
  {
    title: T.who,
    isMain: true,
    cell: ({ username_masked, uid }) => (uid === undefined ? username_masked : `${username_masked} (${uid})`),
  },
  { title: T.value, isNumber: true, cell: ({ value }) => value },
];

interface OneCompetitionProps {
  readonly competition: CompetitionView;
  readonly isMainAccount: boolean;
  readonly again: () => void;
}

function OneCompetition({ competition, isMainAccount, again }: OneCompetitionProps) {
  const { id, title, description, state, enrolled, rank, participants, leaderboard } = competition;
  const mayJoin =
    isMainAccount && !enrolled && (state === "upcoming" || (state === "running" && competition.late_join));
  const mayLeave =
    isMainAccount && enrolled && (state === "upcoming" || (state === "running" && competition.leave_after_start));
  const run = async (how: "joinCompetition" | "leaveCompetition"): Promise<void> => {
    await trading.competitions[how]({ id });
    again();
  };
  return (
    <Section title={title}>
      <p>
        <Badge tone={state === "running" ? "good" : "plain"} text={T.states[state]} />{" "}
        <Time at={timeOfSeconds(competition.starts_at)} /> – <Time at={timeOfSeconds(competition.ends_at)} />
      </p>
      <p>{description}</p>
      <p class="faint">
        {competition.late_join ? T.rules.late : T.rules.early} {competition.leave_after_start && T.rules.leave}
      </p>
      <p>
        {say(T.prize, {
          prize: competition.prize,
          currency: competition.currency,
          metric: T.metrics[competition.metric],
        })}{" "}
        {say(T.participants, { n: participants })} {rank !== null && say(T.yourRank, { rank })}
      </p>
      {mayJoin && <ActionForm action={T.join} done={T.joined} send={() => run("joinCompetition")} />}
      {mayLeave && <ActionForm action={T.leave} done={T.left} send={() => run("leaveCompetition")} />}
      {leaderboard.length === 0 ? (
        <p class="faint">{T.noRanks}</p>
      ) : (
        <Table
          caption={title}
          columns={RANKS}
          rows={leaderboard}
          keyOf={(row) => `${row.rank} ${row.username_masked}`}
        />
      )}
    </Section>
  );
}
