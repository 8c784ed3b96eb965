/** Rows with columns; cards on a phone. Long lists show their beginning, and more when a person comes to the end. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { say, texts } from "../say.ts";
import { useReachSideways } from "./reach-sideways.ts";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Stands at the right, with digits of one width. */
  readonly isNumber?: boolean;
  /** What the row is about: the heading of its card, and of its row for screen readers. */
  readonly isMain?: boolean;
}

interface TableProps<Row> {
  /** Says what the rows are. */
  readonly caption: string;
  /** Where these and the rows are the same as before, no row is made again. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Depends on the row alone. */
  readonly keyOf: (row: Row) => string | number;
  /** Asks for rows behind these. */
  readonly more?: (() => void) | undefined;
}

/** As many rows as are made at a time: thousands would hold up every key that is pressed. */
const STEP = 100;

export function Table<Row>({ caption, columns, rows, keyOf, more }: TableProps<Row>) {
  const [limit, setLimit] = useState(STEP);
  const isCut = rows.length > limit;
  const showMore = (): void => {
    if (isCut) setLimit((last) => last + STEP);
    else more?.();
  };
  // A list that was read to its end has thousands of rows, which a key that is pressed above them does not concern.
  const frame = useMemo(
    () => <Frame caption={caption} columns={columns} rows={rows.slice(0, limit)} keyOf={keyOf} />,
    [caption, columns, rows, limit],
  );
  return (
    <>
      {frame}
      {(isCut || more) && <More onMore={showMore} shown={Math.min(limit, rows.length)} />}
    </>
  );
}

function Frame<Row>({ caption, columns, rows, keyOf }: Omit<TableProps<Row>, "more">) {
  const frame = useReachSideways(caption);
  return (
    <div class="table-frame" ref={frame}>
      <table>
        <caption class="off-screen">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber === true ? "number" : ""}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { title, cell, isNumber, isMain } = column;
  const name = isNumber === true ? "number" : "";
  if (isMain === true) {
    return (
      <th scope="row" class={name} data-title={title}>
        {cell(row)}
      </th>
    );
  }
  return (
    <td class={name} data-title={title}>
      {cell(row)}
    </td>
  );
}

/** A button that presses itself when it comes into view. */
function More({ onMore, shown }: { readonly onMore: () => void; readonly shown: number }) {
  const button = useRef<HTMLButtonElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    if (button.current) watcher.observe(button.current);
    return () => watcher.disconnect();
  }, [shown]);
  return (
    <p class="more">
      <button type="button" ref={button} onClick={onMore}>
        {say(texts.table.more, { shown })}
      </button>
    </p>
  );
}
