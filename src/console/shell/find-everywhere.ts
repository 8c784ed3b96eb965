/** What the services, and the console itself, find for a text. */
import type { SimpleProfile, TribeSummary } from "../../../clients/typescript/src/players.ts";
import type { ServiceName } from "../live/about.ts";
import { players, registry } from "../live/clients.ts";
import { failureOf, needsSignIn } from "../live/failure.ts";
import { say, texts } from "../say.ts";
import { findMarkets } from "./find-markets.ts";
import { SERVICE_PAGES } from "./pages.ts";

export interface Found {
  readonly title: string;
  /** What it is: "tool server". */
  readonly kind: string;
  /** Its page. */
  readonly to: string;
}

export interface FoundEverywhere {
  readonly found: readonly Found[];
  /** A sentence for each service that could not be asked: an answer is never silently incomplete. */
  readonly missing: readonly string[];
}

type Find = (text: string, signal: AbortSignal) => Promise<readonly Found[]>;

/** As many of each service as are shown. */
const LIMIT = 5;

const FINDERS: Partial<Record<ServiceName, Find>> = {
  async registry(text, signal) {
    const { servers } = await registry.servers.listServers(
      { search: text, version: "latest", limit: LIMIT },
      { signal },
    );
    return servers.map(({ server: { name } }) => ({
      title: name,
      kind: texts.search.kinds.server,
      to: `/console/registry/servers/${encodeURIComponent(name)}`,
    }));
  },
  async players(q, signal) {
    const [people, tribes] = await Promise.all([
      players.search.searchNames({ type: "Player", q, limit: LIMIT }, { signal }),
      players.search.searchNames({ type: "Tribe", q, limit: LIMIT }, { signal }),
    ]);
    const { player, tribe } = texts.search.kinds;
    return [
      ...(people as readonly SimpleProfile[]).map(({ Id: id, CharacterName: name, PlatformName: account }) => ({
        title: name === account ? name : `${name} (${account})`,
        kind: player,
        to: `/console/players/players/${id}`,
      })),
      ...(tribes as readonly TribeSummary[]).map(({ Id: id, Name: name }) => ({
        title: name,
        kind: tribe,
        to: `/console/players/tribes/${id}`,
      })),
    ];
  },
  async trading(text) {
    const { first, total, names } = await findMarkets(text, LIMIT);
    const { market, page } = texts.search.kinds;
    const found = first.map(({ code, exchange, symbol }) => ({
      title: symbol,
      kind: say(market, { exchange: names.get(exchange) ?? exchange }),
      to: `/console/trading/markets/${encodeURIComponent(code)}`,
    }));
    if (total <= first.length) return found;
    const all = {
      title: say(texts.search.allMarkets, { total, text }),
      kind: say(page, { service: texts.trading.title }),
      to: `/console/trading/markets?q=${encodeURIComponent(text)}`,
    };
    return [...found, all];
  },
};

export async function findEverywhere(
  text: string,
  services: readonly ServiceName[],
  signal: AbortSignal,
): Promise<FoundEverywhere> {
  if (text === "") return { found: [], missing: [] };
  const asked = services.flatMap((service) => {
    const find = FINDERS[service];
    return find ? [{ service, answer: find(text, signal) }] : [];
  });
  const answers = await Promise.allSettled(asked.map(({ answer }) => answer));
  signal.throwIfAborted();
  const found: Found[] = pagesNamed(text, services);
  const missing: string[] = [];
  for (const [at, answer] of answers.entries()) {
    if (answer.status === "fulfilled") found.push(...answer.value);
    else missing.push(whyMissing(asked[at]?.service ?? "registry", answer.reason));
  }
  return { found, missing };
}

function whyMissing(service: ServiceName, reason: unknown): string {
  const failure = failureOf(reason);
  const values = { service: texts[service].title, reason: failure.message };
  return say(needsSignIn(failure) ? texts.search.needsSignIn : texts.search.failed, values);
}

function pagesNamed(text: string, services: readonly ServiceName[]): Found[] {
  const wanted = text.toLowerCase();
  return SERVICE_PAGES.filter(({ service }) => services.includes(service)).flatMap(({ title: of, pages }) =>
    pages.flatMap(({ title, path }) =>
      title?.toLowerCase().includes(wanted) === true
        ? [{ title, kind: say(texts.search.kinds.page, { service: of }), to: path }]
        : [],
    ),
  );
}
