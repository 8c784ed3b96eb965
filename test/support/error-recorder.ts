/** Remembers which errors a service really sent, so that "every declared error is produced by some test" can be asked. */
import { appendFileSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import type { MountedService } from "../../src/kit/endpoint/http-services.ts";
import type { ServiceForm } from "../../src/kit/endpoint/form.ts";

export interface ErrorRecorder {
  /** `<endpoint id> <error code>`; the id is `-` where no endpoint was reached. */
  readonly seen: ReadonlySet<string>;
  /** The same form, whose every error is remembered. */
  watch<Actors>(form: ServiceForm<Actors>): ServiceForm<Actors>;
}

/**
 * @param folder where given, a file per process is written there: test files run in separate processes, and
 *   `recordedIn` answers for all of them together.
 */
export function errorRecorder(folder?: string): ErrorRecorder {
  const seen = new Set<string>();
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  return {
    seen,
    watch: (form) => ({
      ...form,
      renderError(error, call) {
        const line = `${call.endpoint?.id ?? "-"} ${error.code}`;
        if (folder !== undefined && !seen.has(line)) appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`);
        seen.add(line);
        return form.renderError(error, call);
      },
    }),
  };
}

/** The services that a test starts, whose every error is remembered. */
export function watchErrors(services: readonly MountedService[]): {
  readonly services: MountedService[];
  readonly seenErrors: ReadonlySet<string>;
} {
  const { seen, watch } = errorRecorder();
  return { services: services.map((each) => ({ ...each, form: watch(each.form) })), seenErrors: seen };
}

/** Everything that recorders with this folder have seen. */
export function recordedIn(folder: string): ReadonlySet<string> {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  return new Set(lines.filter((line) => line !== ""));
}

/** Declared errors that no request has produced, as `<endpoint id> <error code>`. */
export function unproducedErrors(endpoints: readonly AnyEndpoint[], seen: ReadonlySet<string>): string[] {
  return declaredBy(endpoints).filter((line) => !seen.has(line));
}

/**
 * Errors that an endpoint produced and does not declare. `always` are the codes that any endpoint may answer: those of
 * the HTTP layer and of authentication.
 */
export function undeclaredErrors(
  endpoints: readonly AnyEndpoint[],
  seen: ReadonlySet<string>,
  always: readonly string[],
): string[] {
  const declared = new Set(declaredBy(endpoints));
  const ids = new Set(endpoints.map(({ id }) => id));
  return [...seen].filter((line) => {
    const [endpoint = "-", code = ""] = line.split(" ");
    return ids.has(endpoint) && !declared.has(line) && !always.includes(code);
  });
}

function declaredBy(endpoints: readonly AnyEndpoint[]): string[] {
  return endpoints.flatMap(({ id, errors }) => errors.map(({ spec }) => `${id} ${spec.code}`));
}
