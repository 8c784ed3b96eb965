/** Where the user goes on: buttons to pages, and commands to copy. */
import { typed } from "../../live/typed.ts";
import { Snippet } from "../../parts/copy.tsx";
import type { NextStep } from "./states/service-state.ts";

export function NextSteps({ steps, what }: { readonly steps: readonly NextStep[]; readonly what: string }) {
  const pages = steps.filter((step) => step.kind === "page");
  return (
    <>
      {steps.map(
        (step) => step.kind === "command" && <Snippet key={step.command} text={typed(step.command)} what={what} />,
      )}
      {pages.length > 0 && (
        <div class="actions">
          {pages.map(({ to, title }) => (
            <a key={to} class="button" href={to}>
              {title}
            </a>
          ))}
        </div>
      )}
    </>
  );
}
