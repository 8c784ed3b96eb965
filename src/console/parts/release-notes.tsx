/** What is new in a release. Long lists show their beginning; whether all of it is shown stands in the address. */
import type { ReleaseNews } from "../live/program-report.ts";
import { query, withParams } from "../live/place.ts";
import { say, texts } from "../say.ts";
import { Badge } from "./badge.tsx";
import { MarkdownLine } from "./markdown-line.tsx";

const T = texts.checks;
const PARAM = "news";
/** As many as are read in passing. */
const FEW = 5;

export function ReleaseNotes({ news }: { readonly news: readonly ReleaseNews[] }) {
  if (news.length === 0) return null;
  const isWhole = query.value.has(PARAM) || news.length <= FEW;
  return (
    <>
      <h3>{T.news}</h3>
      <ul class="notes">
        {news.slice(0, isWhole ? news.length : FEW).map(({ kind, says }) => (
          <li key={says}>
            <Badge text={kind} /> <MarkdownLine text={says} />
          </li>
        ))}
      </ul>
      {news.length > FEW && (
        <p>
          <a href={withParams({ [PARAM]: query.value.has(PARAM) ? undefined : "all" })}>
            {query.value.has(PARAM) ? T.fewNews : say(T.allNews, { n: news.length })}
          </a>
        </p>
      )}
    </>
  );
}
