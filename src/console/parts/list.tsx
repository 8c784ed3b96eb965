/** A list that comes in pages: its state, its rows, and how to get more. */
import type { ComponentChildren } from "preact";
import type { Listed } from "../live/listed.ts";
import { Aged, Failed, Loading } from "./states.tsx";
import { Table, type Column } from "./table.tsx";

interface ListProps<Item> {
  readonly listed: Listed<Item>;
  /** Says what the rows are. */
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  readonly keyOf: (item: Item) => string | number;
  /** Shown where the list is whole and holds nothing. */
  readonly empty: ComponentChildren;
}

export function List<Item>({ listed, caption, columns, keyOf, empty }: ListProps<Item>) {
  const { items, failure, nextMs, isAsking, isWhole, more, again } = listed;
  if (items.length === 0) {
    if (failure) return <Failed failure={failure} again={again} nextMs={nextMs} />;
    return isWhole && !isAsking ? <>{empty}</> : <Loading />;
  }
  // The button stays while the next page is asked for: it may have the focus.
  const next = isWhole || failure ? undefined : more;
  return (
    <>
      <Aged asked={{ ...listed, again: more }} />
      <Table caption={caption} columns={columns} rows={items} keyOf={keyOf} more={next} />
      {isAsking && <Loading />}
    </>
  );
}
