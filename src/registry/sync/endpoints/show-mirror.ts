import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { formatInstant, toMillis, type Instant } from "../../../kit/time/instant.ts";
import { SECOND_MS } from "../../../kit/time/spans.ts";
import { endpoint } from "../../endpoint.ts";
import type { SyncState } from "../store.ts";
import { upstreamOf } from "../sync-once.ts";

const timeOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const unfinished = Type.Object(
  {
    startedAt: Type.String({ description: "When it began" }),
    reachedAt: Type.String({ description: "When it last got further" }),
    pages: Type.Integer({ minimum: 0, description: "Pages of the list whose servers are here" }),
  },
  { title: "UnfinishedReading", additionalProperties: false },
);

const followed = Type.Object(
  {
    upstream: Type.String({ description: "Base URL of the registry" }),
    isFollowed: Type.Boolean({ description: "Whether the settings name it now" }),
    ageSeconds: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: "Since it was last read to the end; null before that has worked once",
    }),
    lastSuccessAt: timeOrNull("When it was last read to the end"),
    lastFullAt: timeOrNull("When everything was last read, and not only changes"),
    lastAttemptAt: timeOrNull("When it was last tried"),
    nextAttemptAt: timeOrNull("It is not tried before"),
    lastUpdatedAt: timeOrNull("The newest change that was seen there"),
    lastError: Type.Union([Type.String(), Type.Null()], { description: "Of the last run; null when it worked" }),
    failures: Type.Integer({ minimum: 0, description: "In a row" }),
    unfinished: Type.Union([unfinished, Type.Null()], {
      description: "A reading of everything that has not come to its end; the next run goes on with it",
    }),
  },
  { title: "FollowedUpstream", additionalProperties: false },
);

const origin = Type.Object(
  {
    origin: Type.String({ description: "`local` for what was published here, else the name of the upstream" }),
    servers: Type.Integer({ minimum: 0 }),
    versions: Type.Integer({ minimum: 0, description: "Deleted ones too" }),
  },
  { title: "Origin", additionalProperties: false },
);

/** The mirrored source, and how well mirroring works. */
export const showMirror = endpoint({
  id: "sync.showMirror",
  method: "GET",
  path: "/admin/mirror",
  auth: "admin",
  summary: "What is mirrored",
  description:
    "Upstreams that are followed now, or were before, and how many servers came from where. An upstream that was never " +
    "tried is not in the list. `origin` is the name that the settings give to the upstream.",
  input: {},
  output: json(
    Type.Object(
      { upstreams: Type.Array(followed), origins: Type.Array(origin) },
      { title: "Mirror", additionalProperties: false },
    ),
  ),
  errors: [],
  beyondSpec: true,
  examples: [{ name: "now" }],

  async run({ mirror, clock }) {
    const [states, origins] = await Promise.all([mirror.listStates(), mirror.countOrigins()]);
    const current = mirror.syncUrl === "" ? undefined : upstreamOf(mirror.syncUrl);
    const now = clock.now();
    return {
      upstreams: states.map((state) => viewState(state, state.upstream === current, now)),
      origins: origins.map(({ origin: name, servers, versions }) => ({ origin: name, servers, versions })),
    };
  },
});

function viewState(state: SyncState, isFollowed: boolean, now: Instant) {
  const shown = (at: Instant | null): string | null => (at === null ? null : formatInstant(at));
  const { lastSuccessAt, unfinished: reading } = state;
  const ageMs = lastSuccessAt === null ? null : Math.max(0, toMillis(now) - toMillis(lastSuccessAt));
  return {
    upstream: state.upstream,
    isFollowed,
    ageSeconds: ageMs === null ? null : Math.floor(ageMs / SECOND_MS),
    lastSuccessAt: shown(lastSuccessAt),
    lastFullAt: shown(state.lastFullAt),
    lastAttemptAt: shown(state.lastAttemptAt),
    nextAttemptAt: shown(state.nextAttemptAt),
    lastUpdatedAt: shown(state.lastUpdatedAt),
    lastError: state.lastError,
    failures: state.failures,
    unfinished: reading && {
      startedAt: formatInstant(reading.startedAt),
      reachedAt: formatInstant(reading.reachedAt),
      pages: reading.pages,
    },
  };
}
