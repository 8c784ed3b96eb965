/** The completion for fish. */
import type { CompletionCases } from "./completion-cases.ts";

export function fishCompletion({ steps, cases }: CompletionCases): string {
  const values = cases.filter(({ at }) => at.includes(":")).map(({ at }) => quoted(at));
  return `# Completion of tripod for fish. Load it with: tripod completion fish | source
function __tripod_at
    set -l at ''
    set -l value ''
    for word in (commandline -opc)[2..-1]
        if test -n "$value"
            set value ''
            continue
        end
        switch "$at:$word"
            case ${values.join(" ")}
                set value "$at:$word"
${[...steps].map(([from, to]) => `            case ${quoted(from)}\n                set at ${quoted(to)}`).join("\n")}
        end
    end
    if test -n "$value"
        test "$value" = "$argv[1]"
    else
        test "$at" = "$argv[1]"
    end
end
complete -c tripod -f
${cases.flatMap(linesOf).join("\n")}
`;
}

function linesOf({ at, words, hasPaths }: CompletionCases["cases"][number]): string[] {
  const when = `complete -c tripod -n ${quoted(`__tripod_at '${at}'`)}`;
  const lines = words.map(({ word, about }) => {
    const what = about === "" ? "" : ` -d ${quoted(about)}`;
    return `${when} -a ${quoted(word)}${what}`;
  });
  return hasPaths ? [...lines, `${when} -F`] : lines;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
