/** The whole validation of a description: every rule, all issues at once. */
import type { ServerDetail } from "../../servers/index.ts";
import { broken } from "./issue.ts";
import type { Issue, ValidationResult } from "./issue.ts";
import { lintIssues } from "./lint-rules.ts";
import { nameIssues } from "./name-rules.ts";
import { namespaceIssues } from "./namespace-rules.ts";
import type { NamespacePolicy } from "./namespace-rules.ts";
import { packageIssues } from "./package-rules.ts";
import { iconIssues, titleIssues, websiteIssues } from "./presentation-rules.ts";
import { keepPublisherMeta } from "./publisher-meta.ts";
import { repositoryIssues } from "./repository-rules.ts";
import { schemaIssues } from "./schema-rules.ts";
import { schemaVersionIssues, schemaVersionOf } from "./schema-version-rules.ts";
import type { SchemaPolicy } from "./schema-version-rules.ts";
import { NEWEST_SCHEMA_VERSION } from "./server-json-schema.ts";
import { textIssues } from "./text-rules.ts";
import { remoteIssues } from "./transport-rules.ts";
import { versionIssues } from "./version-rules.ts";

export interface ValidationPolicy {
  readonly schemaPolicy: SchemaPolicy;
  readonly namespacePolicy: NamespacePolicy;
}

/**
 * The rules of the registry, which decide whether a description may be published. `detail` has passed the type
 * constraints of `serverDetailBody` and is normalised. Issues come roughly in the order of the document's members, and
 * all are errors but a warning for an older `$schema`. What is kept of `_meta` is not decided here: see
 * `keepPublisherMeta`, whose refusal is another one.
 */
export function validateServer(detail: ServerDetail, policy: ValidationPolicy): Issue[] {
  return [
    ...textIssues(detail),
    ...nameIssues(detail.name),
    ...titleIssues(detail.title),
    ...repositoryIssues(detail.repository),
    ...versionIssues(detail.version, "version"),
    ...websiteIssues(detail.websiteUrl),
    ...iconIssues(detail.icons),
    ...packageIssues(detail.packages),
    ...remoteIssues(detail.remotes),
    ...namespaceIssues(detail, policy.namespacePolicy),
    ...schemaVersionIssues(detail.$schema, policy.schemaPolicy),
  ];
}

/**
 * Everything that can be said of a description: the rules of the registry, what `keepPublisherMeta` refuses, the JSON
 * schema of the version that it names (the newest where it names none), and advice. The schema is silent about a place
 * that a rule has already found wrong. At most 500 issues are listed; `valid` is judged by all of them.
 */
export function examineServer(detail: ServerDetail, policy: ValidationPolicy): ValidationResult {
  const rules = validateServer(detail, policy);
  const wrong = new Set(rules.filter((issue) => issue.severity === "error").map((issue) => issue.path));
  const schema = schemaIssues(detail, schemaVersionOf(detail.$schema) ?? NEWEST_SCHEMA_VERSION);
  const issues = [
    ...rules,
    ...metaIssues(detail),
    ...schema.filter((issue) => !wrong.has(issue.path)),
    ...lintIssues(detail),
  ];
  return { valid: isPublishable(issues), issues: issues.slice(0, MAX_ISSUES) };
}

/** Whether none of the issues is an error. */
export function isPublishable(issues: readonly Issue[]): boolean {
  return issues.every((issue) => issue.severity !== "error");
}

const MAX_ISSUES = 500;

function metaIssues(detail: ServerDetail): Issue[] {
  const decision = keepPublisherMeta(detail._meta);
  return decision.kind === "refused" ? [broken("invalid-publisher-meta", "_meta", decision.message)] : [];
}
