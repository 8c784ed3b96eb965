/** Competitions, for admins: they announce one, and change one. Everyone takes part on the pages of the account. */
import type { CompetitionView } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { go, query, withParams } from "../../../live/place.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { SignedIn } from "../account/signed-in.tsx";
import { CompetitionForm } from "./competition-form.tsx";

const T = texts.trading.competitions;

export function StaffCompetitions() {
  return (
    <Page title={T.staffTitle}>
      <SignedIn needs="admin">{() => <Manage />}</SignedIn>
    </Page>
  );
}

function Manage() {
  const asked = useAsked((signal) => trading.competitions.listCompetitions({}, { signal }), []);
  const edited = asked.value?.find(({ id }) => id === query.value.get("edit"));
  return (
    <>
      <Show asked={asked} isEmpty={(all) => all.length === 0} empty={<Empty title={T.empty} />}>
        {(all) => <Table caption={T.title} columns={COLUMNS} rows={all} keyOf={({ id }) => id} />}
      </Show>
      {edited && (
        <Section
          title={say(T.form.editTitle, { title: edited.title })}
          actions={<a href={withParams({ edit: undefined })}>{texts.dialog.close}</a>}
        >
          <p class="faint">{T.form.editHow}</p>
          <CompetitionForm
            key={edited.id}
            action={T.form.save}
            done={T.form.saved}
            before={edited}
            send={async (terms) => {
              await trading.competitions.editCompetition({ id: edited.id, ...terms });
              go(withParams({ edit: undefined }), { replace: true });
              asked.again();
            }}
          />
        </Section>
      )}
      <Section title={T.form.create}>
        <CompetitionForm
          action={T.form.create}
          done={T.form.created}
          send={(terms) => trading.competitions.createCompetition(terms).then(asked.again)}
        />
      </Section>
    </>
  );
}

const COLUMNS: readonly Column<CompetitionView>[] = [
  { title: T.form.title, isMain: true, cell: ({ title }) => title },
  {
    title: T.form.state,
    cell: ({ state }) => <Badge tone={state === "running" ? "good" : "plain"} text={T.states[state]} />,
  },
  { title: T.form.starts, cell: ({ starts_at }) => <Time at={timeOfSeconds(starts_at)} /> },
  { title: T.form.ends, cell: ({ ends_at }) => <Time at={timeOfSeconds(ends_at)} /> },
  { title: T.form.participants, isNumber: true, cell: ({ participants }) => participants },
  {
    title: T.form.act,
    cell: ({ id, title }) => (
      <a class="button" href={withParams({ edit: id })} aria-label={say(T.form.editTitle, { title })}>
        {T.form.edit}
      </a>
    ),
  },
];
