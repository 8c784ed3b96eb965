/** A plan with what the person has filled in: what is left open, and what is left out. */
import type { Template, Wanted } from "./install-inputs.ts";
import type { Endpoint, InstallPlan, Pair } from "./install-plan.ts";

/** By the inputs' ids. A switch is `true` or `false`; of a secret, `true` says that there is to be a place for it. */
export type Given = Readonly<Record<string, string>>;

export interface Filled {
  readonly start?: { readonly command: string; readonly args: readonly Template[]; readonly env: readonly Pair[] };
  readonly endpoint?: Endpoint;
  /** What snippets have places for: secrets, and needed inputs that are empty. In the order of the plan. */
  readonly open: readonly Wanted[];
}

export function fillIn({ start, endpoint, inputs }: InstallPlan, given: Given): Filled {
  const valueOf = (wanted: Wanted): string =>
    Object.hasOwn(given, wanted.id) ? (given[wanted.id] ?? "") : wanted.fallback;
  const isKept = (template: Template): boolean =>
    template.every((part) => {
      if (typeof part === "string") return true;
      if (part.isSwitch) return valueOf(part) === "true";
      if (part.isSecret) return part.isRequired || given[part.id] === "true";
      return part.isRequired || valueOf(part) !== "";
    });
  const fill = (template: Template): Template =>
    template.map((part) => (typeof part === "string" || part.isSecret ? part : valueOf(part) || part));
  const pairs = (list: readonly Pair[]): Pair[] =>
    list.filter(({ value }) => isKept(value)).map(({ name, value }) => ({ name, value: fill(value) }));

  const filled = {
    ...(start && {
      start: {
        command: start.command,
        args: start.args
          .filter(({ words, onlyWith = [] }) => [...words, onlyWith].every(isKept))
          .flatMap(({ words }) => words.map(fill)),
        env: pairs(start.env),
      },
    }),
    ...(endpoint && { endpoint: { ...endpoint, url: fill(endpoint.url), headers: pairs(endpoint.headers) } }),
  };
  const used = new Set<string | Wanted>([
    ...(filled.start ? [...filled.start.args, ...filled.start.env.map(({ value }) => value)].flat() : []),
    ...(filled.endpoint ? [filled.endpoint.url, ...filled.endpoint.headers.map(({ value }) => value)].flat() : []),
  ]);
  return { ...filled, open: inputs.filter((input) => used.has(input)) };
}
