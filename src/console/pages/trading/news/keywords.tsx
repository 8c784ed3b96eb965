/** Keywords that the user follows, how their articles are sent, and the addresses at which feed readers find them. */
import { useState } from "preact/hooks";
import type { FollowedKeyword } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { withParams } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Confirm } from "../../../parts/confirm.tsx";
import { Snippet } from "../../../parts/copy.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.trading.news;

export function Keywords() {
  const [made, setMade] = useState<{ readonly name: string; readonly url: string }>();
  const found = useAsked((signal) => trading.news.listMyKeywords({ limit: 1_000 }, { signal }), []);
  const makeFeed = async ({ keywordid, name }: FollowedKeyword): Promise<void> => {
    const { url } = await trading.news.createFeed({ keywordid });
    setMade({ name, url });
    found.again();
  };
  return (
    <>
      {made && (
        <Section title={say(T.feed.made, { name: made.name })}>
          <p>{T.feed.once}</p>
          <Snippet text={made.url} what={T.feed.address} />
        </Section>
      )}
      <Show
        asked={found}
        isEmpty={({ keywords }) => keywords.length === 0}
        empty={
          <Empty title={T.noKeywords}>
            <p>{T.keywordsNext}</p>
          </Empty>
        }
      >
        {({ keywords }) => (
          <Table
            caption={T.tabs.keywords}
            columns={columnsOf(makeFeed, found.again)}
            rows={keywords}
            keyOf={({ keywordid }) => keywordid}
          />
        )}
      </Show>
      <Section title={T.follow}>
        <ActionForm
          action={T.follow}
          done={T.followed}
          clears
          send={async ({ name = "", notify }) => {
            await trading.news.addKeyword({ name, notify: (notify ?? "none") as FollowedKeyword["notify"] });
            found.again();
          }}
        >
          <div class="fields">
            <Field label={T.keyword} name="name" required maxLength={80} />
            <Choice label={T.notify} name="notify" choices={Object.entries(T.notifies)} initial="none" />
          </div>
        </ActionForm>
      </Section>
    </>
  );
}

type MakeFeed = (of: FollowedKeyword) => Promise<void>;

function columnsOf(makeFeed: MakeFeed, again: () => void): readonly Column<FollowedKeyword>[] {
  return [
    {
      title: T.keywordColumns.name,
      isMain: true,
      cell: ({ keywordid, name }) => <a href={withParams({ tab: "", keyword: keywordid })}>{name}</a>,
    },
    { title: T.keywordColumns.articles, isNumber: true, cell: ({ articles }) => articles },
    { title: T.keywordColumns.last, cell: ({ last_match }) => <Time at={timeOfSeconds(last_match)} /> },
    { title: T.keywordColumns.notify, cell: ({ notify }) => T.notifies[notify] },
    { title: T.feed.column, cell: (keyword) => <FeedOf keyword={keyword} makeFeed={makeFeed} again={again} /> },
    {
      title: T.keywordColumns.act,
      cell: ({ keywordid }) => (
        <ActionForm
          isMinor
          action={T.remove}
          done={T.removed}
          send={() => trading.news.removeKeyword({ keywordid }).then(again)}
        />
      ),
    },
  ];
}

interface FeedOfProps {
  readonly keyword: FollowedKeyword;
  readonly makeFeed: MakeFeed;
  readonly again: () => void;
}

/** A feed reader follows a keyword by an address that holds a secret. Only its hash is stored, so it is shown once. */
function FeedOf({ keyword, makeFeed, again }: FeedOfProps) {
  const { keywordid, name, feed } = keyword;
  if (feed === null) {
    return <ActionForm isMinor action={T.feed.make} done={T.feed.done} send={() => makeFeed(keyword)} />;
  }
  return (
    <>
      <div class="faint">
        {T.feed.read} <Time at={timeOfSeconds(feed.time_read)} />
      </div>
      <div class="actions">
        <Confirm
          action={T.feed.remake}
          question={say(T.feed.remakeQuestion, { name })}
          consequence={<p>{T.feed.remakeConsequence}</p>}
          done={T.feed.done}
          send={() => makeFeed(keyword)}
        />
        <Confirm
          action={T.feed.revoke}
          question={say(T.feed.revokeQuestion, { name })}
          consequence={<p>{T.feed.revokeConsequence}</p>}
          done={T.feed.revoked}
          isDanger
          send={() => trading.news.deleteFeed({ keywordid }).then(again)}
        />
      </div>
    </>
  );
}
