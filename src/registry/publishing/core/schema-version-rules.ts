/** The rules of `$schema`: which version of the format a document follows, and which ones a registry takes. */
import { broken } from "./issue.ts";
import type { Issue } from "./issue.ts";
import { NEWEST_SCHEMA_VERSION, SCHEMA_VERSIONS, schemaUri } from "./server-json-schema.ts";
import type { SchemaVersion } from "./server-json-schema.ts";

export interface SchemaPolicy {
  /** Whether a document without `$schema` is refused. */
  readonly required: boolean;
  /** The note about a published version that is not the newest. */
  readonly older: "allow" | "warn" | "refuse";
}

export function schemaVersionIssues(uri: string | undefined, policy: SchemaPolicy): Issue[] {
  if (!uri) {
    if (!policy.required) return [];
    const message = `$schema field is required: name the newest version, ${schemaUri(NEWEST_SCHEMA_VERSION)}`;
    return [broken("schema-field-required", "$schema", message)];
  }
  const named = namedIn(uri);
  if (named === undefined) {
    const message = "$schema must contain /schemas/{version}/server.schema.json";
    return [broken("schema-version-extraction-error", "$schema", message)];
  }
  const version = SCHEMA_VERSIONS.find((known) => known === named);
  if (version === undefined) {
    const message = `schema version ${named} is not available: known are ${SCHEMA_VERSIONS.join(", ")}`;
    return [broken("schema-version-not-available", "$schema", message)];
  }
  if (version === NEWEST_SCHEMA_VERSION || policy.older === "allow") return [];
  const message = `schema version ${version} is deprecated: use ${schemaUri(NEWEST_SCHEMA_VERSION)}`;
  const issue = broken("schema-version-deprecated", "$schema", message);
  return [policy.older === "warn" ? { ...issue, severity: "warning" } : issue];
}

/** The published version that `$schema` names; undefined where it names none. */
export function schemaVersionOf(uri: string | undefined): SchemaVersion | undefined {
  const named = uri === undefined ? undefined : namedIn(uri);
  return SCHEMA_VERSIONS.find((known) => known === named);
}

function namedIn(uri: string): string | undefined {
  return /\/schemas\/([^/\s]{1,40})\/server\.schema\.json/.exec(uri)?.[1];
}
