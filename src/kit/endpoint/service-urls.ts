/** Which service an address belongs to, and how its table spells it. */
import type { ServiceForm } from "./form.ts";
import type { MountedService } from "./http-services.ts";

/** The form of the service below whose prefix an address lies; else `rootForm`. */
export function formOf(services: readonly MountedService[], url: string, rootForm: ServiceForm): ServiceForm {
  const path = url.split("?", 1)[0] ?? "/";
  for (const { form } of services) {
    const sent = form.ignoreCase ? path.toLowerCase() : path;
    const owns = form.prefixes.some((written) => {
      const prefix = form.ignoreCase ? written.toLowerCase() : written;
      return prefix !== "" && (sent === prefix || sent.startsWith(`${prefix}/`));
    });
    if (owns) return form;
  }
  return services.find((service) => hasAtRoot(service, path))?.form ?? rootForm;
}

/** Whether a service at the root has an address that begins with the same fixed part as this path. */
function hasAtRoot({ form, endpoints }: MountedService, path: string): boolean {
  const fold = (segment: string): string => (form.ignoreCase ? segment.toLowerCase() : segment);
  const first = fold(decoded(path.split("/", 2)[1] ?? ""));
  if (first === "" || first.startsWith(":") || !form.prefixes.includes("")) return false;
  return endpoints.some(({ path: own }) => fold(own.split("/", 2)[1] ?? "") === first);
}

/** One segment of the paths of a table, with what may follow it. */
interface Branch {
  readonly fixed: Map<string, { readonly spelling: string; readonly next: Branch }>;
  parameter?: Branch;
  ends: boolean;
}

/**
 * For services whose paths ignore case: spells the fixed parts of a path as their table does, before routing. A
 * parameter's value stays as it was sent, and so does every address that is not in such a table. Undefined where no
 * service needs it.
 */
export function caseRewriter(
  services: readonly MountedService[],
): ((request: { url?: string | undefined }) => string) | undefined {
  const folding = services.filter(({ form }) => form.ignoreCase);
  if (folding.length === 0) return undefined;
  const root: Branch = { fixed: new Map(), ends: false };
  for (const { form, endpoints } of folding) {
    for (const prefix of form.prefixes) {
      for (const { path } of endpoints) plant(root, `${prefix}${path}`);
    }
  }
  return ({ url = "/" }) => {
    const query = url.indexOf("?");
    const path = query === -1 ? url : url.slice(0, query);
    const spelled = spell(root, path.split("/").slice(1), 0);
    if (spelled === undefined) return url;
    return `/${spelled.join("/")}${query === -1 ? "" : url.slice(query)}`;
  };
}

function plant(root: Branch, path: string): void {
  let branch = root;
  for (const segment of path.split("/").slice(1)) {
    if (segment.startsWith(":")) {
      branch = branch.parameter ??= { fixed: new Map(), ends: false };
      continue;
    }
    const key = segment.toLowerCase();
    const known = branch.fixed.get(key) ?? { spelling: segment, next: { fixed: new Map(), ends: false } };
    branch.fixed.set(key, known);
    branch = known.next;
  }
  branch.ends = true;
}

function spell(branch: Branch, segments: readonly string[], at: number): string[] | undefined {
  const segment = segments[at];
  if (segment === undefined) return branch.ends ? [] : undefined;
  const fixed = branch.fixed.get(decoded(segment).toLowerCase());
  const below = fixed && spell(fixed.next, segments, at + 1);
  if (fixed && below) return [fixed.spelling, ...below];
  const rest = branch.parameter && segment !== "" ? spell(branch.parameter, segments, at + 1) : undefined;
  return rest && [segment, ...rest];
}

/** A segment that cannot be decoded stays as it is: routing will refuse it. */
function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
