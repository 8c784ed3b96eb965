/** What is wrong, in sentences, each with the place to go on. */
import { typed } from "../../live/typed.ts";
import { Badge } from "../../parts/badge.tsx";
import { texts } from "../../say.ts";
import type { Finding } from "./states/service-state.ts";

const T = texts.home;

export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul class="findings">
      {findings.map(({ tone, says, next }) => (
        <li key={says}>
          <Badge tone={tone} text={T.marks[tone]} /> {says}{" "}
          {next?.kind === "page" && <a href={next.to}>{next.title}</a>}
          {next?.kind === "command" && <code>{typed(next.command)}</code>}
        </li>
      ))}
    </ul>
  );
}
