/** Puts into words what is wrong with a body, or with a parameter. */
import type { TSchema } from "typebox";
import type { InputIssue } from "../../../kit/endpoint/form.ts";
import { serverDetailBody } from "./server-detail.ts";

/**
 * One sentence, without a full stop, that names the place (`packages[0].registryType`) and says what belongs there.
 * Members in another spelling (`registry_type`) are answered with the right one. `schema` is the one that the body
 * failed. Quotes at most 60 characters of what was sent.
 *
 * @example
 * describeBodyIssue({ place: "body", path: ["packages", "0"], keyword: "additionalProperties",
 *   message: "must not have additional properties", params: { additionalProperties: ["registry_type"] } });
 * // "packages[0].registry_type is not known: it is spelled packages[0].registryType"
 */
export function describeBodyIssue(issue: InputIssue, schema: TSchema = serverDetailBody): string {
  const { params, path } = issue;
  const subject = issue.path.length === 0 ? "the body" : pathText(issue.path);
  const limit = typeof params["limit"] === "number" ? params["limit"] : 0;
  switch (issue.keyword) {
    case "additionalProperties":
      return listed(params, "additionalProperties", "additionalProperty")
        .map((member) => describeUnknown(path, member, schemaAt(schema, path)))
        .join("; ");
    case "required":
      return listed(params, "requiredProperties", "missingProperty")
        .map((member) => `${pathText([...path, member])} is required`)
        .join("; ");
    case "dependentRequired":
      return `${subject} needs ${listed(params, "dependencies", "missingProperty").join(", ")} beside ${quoted(params["property"])}`;
    case "type": {
      const { type } = params;
      // A parameter that is there twice has a sentence of its own.
      return typeof type === "string" ? `${subject} must be ${TYPES[type] ?? type}` : `${subject} ${issue.message}`;
    }
    case "minLength":
      return limit === 1 ? `${subject} must not be empty` : `${subject} must have at least ${limit} characters`;
    case "maxLength":
      return `${subject} must have at most ${limit} characters`;
    case "minimum":
      return `${subject} must be at least ${limit}`;
    case "maximum":
      return `${subject} must be at most ${limit}`;
    case "minItems":
      return `${subject} must have at least ${limit} ${limit === 1 ? "item" : "items"}`;
    case "maxItems":
      return `${subject} must have at most ${limit} items`;
    case "maxProperties":
      return `${subject} must have at most ${limit} members`;
    case "enum":
      return `${subject} must be one of ${listed(params, "allowedValues", "allowedValue").join(", ")}`;
    case "pattern":
      return `${subject} ${PATTERNS[lastName(path)] ?? `must match ${String(params["pattern"])}`}`;
    default:
      return `${subject} ${issue.message}`;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  integer: "a whole number",
};

/** The rule of a pattern in words, by the member that has it. */
const PATTERNS: Readonly<Record<string, string>> = {
  name: "must be a namespace, one slash and a name, of letters, digits, '.' and '-' (and '_' in the name), such as com.example/weather",
  fileSha256: "must be a SHA-256 digest: 64 hexadecimal digits in lower case",
  subject: "must be one line of text that is not blank",
  sizes: "must be a width and a height such as 48x48, or any",
};

/** Members that people send and that have their place elsewhere. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  status: "a version's status is not part of its description, and has a request of its own",
};

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
}

function describeUnknown(path: readonly string[], member: string, parent: SchemaNode | undefined): string {
  const place = pathText([...path, member]);
  if (parent?.patternProperties) return `${place} is not a name of a variable: 1 to 255 characters, no braces`;
  const known = Object.keys(parent?.properties ?? {});
  const meant = known.find((name) => plainSpelling(name) === plainSpelling(member));
  if (meant !== undefined) return `${place} is not known: it is spelled ${pathText([...path, meant])}`;
  const hint = path.length === 0 && Object.hasOwn(ELSEWHERE, member) ? ELSEWHERE[member] : undefined;
  return `${place} is not known${hint === undefined ? "" : `: ${hint}`}`;
}

/** `registry_type`, `registry-type` and `RegistryType` are `registryType` in other spellings. */
function plainSpelling(name: string): string {
  return name
    .slice(0, 100)
    .replace(/[_\- ]/g, "")
    .toLowerCase();
}

function schemaAt(schema: TSchema, path: readonly string[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = schema;
  for (const part of path) {
    if (node?.items) node = node.items;
    else if (node?.patternProperties) node = Object.values(node.patternProperties)[0];
    else node = node?.properties && Object.hasOwn(node.properties, part) ? node.properties[part] : undefined;
  }
  return node;
}

/** `packages[0].transport.url`; a member that is not a plain word is written `["like this"]`. */
function pathText(path: readonly string[]): string {
  let written = "";
  for (const part of path) {
    if (/^\d{1,9}$/.test(part)) written += `[${part}]`;
    else if (/^[\w$-]{1,60}$/.test(part)) written += written === "" ? part : `.${part}`;
    else written += `[${quoted(part)}]`;
  }
  return written;
}

function lastName(path: readonly string[]): string {
  return path.findLast((part) => !/^\d+$/.test(part)) ?? "";
}

function quoted(sent: unknown): string {
  const text = String(sent);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

/** The names of an issue: TypeBox gives a list, Ajv one at a time. At most ten. */
function listed(params: InputIssue["params"], plural: string, singular: string): string[] {
  const many = params[plural];
  return (Array.isArray(many) ? many : [params[singular]]).slice(0, 10).map(String);
}
