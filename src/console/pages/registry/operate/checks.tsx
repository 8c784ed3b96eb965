/** What works in this program, what does not, and what is new in its release. */
import type { ProgramReport } from "../../../../../clients/typescript/src/registry.ts";
import { registry } from "../../../live/clients.ts";
import { useAsked } from "../../../live/asked.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { Time } from "../../../parts/time.tsx";
import { say, texts } from "../../../say.ts";

const T = texts.registry.checks;
/** What is away outside may take so long to show. */
const PATIENCE_MS = 40_000;

const COLUMNS: readonly Column<ProgramReport["checks"][number]>[] = [
  { title: T.what, isMain: true, cell: ({ what }) => what },
  { title: T.state, cell: ({ ok }) => <Badge tone={ok ? "good" : "bad"} text={ok ? T.good : T.bad} /> },
  { title: T.says, cell: ({ says }) => says },
];

export function Checks() {
  const asked = useAsked((signal) => registry.system.checkProgram({}, { signal, timeoutMs: PATIENCE_MS }), []);
  return (
    <Show asked={asked}>
      {({ version, checkedAt, checks, news }) => (
        <>
          <Section
            title={say(T.title, { version })}
            actions={
              <button type="button" onClick={asked.again}>
                {T.again}
              </button>
            }
          >
            <p>
              {T.at} <Time at={checkedAt} />
            </p>
            <Table caption={T.caption} columns={COLUMNS} rows={checks} keyOf={({ what, says }) => `${what} ${says}`} />
          </Section>
          {news.length > 0 && (
            <Section title={T.news}>
              <ul class="issues">
                {news.map(({ kind, says }) => (
                  <li key={says}>
                    {kind}: {says}
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </>
      )}
    </Show>
  );
}
