/** Which statuses an OpenAPI document says that each operation answers. */
import type { TestWorld } from "./test-world.ts";

interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** By operation. `default`, which covers any other, does not count. */
export function documentedStatuses(document: object): ReadonlyMap<string, ReadonlySet<number>> {
  const { paths = {} } = document as Described;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  return new Map(
    operations.map(({ operationId, responses }) => [
      operationId,
      new Set(
        Object.keys(responses)
          .map(Number)
          .filter((status) => !Number.isNaN(status)),
      ),
    ]),
  );
}

/**
 * Judges answers by the document. Those of the HTTP layer belong to no operation: 308 to a cleaned path, and 405 where
 * an odd parameter has made the URL another one.
 */
export function undocumentedStatus(document: object): NonNullable<TestWorld["statusProblem"]> {
  const documented = documentedStatuses(document);
  return ({ id }, status) => {
    if (status === 308 || status === 405 || documented.get(id)?.has(status)) return undefined;
    return `answered ${status}, which is not documented`;
  };
}
