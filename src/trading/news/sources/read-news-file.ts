/** The operator's file of sources and keywords, `news.yaml`: what it says, or everything that is wrong with it. */
import { Type, type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import { readSmallFile } from "../../../kit/config/config-file.ts";
import { formatProblem, parseYamlTree, plainValue, type Place, type Tree } from "../../../kit/config/yaml-tree.ts";
import { UserError } from "../../../kit/errors/user-error.ts";
import { DAY_SECONDS } from "../../../kit/time/spans.ts";
import { STARTING_WATCHLIST, type WatchedKeyword } from "../core/watchlist.ts";
import type { NewsSource } from "./source.ts";
import { STARTING_SOURCES } from "./starting-sources.ts";

/** What is followed and watched. */
export interface NewsPlan {
  readonly sources: readonly NewsSource[];
  readonly watchlist: readonly WatchedKeyword[];
}

const MAX_FILE_BYTES = 1_048_576;
const MAX_SOURCES = 1_000;
const MAX_KEYWORDS = 5_000;
const strict = { additionalProperties: false } as const;

const feed = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: "^[^\\s,].*$" }),
    url: Type.String({ minLength: 8, maxLength: 1_000, pattern: "^https?://[^\\s]+$" }),
    kind: Type.Optional(
      Type.Union([Type.Literal("rss"), Type.Literal("atom"), Type.Literal("json"), Type.Literal("sitemap")]),
    ),
    language: Type.Optional(Type.String({ pattern: "^[a-z]{2}$" })),
    interval: Type.Optional(Type.Integer({ minimum: 30, maximum: DAY_SECONDS })),
    weight: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
    read_articles: Type.Optional(Type.Boolean()),
  },
  strict,
);

const keyword = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 60, pattern: "^[a-z0-9-]+$" }),
    kind: Type.Union([Type.Literal("coin"), Type.Literal("exchange"), Type.Literal("person"), Type.Literal("event")]),
    words: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 50 }),
    currency: Type.Optional(Type.String({ pattern: "^[A-Z0-9]{1,20}$" })),
    exchange: Type.Optional(Type.String({ pattern: "^[a-z0-9_]{1,40}$" })),
  },
  strict,
);

const newsFile = Type.Object(
  {
    starting_list: Type.Optional(Type.Boolean()),
    starting_keywords: Type.Optional(Type.Boolean()),
    feeds: Type.Optional(Type.Array(feed, { maxItems: MAX_SOURCES })),
    keywords: Type.Optional(Type.Array(keyword, { maxItems: MAX_KEYWORDS })),
  },
  strict,
);

/** What is followed without a file. */
export const STARTING_PLAN: NewsPlan = { sources: STARTING_SOURCES, watchlist: STARTING_WATCHLIST };

/**
 * The starting lists with what the file adds: a feed or keyword of a name that is there takes its place.
 *
 * @throws UserError that names each problem, or says why the file cannot be read
 */
export function readNewsFile(file: string): NewsPlan {
  return parseNewsFile(readSmallFile(file, MAX_FILE_BYTES, "The file of news sources"), file);
}

/** @throws UserError that names each problem */
export function parseNewsFile(text: string, file: string): NewsPlan {
  const parsed = parseYamlTree(text);
  if ("problems" in parsed)
    throw problem(
      file,
      parsed.problems.map((each) => formatProblem(each, file)),
    );
  const value: unknown = plainValue(parsed.tree) ?? {};
  if (!Value.Check(newsFile, value)) throw problem(file, problemsOf(newsFile, value));
  const { starting_list: keepsList = true, starting_keywords: keepsWords = true, feeds = [], keywords = [] } = value;
  const twice = [...repeated(feeds.map(({ name }) => name)), ...repeated(keywords.map(({ id }) => id))];
  if (twice.length > 0)
    throw problem(
      file,
      twice.map((name) => `"${name}" stands there twice`),
    );
  const unusable = unusableAddresses(feeds, parsed.tree, file);
  if (unusable.length > 0) throw problem(file, unusable);
  return {
    sources: joined(keepsList ? STARTING_SOURCES : [], feeds.map(sourceOf), ({ name }) => name),
    watchlist: joined(keepsWords ? STARTING_WATCHLIST : [], keywords, ({ id }) => id),
  };
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

/** Of hosts, after `URL` has written them in ASCII. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** The pattern of an address allows more than there can be: a port of 80800, a placeholder such as `{host}`. */
function unusableAddresses(feeds: readonly Static<typeof feed>[], tree: Tree, file: string): string[] {
  return feeds.flatMap(({ name, url }, at) => {
    if (URL.canParse(url) && HOST.test(new URL(url).hostname)) return [];
    const says = `of "${name}" is not a web address: check its host and its port`;
    return formatProblem({ ...placeOf(tree, ["feeds", at, "url"]), path: `feeds/${at}/url`, says }, file);
  });
}

/** Where the value at this path stands, as far as there is one. */
function placeOf(tree: Tree, [step, ...rest]: readonly (string | number)[]): Place {
  let next: Tree | undefined;
  if (tree.kind === "map") next = tree.members.findLast(({ name }) => name === step)?.value;
  if (tree.kind === "list") next = tree.items[Number(step)];
  return next ? placeOf(next, rest) : tree.at;
}

function joined<Item>(first: readonly Item[], more: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return [...new Map([...first, ...more].map((item) => [nameOf(item), item])).values()];
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) < at))];
}

function problemsOf(schema: TSchema, value: unknown): string[] {
  const found = [...Value.Errors(schema, value)].slice(0, 20);
  return found.map(
    ({ instancePath, message }) => `${instancePath === "" ? "the file" : instancePath.slice(1)}: ${message}`,
  );
}

function problem(file: string, problems: readonly string[]): UserError {
  return new UserError(`The file of news sources ${file} cannot be used:\n  ${problems.join("\n  ")}`);
}
