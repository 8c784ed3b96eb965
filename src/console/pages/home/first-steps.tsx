/** What a new installation, or a new user, has not done yet. Nothing where all is done. */
import { about } from "../../live/about.ts";
import { Section } from "../../parts/page.tsx";
import { texts } from "../../say.ts";
import { command, type FirstStep } from "./states/service-state.ts";
import { NextSteps } from "./next-steps.tsx";
import type { ServiceStates } from "./use-states.ts";

const T = texts.home.steps;

export function FirstSteps({ states }: { readonly states: ServiceStates }) {
  const steps = stepsOf(states);
  if (steps.length === 0) return null;
  return (
    <Section title={T.title}>
      <ol class="first-steps">
        {steps.map(({ title, why, next }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{why}</p>
            <NextSteps steps={next} what={T.command} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function stepsOf(states: ServiceStates): readonly FirstStep[] {
  const { services = [], demo = false } = about.value ?? {};
  const own = services.flatMap(({ name }) => states[name].value?.steps ?? []);
  return demo ? [...own, { title: T.own, why: T.ownWhy, next: [command("init"), command("serve")] }] : own;
}
