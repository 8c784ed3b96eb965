/** What differs between the documents of two versions. */
import type { ServerResponse } from "../../../../../clients/typescript/src/registry.ts";
import { useParam } from "../../../live/param.ts";
import { Choice } from "../../../parts/field.tsx";
import { Empty } from "../../../parts/states.tsx";
import { count, say, texts } from "../../../say.ts";
import { diffLines, type DiffLine } from "../core/diff-lines.ts";

const T = texts.registry.compare;
const SIGNS: Readonly<Record<DiffLine["mark"], string>> = { same: "  ", added: "+ ", removed: "- " };

interface CompareProps {
  readonly all: readonly ServerResponse[];
  /** The version that the page shows. */
  readonly shown: string;
}

export function Compare({ all, shown }: CompareProps) {
  const [from, setFrom] = useParam("from");
  const [to, setTo] = useParam("to");
  if (all.length < 2) return <Empty title={T.single} />;
  const versions = all.map(({ server: { version } }) => version);
  const after = to === "" ? shown : to;
  const before = from === "" ? (versions.find((version) => version !== after) ?? after) : from;
  const choices = versions.map((version) => [version, version] as const);
  const lines = diffLines(textOf(all, before), textOf(all, after));
  const changed = lines.filter(({ mark }) => mark !== "same").length;
  return (
    <>
      <div class="inputs">
        <Choice
          label={T.from}
          choices={choices}
          value={before}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <Choice label={T.to} choices={choices} value={after} onChange={(event) => setTo(event.currentTarget.value)} />
      </div>
      <p role="status">{changed === 0 ? T.equal : count(changed, T.changed)}</p>
      <pre class="diff" tabIndex={0} aria-label={say(T.label, { from: before, to: after })}>
        {lines.map(({ mark, text }, at) => (
          <span key={at} class={mark}>
            {SIGNS[mark] + text}
          </span>
        ))}
      </pre>
    </>
  );
}

function textOf(all: readonly ServerResponse[], version: string): string {
  const found = all.find(({ server }) => server.version === version);
  return found ? JSON.stringify(found.server, null, 2) : "";
}
