/** The plan of a day of invented publishers: articles, copies, edits, and outages, from a seed. */
import { createHash } from "node:crypto";
import { HOUR_MS, MINUTE_MS } from "../../../src/kit/time/spans.ts";
import type { FeedKind } from "../../../src/trading/news/sources/source.ts";
import { seededRandom, type Below } from "../damaged-documents.ts";

export interface FarmSize {
  readonly seed: number;
  readonly feeds: number;
  /** Feeds share them. */
  readonly hosts: number;
  readonly items: number;
  /** In which they are published. */
  readonly hours: number;
}

/** A feed's items about a story, from its time on. */
export interface FarmItem {
  readonly story: number;
  readonly atMs: number;
  readonly url: string;
  readonly title: string;
  /** Another title, shown from then on. */
  readonly edit: { readonly atMs: number; readonly title: string } | undefined;
}

export interface FarmFeed {
  readonly name: string;
  readonly host: number;
  readonly path: string;
  readonly kind: FeedKind;
  /** The data about its age: one of the two, or neither. */
  readonly validator: "etag" | "last-modified" | "none";
  /** The newest first. */
  readonly items: readonly FarmItem[];
}

export type OutageKind = "500" | "429" | "reset" | "robots" | "half" | "page";

export interface Outage {
  readonly host: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly kind: OutageKind;
}

export interface FarmPlan {
  readonly startMs: number;
  readonly endMs: number;
  readonly feeds: readonly FarmFeed[];
  readonly outages: readonly Outage[];
  readonly stories: number;
}

const KINDS: readonly FeedKind[] = ["rss", "rss", "atom", "json", "sitemap"];
const VALIDATORS = ["etag", "last-modified", "etag", "none"] as const;
const OUTAGES: readonly OutageKind[] = ["500", "429", "reset", "robots", "half", "page"];
/** Of a title: so many that an edit and a copy of one story share at least seven of ten. */
const TITLE_WORDS = 12;
const VOCABULARY = 4_000;

/** A day that begins then. */
export function planFarm({ seed, feeds: count, hosts, items: wanted, hours }: FarmSize, startMs: number): FarmPlan {
  const below = seededRandom(seed);
  const items = Array.from({ length: count }, (): FarmItem[] => []);
  const lengthMs = hours * HOUR_MS;
  let [stories, written] = [0, 0];
  while (written < wanted) {
    const story = stories++;
    const words = Array.from({ length: TITLE_WORDS }, () => wordOf(below(VOCABULARY)));
    const origin = below(count);
    const atMs = startMs + below(lengthMs);
    const url = `https://site${origin}.example/story/${story}`;
    items[origin]?.push({ story, atMs, url, title: words.join(" "), edit: editOf(words, atMs, below) });
    written++;
    for (const copier of copiers(origin, count, below)) {
      if (written >= wanted) break;
      const copiedMs = atMs + below(Math.max(1, startMs + lengthMs - atMs));
      items[copier]?.push(copyOf({ story, url, words, copier, atMs: copiedMs }, below));
      written++;
    }
  }
  const feeds = items.map((listed, at): FarmFeed => {
    const kind = KINDS[at % KINDS.length] ?? "rss";
    const validator = VALIDATORS[below(VALIDATORS.length)] ?? "none";
    const newestFirst = listed.toSorted((one, other) => other.atMs - one.atMs);
    return { name: `Farm ${at}`, host: at % hosts, path: `/feed/${at}`, kind, validator, items: newestFirst };
  });
  return { startMs, endMs: startMs + lengthMs, feeds, stories, outages: planOutages(hosts, startMs, lengthMs, below) };
}

/** The title that an item shows at a moment. */
export function titleAt({ title, edit }: FarmItem, nowMs: number): string {
  return edit && edit.atMs <= nowMs ? edit.title : title;
}

/** Where a host is away, one after the other; most come back within the hour. */
function planOutages(hosts: number, startMs: number, lengthMs: number, below: Below): Outage[] {
  return Array.from({ length: hosts }, (_, host) => {
    const fromMs = startMs + below(lengthMs);
    const toMs = fromMs + (5 + below(55)) * MINUTE_MS;
    return { host, fromMs, toMs, kind: OUTAGES[host % OUTAGES.length] ?? "500" };
  });
}

function* copiers(origin: number, count: number, below: Below): Generator<number> {
  const first = below(count);
  for (let copy = 0; copy < below(4); copy++) if ((first + copy) % count !== origin) yield (first + copy) % count;
}

interface Copied {
  readonly story: number;
  readonly url: string;
  readonly words: readonly string[];
  readonly copier: number;
  readonly atMs: number;
}

/** The same address as a reader was sent there, or the same words at an address of its own. */
function copyOf({ story, url, words, copier, atMs }: Copied, below: Below): FarmItem {
  const own = `https://site${copier}.example/copy/${story}`;
  const title = words.join(" ");
  const ways: Pick<FarmItem, "url" | "title">[] = [
    { url: `${url}?utm_source=site${copier}`, title: `Read this: ${title}` },
    { url: own, title: title.toUpperCase() },
    { url: own, title: `Update: ${title}` },
    { url: `${own}/?utm_medium=rss`, title: words.join(", ") },
  ];
  const way = ways[below(ways.length)] ?? { url: own, title };
  return { story, atMs, ...way, edit: undefined };
}

/** One word of a tenth of the titles. */
function editOf(words: readonly string[], atMs: number, below: Below): FarmItem["edit"] {
  if (below(10) > 0) return undefined;
  const place = below(words.length);
  return { atMs: atMs + (5 + below(120)) * MINUTE_MS, title: words.with(place, wordOf(below(VOCABULARY))).join(" ") };
}

/** Letters that no language claims for its frequent words. */
function wordOf(number: number): string {
  const digest = createHash("sha256").update(`word ${number}`).digest();
  return Array.from(digest.subarray(0, 8), (byte) => String.fromCodePoint(97 + (byte % 26))).join("");
}
