/** Where the servers come from, and how fresh the upstream registries are. */
import type { Mirror as MirrorState } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { spanText } from "../../../live/span-text.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/page.tsx";
import { Empty, Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { count, texts } from "../../../say.ts";

const T = texts.registry.mirror;
const EVERY_MS = 30_000;
type Upstream = MirrorState["upstreams"][number];
type Origin = MirrorState["origins"][number];

const UPSTREAMS: readonly Column<Upstream>[] = [
  { title: T.upstream, isMain: true, cell: ({ upstream }) => upstream },
  {
    title: T.state,
    cell: ({ isFollowed }) => <Badge tone={isFollowed ? "good" : "plain"} text={isFollowed ? T.followed : T.former} />,
  },
  { title: T.age, cell: ageOf },
  { title: T.success, cell: ({ lastSuccessAt }) => <Time at={lastSuccessAt} /> },
  { title: T.attempt, cell: ({ lastAttemptAt }) => <Time at={lastAttemptAt} /> },
  { title: T.error, cell: ({ lastError }) => lastError ?? "" },
  { title: T.next, cell: ({ nextAttemptAt }) => <Time at={nextAttemptAt} /> },
];

const ORIGINS: readonly Column<Origin>[] = [
  { title: T.origin, isMain: true, cell: ({ origin }) => (origin === "local" ? T.here : origin) },
  { title: T.servers, isNumber: true, cell: ({ servers }) => servers },
  { title: T.versions, isNumber: true, cell: ({ versions }) => versions },
];

function ageOf({ ageSeconds, unfinished }: Upstream): string {
  if (ageSeconds !== null) return spanText(ageSeconds * 1_000);
  return unfinished === null ? T.neverRead : count(unfinished.pages, T.soFar);
}

export function Mirror() {
  const asked = useAsked((signal) => registry.sync.showMirror({}, { signal }), [], { everyMs: EVERY_MS });
  return (
    <Show asked={asked}>
      {({ upstreams, origins }) => (
        <>
          <Section title={T.upstreams}>
            {upstreams.length === 0 ? (
              <Empty title={T.none}>
                <p>
                  {T.noneHint} <code>TRIPOD_REGISTRY_SYNC_URL</code>
                </p>
              </Empty>
            ) : (
              <Table caption={T.upstreams} columns={UPSTREAMS} rows={upstreams} keyOf={({ upstream }) => upstream} />
            )}
          </Section>
          <Section title={T.origins}>
            <Table caption={T.origins} columns={ORIGINS} rows={origins} keyOf={({ origin }) => origin} />
          </Section>
        </>
      )}
    </Show>
  );
}
