/** The process that answers: whether it is ready, its version, and for admins what its checks found and what is new in it. */
import { about, type ServiceName } from "../../live/about.ts";
import { isAdminOf } from "../../live/admin.ts";
import { useAsked } from "../../live/asked.ts";
import { adviceFor } from "../../live/check-advice.ts";
import { failureOf } from "../../live/failure.ts";
import { programWords } from "../../live/typed.ts";
import { readProgramReport, type ProgramCheck, type ProgramReport } from "../../live/program-report.ts";
import { Badge } from "../../parts/badge.tsx";
import { Section } from "../../parts/page.tsx";
import { Verdict } from "../../parts/program-checks.tsx";
import { ReleaseNotes } from "../../parts/release-notes.tsx";
import { Show } from "../../parts/states.tsx";
import { Time } from "../../parts/time.tsx";
import { say, texts } from "../../say.ts";
import { readiness } from "./readiness.ts";
import { Findings } from "./findings.tsx";

const T = texts.home;
const READY_EVERY_MS = 15_000;
/** A check opens connections, and counts as ten requests. */
const CHECK_EVERY_MS = 300_000;

export function ProgramSection() {
  const ready = useAsked(readiness, [], { everyMs: READY_EVERY_MS });
  const services = about.value?.services ?? [];
  const administered = services.map(({ name }) => name).filter(isAdminOf);
  return (
    <Section title={say(T.program, { version: about.value?.version ?? "" })}>
      <Show asked={ready}>{(reasons) => <Readiness reasons={reasons} />}</Show>
      {administered.length === 0 ? <p class="faint">{T.adminsSeeMore}</p> : <Checked services={administered} />}
    </Section>
  );
}

function Readiness({ reasons }: { readonly reasons: readonly string[] }) {
  if (reasons.length > 0) {
    return (
      <Findings
        findings={reasons.map((reason) => ({ tone: "bad", says: say(T.notReady, { reason, tripod: programWords() }) }))}
      />
    );
  }
  return (
    <p>
      <Badge tone="good" text={T.ready} /> {T.readyWhy}
    </p>
  );
}

/** The process is the same for all services, so what several of them found is said once. */
function Checked({ services }: { readonly services: readonly ServiceName[] }) {
  const asked = useAsked((signal) => readAll(services, signal), [services.join(" ")], { everyMs: CHECK_EVERY_MS });
  return (
    <Show asked={asked}>
      {({ checks, checkedAt, news }) => (
        <>
          <p>
            <Verdict checks={checks} /> {texts.checks.at} <Time at={checkedAt} />
          </p>
          <Findings
            findings={checks
              .filter(({ ok }) => !ok)
              .map(({ what, says }) => ({
                tone: "bad",
                says: say(T.finding, { what, says: says.replace(/\.$/, ""), next: adviceFor(what) }),
              }))}
          />
          <ReleaseNotes news={news} />
        </>
      )}
    </Show>
  );
}

/** A service that cannot be checked is something to mend too. @throws the reason when none can be checked */
async function readAll(services: readonly ServiceName[], signal: AbortSignal): Promise<ProgramReport> {
  const answers = await Promise.allSettled(services.map((service) => readProgramReport(service, signal)));
  const checks = new Map<string, ProgramCheck>();
  const add = (check: ProgramCheck) => checks.set(`${check.what}\n${check.says}`, check);
  let first: ProgramReport | undefined;
  let reason: unknown;
  for (const [at, answer] of answers.entries()) {
    if (answer.status === "fulfilled") {
      first ??= answer.value;
      for (const check of answer.value.checks) add(check);
    } else {
      reason = answer.reason;
      const what = texts[services[at] ?? "registry"].title;
      add({ what, ok: false, says: failureOf(reason).message });
    }
  }
  if (!first) throw reason;
  return { ...first, checks: [...checks.values()] };
}
