/** Search: players and tribes by name, former name or id, with how each one matches. */
import { useState } from "preact/hooks";
import type { SimpleProfile, TribeSummary } from "../../../../../clients/typescript/src/players.ts";
import { players } from "../../../live/clients.ts";
import { useListed } from "../../../live/listed.ts";
import { useTypedParam } from "../../../live/param.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Field } from "../../../parts/field.tsx";
import { List } from "../../../parts/list.tsx";
import { Empty } from "../../../parts/states.tsx";
import type { Column } from "../../../parts/table.tsx";
import { currentTab, Tabs } from "../../../parts/tabs.tsx";
import { count, say, texts } from "../../../say.ts";
import { PlayerLink, TribeLink } from "../links.tsx";
import { LookupPage } from "../lookup-page.tsx";
import { matchKind } from "./match-kind.ts";
import { UnreadSaves } from "./unread-saves.tsx";

const T = texts.players.search;
const PAGE = 50;
/** The lookup may not have read the saves yet in which a player is. */
const NOTHING_EVERY_MS = 15_000;
/** The lookup takes no longer texts. */
const MAX_TEXT = 64;
const TABS = { param: "type", tabs: [["player", T.players] as const, ["tribe", T.tribes] as const] };

export function Search() {
  const [typed, setTyped, q] = useTypedParam("q");
  return (
    <LookupPage title={T.title}>
      <search>
        <Field
          label={T.label}
          type="search"
          autocomplete="off"
          maxLength={MAX_TEXT}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      <Tabs label={T.what} {...TABS} />
      {q === "" ? (
        <Empty title={T.begin}>
          <p>{T.beginHow}</p>
        </Empty>
      ) : currentTab(TABS) === "tribe" ? (
        <Found
          key="tribe"
          type="Tribe"
          q={q}
          caption={T.tribes}
          columns={tribeColumns(q)}
          keyOf={({ Id }: TribeSummary) => Id}
        />
      ) : (
        <Found
          key="player"
          type="Player"
          q={q}
          caption={T.players}
          columns={playerColumns(q)}
          keyOf={({ Id }: SimpleProfile) => Id}
        />
      )}
    </LookupPage>
  );
}

interface FoundProps<Item> {
  readonly type: "Player" | "Tribe";
  readonly q: string;
  readonly caption: string;
  readonly columns: readonly Column<Item>[];
  readonly keyOf: (item: Item) => string;
}

function Found<Item extends SimpleProfile | TribeSummary>({ type, q, caption, columns, keyOf }: FoundProps<Item>) {
  const [total, setTotal] = useState<number>();
  const listed = useListed<Item>((signal) => pagesOf<Item>({ type, q, limit: PAGE }, signal, setTotal), [type, q], {
    emptyEveryMs: NOTHING_EVERY_MS,
  });
  return (
    <>
      <p class="faint" role="status">
        {total !== undefined && listed.items.length > 0 && count(total, T.found)}
      </p>
      <List
        listed={listed}
        caption={caption}
        columns={columns}
        keyOf={keyOf}
        empty={
          <Empty title={say(T.nothing, { text: q })}>
            <p>{T.nothingHow}</p>
            <UnreadSaves everyMs={NOTHING_EVERY_MS} />
          </Empty>
        }
      />
    </>
  );
}

async function* pagesOf<Item>(
  params: { readonly type: "Player" | "Tribe"; readonly q: string; readonly limit: number },
  signal: AbortSignal,
  counted: (total: number) => void,
): AsyncGenerator<readonly Item[], void, undefined> {
  const onAnswer = ({ headers }: { readonly headers: Headers }): void => counted(Number(headers.get("x-total-count")));
  for await (const page of players.search.searchNames.pages(params, { signal, onAnswer })) {
    if (page.length > 0) yield page as unknown as readonly Item[];
  }
}

function playerColumns(q: string): readonly Column<SimpleProfile>[] {
  return [
    { title: T.columns.name, isMain: true, cell: (player) => <PlayerLink player={player} /> },
    { title: T.columns.account, cell: ({ PlatformName }) => PlatformName },
    { title: T.columns.level, isNumber: true, cell: ({ Level }) => Level },
    {
      title: T.columns.online,
      cell: ({ Online }) => <Badge tone={Online ? "good" : "plain"} text={Online ? T.online : T.offline} />,
    },
    {
      title: T.columns.match,
      cell: ({ CharacterName, PlatformName, Id }) => T.kinds[matchKind(q, [CharacterName, PlatformName], [Id])],
    },
  ];
}

function tribeColumns(q: string): readonly Column<TribeSummary>[] {
  return [
    { title: T.columns.tribe, isMain: true, cell: ({ Id, Name }) => <TribeLink id={Id} name={Name} /> },
    { title: T.columns.members, isNumber: true, cell: ({ Members }) => Members },
    { title: T.columns.match, cell: ({ Name, Id }) => T.kinds[matchKind(q, [Name], [Id])] },
  ];
}
