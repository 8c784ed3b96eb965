/** The rules of the registry for a description: every rule, all issues at once. */
import type { ServerDetail } from "../../servers/index.ts";
import type { Issue } from "./issue.ts";
import { nameIssues } from "./name-rules.ts";
import { namespaceIssues } from "./namespace-rules.ts";
import type { NamespacePolicy } from "./namespace-rules.ts";
import { packageIssues } from "./package-rules.ts";
import { iconIssues, titleIssues, websiteIssues } from "./presentation-rules.ts";
import { repositoryIssues } from "./repository-rules.ts";
import { schemaVersionIssues } from "./schema-version-rules.ts";
import type { SchemaPolicy } from "./schema-version-rules.ts";
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
 * all are errors but a warning for an older `$schema`. `_meta` is not judged here: see `publisherMetaIssues`, whose
 * refusal is another one.
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

/** Whether none of the issues is an error. */
export function isPublishable(issues: readonly Issue[]): boolean {
  return issues.every((issue) => issue.severity !== "error");
}
