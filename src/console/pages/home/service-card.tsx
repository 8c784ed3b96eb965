/** A service: how it is, what is wrong with it and what to do, and where its pages begin. */
import type { About, ServiceName } from "../../live/about.ts";
import { isAdminOf } from "../../live/admin.ts";
import type { Asked } from "../../live/asked.ts";
import { Badge } from "../../parts/badge.tsx";
import { Section } from "../../parts/page.tsx";
import { Show } from "../../parts/states.tsx";
import { SERVICE_PAGES } from "../../shell/pages.ts";
import { say, texts } from "../../say.ts";
import type { ServiceState } from "./states/service-state.ts";
import { Findings } from "./findings.tsx";

const T = texts.home;

/** Where each service shows its checks to admins. */
const CHECKS: Readonly<Record<ServiceName, string>> = {
  registry: "/console/registry/operate?tab=checks",
  players: "/console/players/admin?show=checks",
  trading: "/console/trading/staff/checks",
};

interface ServiceCardProps {
  readonly service: About["services"][number];
  readonly state: Asked<ServiceState | undefined>;
}

export function ServiceCard({ service: { name, title, description }, state }: ServiceCardProps) {
  return (
    <Section title={title} actions={state.value && <Verdict state={state.value} isOld={state.failure !== undefined} />}>
      <p class="faint">{description}</p>
      <Show asked={state}>{(known) => known && <Said state={known} />}</Show>
      <p class="actions">
        <a class="button" href={firstPage(name)}>
          {say(T.open, { service: texts[name].title })}
        </a>
        {isAdminOf(name) && (
          <a class="button" href={CHECKS[name]}>
            {T.checks}
          </a>
        )}
        <a href={`/docs/${name}`}>{T.interface}</a>
      </p>
    </Section>
  );
}

/** A state that is not known now is not called good. */
function Verdict({ state: { findings }, isOld }: { readonly state: ServiceState; readonly isOld: boolean }) {
  if (isOld) return <Badge tone="warn" text={T.notKnown} />;
  const isWrong = findings.some(({ tone }) => tone !== "plain");
  return <Badge tone={isWrong ? "bad" : "good"} text={isWrong ? T.attention : T.runs} />;
}

function Said({ state: { sentences, findings } }: { readonly state: ServiceState }) {
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Findings findings={findings} />
    </>
  );
}

function firstPage(name: ServiceName): string {
  return SERVICE_PAGES.find(({ service }) => service === name)?.pages[0]?.path ?? "/console";
}
