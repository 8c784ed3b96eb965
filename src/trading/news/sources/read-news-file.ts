/** The operator's file of sources and keywords, `news.yaml`: what it says, or everything that is wrong with it. */
import { Type, type Static } from "typebox";
import { readSmallFile } from "../../../kit/config/config-file.ts";
import { readTree, TreePart, type RightOf } from "../../../kit/config/read-tree.ts";
import { ruledText } from "../../../kit/config/ruled-text.ts";
import { formatProblem, parseYamlTree, type Problem } from "../../../kit/config/yaml-tree.ts";
import { UserError } from "../../../kit/errors/user-error.ts";
import { DAY_SECONDS } from "../../../kit/time/spans.ts";
import { STARTING_WATCHLIST, type WatchedKeyword } from "../core/watchlist.ts";
import {
  addressRule,
  codeRule,
  exchangeRule,
  feedNameRule,
  idRule,
  languageRule,
  wordsRule,
} from "./news-file-rules.ts";
import type { NewsSource } from "./source.ts";
import { STARTING_SOURCES } from "./starting-sources.ts";

/** The followed sources and the watchlist. */
export interface NewsPlan {
  readonly sources: readonly NewsSource[];
  readonly watchlist: readonly WatchedKeyword[];
}

const MAX_FILE_BYTES = 1_048_576;
const MAX_SOURCES = 1_000;
const MAX_KEYWORDS = 5_000;
const MAX_WORDS = 50;

const feed = Type.Object(
  {
    name: ruledText(feedNameRule),
    url: ruledText(addressRule),
    kind: Type.Optional(
      Type.Union([Type.Literal("rss"), Type.Literal("atom"), Type.Literal("json"), Type.Literal("sitemap")]),
    ),
    language: Type.Optional(ruledText(languageRule)),
    interval: Type.Optional(Type.Integer({ minimum: 30, maximum: DAY_SECONDS, hint: "such as 300" })),
    weight: Type.Optional(Type.Number({ minimum: 0, maximum: 10, hint: "such as 1.5" })),
    read_articles: Type.Optional(Type.Boolean()),
  },
  { hint: "beginning with `- name: Our Wire`" },
);

const keyword = Type.Object(
  {
    id: ruledText(idRule),
    kind: Type.Union([Type.Literal("coin"), Type.Literal("exchange"), Type.Literal("person"), Type.Literal("event")]),
    words: Type.Array(ruledText(wordsRule), { maxItems: MAX_WORDS }),
    currency: Type.Optional(ruledText(codeRule)),
    exchange: Type.Optional(ruledText(exchangeRule)),
  },
  { hint: "beginning with `- id: our-coin`" },
);

const newsFile = Type.Object(
  {
    starting_list: Type.Optional(Type.Boolean()),
    starting_keywords: Type.Optional(Type.Boolean()),
    feeds: Type.Optional(Type.Array(feed, { maxItems: MAX_SOURCES })),
    keywords: Type.Optional(Type.Array(keyword, { maxItems: MAX_KEYWORDS })),
  },
  { hint: "such as `feeds:`" },
);

type NewsFile = Static<typeof newsFile>;

/** The sources without a file. */
export const STARTING_PLAN: NewsPlan = { sources: STARTING_SOURCES, watchlist: STARTING_WATCHLIST };

/**
 * The starting lists with what the file adds: a feed or keyword of a name that is there takes its place.
 *
 * @throws UserError that names each problem, or says why the file cannot be read
 */
export function readNewsFile(file: string): NewsPlan {
  return parseNewsFile(readSmallFile(file, MAX_FILE_BYTES, "The file of news sources"), file);
}

/** @throws UserError that names each problem with its line and column */
export function parseNewsFile(text: string, file: string): NewsPlan {
  const parsed = parseYamlTree(text);
  if ("problems" in parsed) throw refusal(file, parsed.problems);
  if (parsed.tree.kind === "nothing") return STARTING_PLAN;
  const [whole, problems]: [TreePart, Problem[]] = [new TreePart(parsed.tree, ""), []];
  const right = readTree(newsFile, whole, problems);
  if (right) noteMistakes(right, whole, problems);
  if (problems.length > 0) throw refusal(file, problems);
  const {
    starting_list: keepsList = true,
    starting_keywords: keepsWords = true,
    feeds = [],
    keywords = [],
  } = right as NewsFile;
  return {
    sources: joined(keepsList ? STARTING_SOURCES : [], feeds.map(sourceOf), ({ name }) => name),
    watchlist: joined(keepsWords ? STARTING_WATCHLIST : [], keywords, ({ id }) => id),
  };
}

/** Mistakes among members of which each may be right alone. */
function noteMistakes({ feeds = [], keywords = [] }: RightOf<NewsFile>, whole: TreePart, problems: Problem[]): void {
  const [ofFeeds, ofKeywords] = [whole.member("feeds").items(), whole.member("keywords").items()];
  noteRepeated(
    feeds.map((each) => each?.name),
    ofFeeds.map((part) => part.member("name")),
    problems,
  );
  noteRepeated(
    keywords.map((each) => each?.id),
    ofKeywords.map((part) => part.member("id")),
    problems,
  );
  for (const [at, each] of keywords.entries()) {
    const words = ofKeywords[at]?.member("words");
    if (each?.words?.length === 0 && words) problems.push(words.problem("is empty; name at least one word"));
  }
}

function noteRepeated(names: readonly (string | undefined)[], parts: readonly TreePart[], problems: Problem[]): void {
  const first = new Map<string, number>();
  for (const [at, name] of names.entries()) {
    const part = parts[at];
    if (name === undefined || !part) continue;
    const line = first.get(name);
    if (line === undefined) first.set(name, part.tree.at.line);
    else problems.push(part.problem(`is there twice, here and at line ${line}; keep one`));
  }
}

function sourceOf({
  kind = "rss",
  language = "en",
  interval = 300,
  weight = 1,
  read_articles: readsArticles = false,
  name,
  url,
}: Static<typeof feed>): NewsSource {
  return { name, url, kind, language, intervalSeconds: interval, weight, readsArticles };
}

function joined<Item>(first: readonly Item[], more: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return [...new Map([...first, ...more].map((item) => [nameOf(item), item])).values()];
}

function refusal(file: string, problems: readonly Problem[]): UserError {
  const lines = problems
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
    .map((each) => formatProblem(each, file));
  return new UserError(`The file of news sources ${file} cannot be used:\n  ${lines.join("\n  ")}`);
}
