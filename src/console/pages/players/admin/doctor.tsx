/** Doctor: every source of every server is tried, and each says in words what is wrong and what to do. */
import type { DoctorReport } from "../../../../../clients/typescript/src/players.ts";
import { useAsked } from "../../../live/asked.ts";
import { players } from "../../../live/clients.ts";
import { Badge, type Tone } from "../../../parts/badge.tsx";
import { Section } from "../../../parts/page.tsx";
import { Show } from "../../../parts/states.tsx";
import { Table, type Column } from "../../../parts/table.tsx";
import { texts } from "../../../say.ts";

const T = texts.players.admin.doctor;
/** The lookup takes up to 20 seconds. */
const PATIENCE_MS = 30_000;

type Line = DoctorReport["Lines"][number];
const TONES: Readonly<Record<Line["State"], Tone>> = { ok: "good", wrong: "bad", off: "plain" };

const COLUMNS: readonly Column<Line>[] = [
  {
    title: T.source,
    isMain: true,
    cell: ({ Source, Server }) => (Server === null ? T.sources[Source] : `${Server}: ${T.sources[Source]}`),
  },
  { title: T.state, cell: ({ State }) => <Badge tone={TONES[State]} text={T.states[State]} /> },
  { title: T.says, cell: ({ Says }) => Says },
  { title: T.doThis, cell: ({ DoThis }) => DoThis ?? "–" },
];

export function Doctor() {
  const report = useAsked(
    (signal) => players.cluster.examineSources({}, { signal, timeoutMs: PATIENCE_MS, retries: 0 }),
    [],
  );
  return (
    <Section
      title={T.heading}
      actions={
        <button type="button" onClick={report.again}>
          {report.isAsking ? T.trying : T.tryAgain}
        </button>
      }
    >
      <Show asked={report}>
        {({ Works, Lines, Cluster }) => (
          <>
            <p role="status">
              <Badge tone={Works ? "good" : "bad"} text={Works ? T.works : T.trouble} /> {Cluster}
            </p>
            <Table
              caption={T.heading}
              columns={COLUMNS}
              rows={Lines}
              keyOf={({ Server, Source }) => `${Server ?? ""} ${Source}`}
            />
          </>
        )}
      </Show>
    </Section>
  );
}
