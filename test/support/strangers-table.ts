/** Ids of others look exactly like ids that do not exist, at every endpoint of a table. */
import type { AnyEndpoint, Example } from "../../src/kit/endpoint/endpoint.ts";
import { requestOf, send, type RequestHeaders, type TestWorld } from "./test-world.ts";

/** Parameters that name one thing of an account. */
export const ID_PARAMETERS = [
  "algorithm_id",
  "apikey",
  "copy_strategy_id",
  "executable_apikeys",
  "export_id",
  "id",
  "ids",
  "key_id",
  "keywordid",
  "leg_id",
  "main_id",
  "profile_id",
  "profiles",
  "closing_profiles",
  "server_id",
  "subaccount_id",
  "tab_id",
  "template_id",
  "uid",
  "wallet_id",
  "webhook_id",
] as const;

/** Nothing has this id. */
const ABSENT = "987654321";

export interface Strangers {
  readonly world: TestWorld;
  /** Who asks for the things of the world's own caller. */
  readonly stranger: () => RequestHeaders;
  /** Endpoints whose ids name what everybody may see or use. */
  readonly isPublic: (endpoint: AnyEndpoint) => boolean;
}

export interface StrangersFound {
  readonly problems: readonly string[];
  /** Endpoints at which an id was tried that the owner then used. */
  readonly tried: readonly string[];
}

/**
 * Replays the examples as their owner, and before each lets a stranger ask for the same ids, and for ids that nothing has:
 * both are answered alike, but for the id.
 */
export async function walkAsStranger({ world, stranger, isPublic }: Strangers): Promise<StrangersFound> {
  const problems: string[] = [];
  const tried = new Set<string>();
  for (const endpoint of world.endpoints) {
    for (const example of endpoint.examples) {
      const twin = isPublic(endpoint) || (example.status ?? 200) >= 400 ? undefined : twinOf(example);
      if (twin) {
        const [theirs, nobodys] = [
          await ask(world, stranger, endpoint, example, twin.ids),
          await ask(world, stranger, endpoint, twin.example, [ABSENT]),
        ];
        if (theirs !== nobodys) problems.push(`${endpoint.id}, "${example.name}": ${theirs} | ${nobodys}`);
      }
      const request = requestOf(world, endpoint, example);
      const own = await send(world, request, await world.credentials(request, endpoint));
      if (twin && own.status < 400) tried.add(endpoint.id);
    }
  }
  return { problems, tried: [...tried] };
}

async function ask(
  world: TestWorld,
  stranger: () => RequestHeaders,
  endpoint: AnyEndpoint,
  example: Example,
  ids: readonly string[],
): Promise<string> {
  const { status, body } = await send(world, requestOf(world, endpoint, example), stranger());
  let text = body.toString();
  try {
    text = JSON.stringify((JSON.parse(text) as { data?: unknown }).data);
  } catch {
    // Not the envelope: compared as it is.
  }
  return `${status} ${ids.reduce((plain, id) => plain.replaceAll(id, "<id>"), text)}`.slice(0, 400);
}

/** The example with ids that nothing has in the place of its own; undefined where it has none. */
function twinOf(example: Example): { readonly example: Example; readonly ids: readonly string[] } | undefined {
  const ids: string[] = [];
  const swap = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(swap);
    if (!/^\d+$/.test(String(value))) return value;
    ids.push(String(value));
    return typeof value === "number" ? Number(ABSENT) : ABSENT;
  };
  const swapped = <Values extends object>(values: Values | undefined): Values | undefined =>
    values &&
    (Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        ID_PARAMETERS.some((each) => each === name) ? swap(value) : value,
      ]),
    ) as Values);
  const query = swapped(example.query);
  const body = typeof example.body === "object" && example.body !== null ? swapped(example.body) : example.body;
  if (ids.length === 0) return undefined;
  return { example: { ...example, ...(query && { query }), ...(body !== undefined && { body }) }, ids };
}
