/** The log of a tribe, the latest line first, with a search. */
import { useState } from "preact/hooks";
import type { TribeLogLine } from "../../../../../clients/typescript/src/players.ts";
import { players } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useTypedParam } from "../../../live/param.ts";
import { Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { count, say, texts } from "../../../say.ts";
import { linesWith } from "./log-pages.ts";

const T = texts.players.tribe.log;
/** Lines on a page that is only shown, and on one that is searched. */
const [PAGE, SEARCHED_PAGE] = [100, 1_000];

const COLUMNS: readonly Column<TribeLogLine>[] = [
  { title: T.text, isMain: true, cell: ({ Text }) => Text },
  { title: T.day, cell: ({ Day, Time: time }) => say(T.dayAt, { day: Day, time }) },
  { title: T.seen, cell: ({ Seen }) => <Time at={Seen} /> },
];

export function Log({ id }: { readonly id: string }) {
  const [typed, setTyped, q] = useTypedParam("q");
  const [looked, setLooked] = useState(0);
  const listed = useListed<TribeLogLine>(
    (signal) => {
      const limit = q === "" ? PAGE : SEARCHED_PAGE;
      return linesWith(players.tribes.listLog.pages({ id, limit }, { signal }), q, setLooked);
    },
    [id, q],
  );
  return (
    <>
      <search>
        <Field
          label={T.search}
          type="search"
          autocomplete="off"
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      <p class="faint" role="status">
        {q !== "" && say(listed.isWhole ? T.lookedAll : T.looked, { lines: count(looked, T.lines) })}
      </p>
      <List
        listed={listed}
        caption={T.title}
        columns={COLUMNS}
        keyOf={({ Number }) => Number}
        empty={
          <Empty title={q === "" ? T.empty : say(T.nothing, { text: q })}>
            <p>{q === "" ? T.emptyWhy : T.nothingHow}</p>
          </Empty>
        }
      />
    </>
  );
}
