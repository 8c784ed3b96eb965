/** Home: what runs here, what is wrong, and the first steps that are not done yet. */
import { about } from "../../live/about.ts";
import { Page } from "../../parts/page.tsx";
import { texts } from "../../say.ts";
import { FirstSteps } from "./first-steps.tsx";
import { ProgramSection } from "./program-section.tsx";
import { ServiceCard } from "./service-card.tsx";
import { useStates } from "./use-states.ts";

export function Home() {
  const states = useStates();
  const services = about.value?.services ?? [];
  return (
    <Page title={texts.home.title}>
      <FirstSteps states={states} />
      <div class="cards">
        {services.map((service) => (
          <ServiceCard key={service.name} service={service} state={states[service.name]} />
        ))}
      </div>
      <ProgramSection />
    </Page>
  );
}
