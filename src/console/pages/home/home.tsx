/** Home: what runs here, whether it is well, and where to begin. */
import { about } from "../../live/about.ts";
import { useAsked } from "../../live/asked.ts";
import { Badge } from "../../parts/badge.tsx";
import { Page, Section } from "../../parts/page.tsx";
import { Show } from "../../parts/states.tsx";
import { SERVICE_PAGES } from "../../shell/pages.ts";
import { say, texts } from "../../say.ts";
import { readiness } from "./readiness.ts";

const T = texts.home;
const EVERY_MS = 15_000;

export function Home() {
  const ready = useAsked(readiness, [], { everyMs: EVERY_MS });
  const services = about.value?.services ?? [];
  return (
    <Page title={T.title}>
      <Section title={T.health}>
        <Show asked={ready}>
          {(reasons) =>
            reasons.length === 0 ? (
              <Badge tone="good" text={T.ready} />
            ) : (
              <ul>
                {reasons.map((reason) => (
                  <li key={reason}>
                    <Badge tone="bad" text={T.notReady} /> {reason}
                  </li>
                ))}
              </ul>
            )
          }
        </Show>
      </Section>
      <div class="cards">
        {services.map(({ name, title, description }) => (
          <Section key={name} title={title}>
            <p>{description}</p>
            <p>
              <a class="button" href={firstPage(name)}>
                {say(T.open, { service: texts[name].title })}
              </a>{" "}
              <a href={`/docs/${name}`}>{T.interface}</a>
            </p>
          </Section>
        ))}
      </div>
      <p class="faint">{say(T.version, { version: about.value?.version ?? "" })}</p>
    </Page>
  );
}

function firstPage(name: string): string {
  return SERVICE_PAGES.find(({ service }) => service === name)?.pages[0]?.path ?? "/console";
}
