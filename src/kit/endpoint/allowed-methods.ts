/**
 * Which methods an address takes, for requests whose method has no route: those that no endpoint uses (`TRACE`,
 * `PROPFIND`), and those that Node's parser does not know.
 */
import { methodsOf } from "./endpoint.ts";
import { fixedHeaders } from "./cors.ts";
import type { ServiceForm } from "./form.ts";
import type { MountedService } from "./http-services.ts";

export interface KnownPlace {
  readonly form: ServiceForm;
  /** For the header `Allow`. */
  readonly allow: readonly string[];
  /** Names and values that every answer there has, in turn. */
  readonly fixed: readonly string[];
}

/** The methods of an address; undefined where no endpoint exists, whatever the method. */
export type FindAllowed = (url: string) => KnownPlace | undefined;

/** One segment of the paths of a service, with what may follow it. */
interface Branch {
  readonly fixed: Map<string, Branch>;
  parameter?: Branch;
  place?: { readonly methods: Set<string>; readonly found: KnownPlace };
}

export function allowedMethods(services: readonly MountedService[]): FindAllowed {
  const trees = services.map(({ form, endpoints }) => {
    const fold = (segment: string): string => (form.ignoreCase === true ? segment.toLowerCase() : segment);
    const root: Branch = { fixed: new Map() };
    for (const prefix of form.prefixes) {
      for (const endpoint of endpoints) {
        const branch = branchFor(root, `${prefix}${endpoint.path}`, fold);
        const methods = branch.place?.methods ?? new Set();
        for (const method of methodsOf(endpoint)) methods.add(method);
        if (methods.has("GET")) methods.add("HEAD");
        branch.place = {
          methods,
          found: { form, allow: [...methods, "OPTIONS"], fixed: fixedHeaders(form, endpoint) },
        };
      }
    }
    return { root, fold };
  });
  return (url) => {
    const segments = (url.split("?", 1)[0] ?? "").split("/").slice(1);
    for (const { root, fold } of trees) {
      const found = find(root, segments, 0, fold);
      if (found) return found;
    }
    return undefined;
  };
}

function branchFor(root: Branch, path: string, fold: (segment: string) => string): Branch {
  let branch = root;
  for (const segment of path.split("/").slice(1)) {
    if (segment.startsWith(":")) {
      branch = branch.parameter ??= { fixed: new Map() };
      continue;
    }
    const next: Branch = branch.fixed.get(fold(segment)) ?? { fixed: new Map() };
    branch.fixed.set(fold(segment), next);
    branch = next;
  }
  return branch;
}

function find(
  branch: Branch,
  segments: readonly string[],
  at: number,
  fold: (segment: string) => string,
): KnownPlace | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.place?.found;
  const fixed = branch.fixed.get(fold(segment));
  const below = fixed && find(fixed, segments, at + 1, fold);
  if (below) return below;
  return branch.parameter && segment !== "" ? find(branch.parameter, segments, at + 1, fold) : undefined;
}
