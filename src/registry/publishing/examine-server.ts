/** All that can be said of a JSON object that claims to be a description: what `POST /validate` answers. */
import { normaliseServerDetail } from "../servers/index.ts";
import type { ServerDetail } from "../servers/index.ts";
import { moreIssues, type Issue, type ValidationResult } from "./core/issue.ts";
import { lintIssues } from "./core/lint-rules.ts";
import { publisherMetaIssues } from "./core/publisher-meta.ts";
import { ensureSchemaValidators, schemaIssues } from "./core/schema-rules.ts";
import { schemaVersionOf } from "./core/schema-version-rules.ts";
import { NEWEST_SCHEMA_VERSION } from "./core/server-json-schema.ts";
import { isPublishable, validateServer, type ValidationPolicy } from "./core/validate-server.ts";
import { ensureShapeValidators, readShape, type Shape } from "./shape-issues.ts";

const MAX_ISSUES = 500;

/**
 * All findings about a JSON object that claims to be a description: its shape, the rules of the registry, `_meta`, the
 * JSON schema of the version that it names (the newest where it names none), and advice. Members of the wrong shape
 * are left out for the rules. The schema is silent about a place that was found wrong before. At most 500 issues are
 * listed, the last of which says how many more there are; `valid` is judged by all of them.
 */
export function examineServer(document: Readonly<Record<string, unknown>>, policy: ValidationPolicy): ValidationResult {
  const shape = readShape(document);
  const detail = normaliseServerDetail(shape.detail);
  const found = [
    ...(shape.kind === "fits" ? [] : shape.issues),
    ...rulesFor(detail, shape, policy),
    ...publisherMetaIssues(detail._meta),
  ];
  const wrong = new Set(found.filter((issue) => issue.severity === "error").map((issue) => issue.path));
  const version = schemaVersionOf(detail.$schema) ?? NEWEST_SCHEMA_VERSION;
  const schema = schemaIssues(detail, version).filter((issue) => !wrong.has(issue.path));
  const issues = [...found, ...schema, ...lintIssues(detail)];
  return { valid: isPublishable(issues), issues: listed(issues) };
}

/** The first issues, with a word on those that are left out. */
function listed(issues: Issue[]): Issue[] {
  if (issues.length <= MAX_ISSUES) return issues;
  const shown = issues.slice(0, MAX_ISSUES - 1);
  return [...shown, moreIssues(`${issues.length - shown.length} more issues are not listed`)];
}

/**
 * Does once what examining takes: about half a second in which the process does nothing else. To be called before requests are
 * answered, else the first ones of each kind do it.
 */
export function ensureValidators(): void {
  ensureShapeValidators();
  ensureSchemaValidators();
}

/** The rules for what is readable of a document. Without its name, no host can be held against its namespace. */
function rulesFor(detail: ServerDetail, shape: Shape, policy: ValidationPolicy): Issue[] {
  const isNameKnown = shape.kind === "fits" || !shape.isNameBroken;
  return validateServer(detail, isNameKnown ? policy : { ...policy, namespacePolicy: "any" });
}
