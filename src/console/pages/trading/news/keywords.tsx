/** Keywords that the user follows, and how their articles are sent. */
import type { FollowedKeyword } from "../../../../../clients/typescript/src/trading.ts";
import { useAsked } from "../../../live/asked.ts";
import { trading } from "../../../live/clients.ts";
import { withParams } from "../../../live/place.ts";
import { ActionForm } from "../../../parts/action-form.tsx";
import { Choice, Field } from "../../../parts/field.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time, timeOfSeconds } from "../../../parts/time.tsx";
import { texts } from "../../../say.ts";

const T = texts.trading.news;

export function Keywords() {
  const found = useAsked((signal) => trading.news.listMyKeywords({ limit: 1_000 }, { signal }), []);
  return (
    <>
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
            columns={columnsOf(found.again)}
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

function columnsOf(again: () => void): readonly Column<FollowedKeyword>[] {
  return [
    {
      title: T.keywordColumns.name,
      isMain: true,
      cell: ({ keywordid, name }) => <a href={withParams({ tab: "", keyword: keywordid })}>{name}</a>,
    },
    { title: T.keywordColumns.articles, isNumber: true, cell: ({ articles }) => articles },
    { title: T.keywordColumns.last, cell: ({ last_match }) => <Time at={timeOfSeconds(last_match)} /> },
    { title: T.keywordColumns.notify, cell: ({ notify }) => T.notifies[notify] },
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
