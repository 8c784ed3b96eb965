/** The completion for zsh. */
import type { Candidate, CompletionCases } from "./completion-cases.ts";

export function zshCompletion({ steps, cases }: CompletionCases): string {
  const values = cases.filter(({ at }) => at.includes(":")).map(({ at }) => quoted(at));
  return `#compdef tripod
# Completion of tripod for zsh. Load it with: source <(tripod completion zsh)
_tripod() {
  local at='' value='' word
  local -a found
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ -n $value ]]; then
      value=''
      continue
    fi
    case "$at:$word" in
      ${values.join(" | ")}) value="$at:$word" ;;
${[...steps].map(([from, to]) => `      ${quoted(from)}) at=${quoted(to)} ;;`).join("\n")}
    esac
  done
  case "\${value:-$at}" in
${cases.map((each) => `    ${quoted(each.at)})\n${linesOf(each)}\n      ;;`).join("\n")}
  esac
  (( \${#found} )) && _describe 'tripod' found
}
if [[ \${funcstack[1]} == _tripod ]]; then _tripod "$@"; else compdef _tripod tripod; fi
`;
}

function linesOf({ words, hasPaths }: CompletionCases["cases"][number]): string {
  const found = `      found=(${words.map(described).join(" ")})`;
  return hasPaths ? `${found}\n      _files` : found;
}

function described({ word, about }: Candidate): string {
  return quoted(about === "" ? word : `${word}:${about}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
