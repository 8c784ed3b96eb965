/** Articles of one's own: in every state, a new one, and what their readers have brought. */
import type { ArticleSummary, CheckEarningsResult } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { go, query, withParams } from "../../../live/place.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Danger } from "../../../parts/dialog.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { List } from "../../../parts/list.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";
import { AccountPage } from "../account/account-page.tsx";
import { ArticleForm, changedOf, newOf } from "./article-form.tsx";

const T = texts.trading.myArticles;
const PAGE = 50;
const TABS = [
  ["list", T.tabs.list],
  ["write", T.tabs.write],
  ["earnings", T.tabs.earnings],
] as const;

export function MyArticles() {
  const tab = currentTab({ param: "tab", tabs: TABS });
  const edited = query.value.get("edit");
  return (
    <AccountPage title={T.title}>
      {() => (
        <>
          <Tabs param="tab" label={T.title} tabs={TABS} />
          {tab === "list" && (edited === null ? <Own /> : <Edit key={edited} id={edited} />)}
          {tab === "write" && <Write />}
          {tab === "earnings" && <Earnings />}
        </>
      )}
    </AccountPage>
  );
}

function toList(): void {
  go(withParams({ tab: undefined, edit: undefined }));
}

function Own() {
  const listed = useListed<ArticleSummary>(pagesOfArticles, []);
  return (
    <List
      listed={listed}
      caption={T.title}
      columns={columnsOf(listed.again)}
      keyOf={({ id }) => id}
      empty={
        <Empty title={T.none}>
          <p>{T.noneWhy}</p>
          <a class="button primary" href={withParams({ tab: "write" })}>
            {T.tabs.write}
          </a>
        </Empty>
      }
    />
  );
}

const TONES: Readonly<Record<ArticleSummary["state"], Tone>> = {
  draft: "plain",
  scheduled: "warn",
  published: "good",
  rejected: "bad",
};

function columnsOf(again: () => void): readonly Column<ArticleSummary>[] {
  return [
    {
      title: T.heading,
      isMain: true,
      cell: ({ title, brief }) => (
        <>
          {title} <div class="faint">{brief}</div>
        </>
      ),
    },
    {
      title: T.state,
      cell: ({ state, rejection_reason: reason }) => (
        <>
          <Badge tone={TONES[state]} text={T.states[state]} /> {reason !== null && <div class="faint">{reason}</div>}
        </>
      ),
    },
    { title: T.publishAt, cell: ({ publishdate }) => <Time at={timeOfSeconds(publishdate)} /> },
    { title: T.readers, isNumber: true, cell: ({ views }) => views },
    { title: T.earned, isNumber: true, cell: ({ earnings }) => earnings },
    {
      title: texts.trading.wallet.columns.action,
      cell: ({ id, title }) => (
        <div class="actions">
          <a class="button" href={withParams({ edit: id })} aria-label={say(T.editOf, { title })}>
            {T.edit}
          </a>
          <Danger
            action={T.remove}
            question={say(T.removeQuestion, { title })}
            consequence={<p>{T.removeWhy}</p>}
            name={title}
            done={T.removed}
            send={() => trading.articles.deleteArticle({ id }).then(again)}
          />
        </div>
      ),
    },
  ];
}

function Write() {
  return (
    <Section title={T.tabs.write}>
      <p class="faint">{T.how}</p>
      <ArticleForm
        action={T.save}
        done={T.saved}
        send={(entered) => trading.articles.createArticle(newOf(entered)).then(toList)}
      />
    </Section>
  );
}

function Edit({ id }: { readonly id: string }) {
  const asked = useAsked((signal) => trading.articles.getArticle({ id }, { signal }), [id]);
  return (
    <Section title={T.edit} actions={<a href={withParams({ edit: undefined })}>{texts.dialog.close}</a>}>
      <Show asked={asked}>
        {(before) => (
          <>
            {before.state === "rejected" && (
              <p role="note">{say(T.staysRejected, { reason: before.rejection_reason ?? "" })}</p>
            )}
            <ArticleForm
              action={T.save}
              done={T.saved}
              before={before}
              send={(entered) => trading.articles.editArticle({ id, ...changedOf(entered, before) }).then(toList)}
            />
          </>
        )}
      </Show>
    </Section>
  );
}

function Earnings() {
  const asked = useAsked((signal) => trading.articles.checkEarnings({}, { signal }), []);
  return (
    <>
      <p class="faint">{T.earningsHow}</p>
      <Show asked={asked}>
        {({ currency, total, paid, pending, articles, by_month: months }) => (
          <>
            <Facts
              facts={[
                [T.total, `${total} ${currency}`],
                [T.paid, `${paid} ${currency}`],
                [T.pending, `${pending} ${currency}`],
              ]}
            />
            {articles.length === 0 ? (
              <Empty title={T.noReaders} />
            ) : (
              <>
                <Table caption={T.byArticle} columns={BY_ARTICLE} rows={articles} keyOf={({ id }) => id} />
                <Table caption={T.byMonth} columns={BY_MONTH} rows={months} keyOf={({ month }) => month} />
              </>
            )}
          </>
        )}
      </Show>
    </>
  );
}

const BY_ARTICLE: readonly Column<CheckEarningsResult["articles"][number]>[] = [
  { title: T.heading, isMain: true, cell: ({ title }) => title },
  { title: T.readers, isNumber: true, cell: ({ views }) => views },
  { title: T.earned, isNumber: true, cell: ({ earnings }) => earnings },
];

const BY_MONTH: readonly Column<CheckEarningsResult["by_month"][number]>[] = [
  { title: T.month, isMain: true, cell: ({ month }) => month },
  { title: T.readers, isNumber: true, cell: ({ views }) => views },
  { title: T.earned, isNumber: true, cell: ({ earnings }) => earnings },
];

async function* pagesOfArticles(signal: AbortSignal) {
  for await (const { articles } of trading.articles.listArticles.pages({ limit: PAGE }, { signal })) yield articles;
}
