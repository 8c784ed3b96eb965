/** Articles that are published, for admins: one that should not be is rejected, and comes back when it was a mistake. */
import type { PublishedArticle } from "../../../../../clients/typescript/src/trading.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { ActionForm, type Entered } from "../../../parts/action-form.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Page, Section } from "../../../parts/page.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { SignedIn } from "../account/signed-in.tsx";

const T = texts.trading.articles;
const PAGE = 50;
const WRITE = "/console/trading/account/articles?tab=write";

export function Articles() {
  return (
    <Page title={T.title} actions={<a href={WRITE}>{T.write}</a>}>
      <SignedIn needs="admin">{() => <Published />}</SignedIn>
    </Page>
  );
}

function Published() {
  const listed = useListed<PublishedArticle>(pagesOfArticles, []);
  const reject = async (id: string, { reason = "" }: Entered): Promise<void> => {
    await trading.articles.reviewArticle({ id, decision: "reject", reason });
    listed.again();
  };
  const restore = async ({ id = "" }: Entered): Promise<void> => {
    await trading.articles.reviewArticle({ id, decision: "restore" });
    listed.again();
  };
  return (
    <>
      <List
        listed={listed}
        caption={T.title}
        columns={columnsOf(reject)}
        keyOf={({ article_id }) => article_id}
        empty={<Empty title={T.none} />}
      />
      <Section title={T.restore}>
        <div class="narrow">
          <ActionForm action={T.restore} done={T.restored} clears send={restore}>
            <Field label={T.id} name="id" hint={T.idHint} inputMode="numeric" autocomplete="off" required />
          </ActionForm>
        </div>
      </Section>
    </>
  );
}

function columnsOf(reject: (id: string, entered: Entered) => Promise<void>): readonly Column<PublishedArticle>[] {
  return [
    { title: T.heading, isMain: true, cell: ({ title }) => title },
    { title: T.id, cell: ({ article_id }) => article_id },
    { title: T.author, cell: ({ author }) => author },
    { title: T.brief, cell: ({ brief }) => brief },
    { title: T.published, cell: ({ time_published }) => <Time at={timeOfSeconds(time_published)} /> },
    {
      title: texts.trading.wallet.columns.action,
      cell: ({ article_id, title }) => (
        <Danger
          action={T.reject}
          question={say(T.rejectQuestion, { title })}
          consequence={<p>{T.rejectWhy}</p>}
          name={title}
          done={T.rejected}
          send={(entered) => reject(article_id, entered)}
        >
          <Field label={T.reason} name="reason" autocomplete="off" required />
        </Danger>
      ),
    },
  ];
}

async function* pagesOfArticles(signal: AbortSignal) {
  for await (const page of trading.articles.fetchArticles.pages({ limit: PAGE }, { signal })) {
    if ("articles" in page) yield page.articles;
  }
}
