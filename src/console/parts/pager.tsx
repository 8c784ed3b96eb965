/** Parts of a list that is whole in memory and too long for one table. Which part is shown stands in the address. */
import { query, withParams } from "../live/place.ts";
import { say, texts } from "../say.ts";

/** As many rows as a table can be painted again with while prices move in it. */
const ROWS = 50;

export interface PartOfList<Row> {
  readonly rows: readonly Row[];
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}

/** The part that the address names; the last one where the list is shorter. */
export function partOfList<Row>(rows: readonly Row[], param = "page"): PartOfList<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const asked = Number(query.value.get(param) ?? "1");
  const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), pages) : 1;
  return { rows: rows.slice((page - 1) * ROWS, page * ROWS), page, pages };
}

interface PagerProps {
  /** Says what list it is. */
  readonly label: string;
  readonly page: number;
  readonly pages: number;
  readonly param?: string;
}

/** Links to the parts before and after. Nothing where there is one part. */
export function Pager({ label, page, pages, param = "page" }: PagerProps) {
  if (pages === 1) return null;
  const to = (other: number): string => withParams({ [param]: other === 1 ? undefined : String(other) });
  return (
    <nav class="pager" aria-label={label}>
      {page > 1 && (
        <a class="button" rel="prev" href={to(page - 1)}>
          {texts.pager.before}
        </a>
      )}
      <span>{say(texts.pager.place, { page, pages })}</span>
      {page < pages && (
        <a class="button" rel="next" href={to(page + 1)}>
          {texts.pager.after}
        </a>
      )}
    </nav>
  );
}
