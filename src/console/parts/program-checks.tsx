/** What works in the running program, what does not, what to do about it, and what is new in its release. */
import type { ServiceName } from "../live/about.ts";
import { useAsked } from "../live/asked.ts";
import { adviceFor } from "../live/check-advice.ts";
import { readProgramReport, type ProgramCheck } from "../live/program-report.ts";
import { count, say, texts } from "../say.ts";
import { Badge } from "./badge.tsx";
import { Section } from "./page.tsx";
import { ReleaseNotes } from "./release-notes.tsx";
import { Show } from "./states.tsx";
import { Table, type Column } from "./table.tsx";
import { Time } from "./time.tsx";

const T = texts.checks;

const COLUMNS: readonly Column<ProgramCheck>[] = [
  { title: T.what, isMain: true, cell: ({ what }) => <span class="whole-words">{what}</span> },
  { title: T.state, cell: ({ ok }) => <Badge tone={ok ? "good" : "bad"} text={ok ? T.good : T.bad} /> },
  { title: T.says, cell: ({ says }) => says },
  { title: T.next, cell: ({ what, ok }) => (ok ? "–" : adviceFor(what)) },
];

/** For admins of the service: the process that answers, and what this service needs outside. */
export function ProgramChecks({ service }: { readonly service: ServiceName }) {
  const asked = useAsked((signal) => readProgramReport(service, signal), [service]);
  return (
    <Show asked={asked}>
      {({ version, checkedAt, checks, news }) => (
        <Section
          title={say(T.title, { version })}
          actions={
            <button type="button" onClick={asked.again} disabled={asked.isAsking}>
              {asked.isAsking ? T.checking : T.again}
            </button>
          }
        >
          <p role="status">
            <Verdict checks={checks} /> {T.at} <Time at={checkedAt} />
          </p>
          <Table caption={T.caption} columns={COLUMNS} rows={checks} keyOf={({ what, says }) => `${what} ${says}`} />
          <ReleaseNotes news={news} />
        </Section>
      )}
    </Show>
  );
}

/** Says in a word whether something has to be mended. */
export function Verdict({ checks }: { readonly checks: readonly ProgramCheck[] }) {
  const wrong = checks.filter(({ ok }) => !ok).length;
  return wrong === 0 ? (
    <Badge tone="good" text={count(checks.length, T.allGood)} />
  ) : (
    <Badge tone="bad" text={count(wrong, T.toMend)} />
  );
}
