/** Announcements, for admins. Everyone sees them on the overview. */
import type { Announcement, CreateAnnouncementParams } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Choice, Field, TextArea } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { SignedIn } from "../account/signed-in.tsx";
import { secondsOfLocal } from "../account/local-time.ts";

const T = texts.trading.announcements;
const PAGE = 50;
const CATEGORIES = [
  ["maintenance", T.categories.maintenance],
  ["release", T.categories.release],
  ["exchange", T.categories.exchange],
  ["security", T.categories.security],
] as const;
const SEVERITIES = [
  ["info", texts.trading.overview.severities.info],
  ["warning", texts.trading.overview.severities.warning],
  ["critical", texts.trading.overview.severities.critical],
] as const;

export function Announcements() {
  return (
    <Page title={T.title}>
      <SignedIn needs="admin">{() => <Manage />}</SignedIn>
    </Page>
  );
}

function Manage() {
  const listed = useListed<Announcement>(pagesOfAnnouncements, []);
  const create = async ({ title = "", body = "", category, severity, until, starts, ends }: Entered): Promise<void> => {
    const chosen = { category, severity } as Pick<CreateAnnouncementParams, "category" | "severity">;
    await trading.system.createAnnouncement({
      title,
      body,
      ...chosen,
      ...(until !== undefined && { expires_at: secondsOfLocal(until) }),
      ...(starts !== undefined && { starts_at: secondsOfLocal(starts) }),
      ...(ends !== undefined && { ends_at: secondsOfLocal(ends) }),
    });
    listed.again();
  };
  const remove = async (id: string): Promise<void> => {
    await trading.system.deleteAnnouncement({ id });
    listed.again();
  };
  return (
    <>
      <List
        listed={listed}
        caption={T.title}
        columns={columnsOf(remove)}
        keyOf={({ id }) => id}
        empty={<Empty title={T.none} />}
      />
      <Section title={T.create}>
        <ActionForm action={T.create} done={T.created} clears send={create}>
          <div class="fields">
            <Choice label={T.category} name="category" choices={CATEGORIES} />
            <Choice label={T.severity} name="severity" choices={SEVERITIES} />
            <Field label={T.until} name="until" type="datetime-local" hint={T.untilHint} />
            <Field label={T.starts} name="starts" type="datetime-local" hint={T.startsHint} />
            <Field label={T.ends} name="ends" type="datetime-local" hint={T.endsHint} />
          </div>
          <Field label={T.heading} name="title" autocomplete="off" required />
          <TextArea label={T.body} name="body" rows={4} required />
        </ActionForm>
      </Section>
    </>
  );
}

function columnsOf(remove: (id: string) => Promise<void>): readonly Column<Announcement>[] {
  return [
    { title: T.heading, isMain: true, cell: ({ title }) => title },
    { title: T.category, cell: ({ category }) => T.categories[category] },
    { title: T.severity, cell: ({ severity }) => texts.trading.overview.severities[severity] },
    { title: T.made, cell: ({ time_created }) => <Time at={timeOfSeconds(time_created)} /> },
    { title: T.planned, cell: ({ starts_at }) => <Time at={timeOfSeconds(starts_at)} /> },
    { title: T.until, cell: ({ expires_at }) => <Time at={timeOfSeconds(expires_at)} /> },
    {
      title: texts.trading.wallet.columns.action,
      cell: ({ id, title }) => (
        <Danger
          action={T.remove}
          question={say(T.removeQuestion, { title })}
          consequence={<p>{T.removeWhy}</p>}
          name={title}
          done={T.removed}
          send={() => remove(id)}
        />
      ),
    },
  ];
}

async function* pagesOfAnnouncements(signal: AbortSignal) {
  const pages = trading.system.listAnnouncements.pages({ limit: PAGE }, { signal });
  for await (const { announcements } of pages) yield announcements;
}
