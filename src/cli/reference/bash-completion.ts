/** The completion for bash, from 3.2 on. */
import type { CompletionCases } from "./completion-cases.ts";

export function bashCompletion({ steps, cases }: CompletionCases): string {
  const values = cases.filter(({ at }) => at.includes(":")).map(({ at }) => `'${at}'`);
  return `# Completion of tripod for bash. Load it with: source <(tripod completion bash)
_tripod() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at='' value='' words='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == '=' ]]; then continue; fi
    if [[ -n $value ]]; then
      value=''
      continue
    fi
    case "$at:$word" in
      ${values.join(" | ")}) value="$at:$word" ;;
${[...steps].map(([from, to]) => `      '${from}') at='${to}' ;;`).join("\n")}
    esac
  done
  if [[ $cur == '=' ]]; then cur=''; fi
  COMPREPLY=()
  case "\${value:-$at}" in
${cases.map((each) => `    '${each.at}') ${linesOf(each)} ;;`).join("\n")}
  esac
  COMPREPLY+=($(compgen -W "$words" -- "$cur"))
}
complete -F _tripod tripod
`;
}

function linesOf({ words, hasPaths }: CompletionCases["cases"][number]): string {
  const given = `words='${words.map(({ word }) => word).join(" ")}'`;
  if (!hasPaths) return given;
  return `${given}; compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$cur")); IFS=$' \\t\\n'`;
}
