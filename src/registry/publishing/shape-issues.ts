/** Holds any JSON object against the type constraints of a description: members, types, lengths, patterns, closed lists. */
import { Ajv } from "ajv";
import type { ErrorObject, ValidateFunction } from "ajv";
import { Compile } from "typebox/compile";
import { describeBodyIssue, serverDetailBody } from "../servers/index.ts";
import type { ServerDetail } from "../servers/index.ts";
import { cutIssues, moreIssues, type Issue } from "./core/issue.ts";
import { NEWEST_SCHEMA_VERSION, schemaUri } from "./core/server-json-schema.ts";

/** More than this are not useful. */
const MAX_SHAPE_ISSUES = 100;

/**
 * A document that fits may hold far more values than this. In one that does not, each value could be an error, and all of
 * them are found before the first is shown.
 */
const MAX_EXAMINED_VALUES = 20_000;

export type Shape =
  | { readonly kind: "fits"; readonly detail: ServerDetail }
  /** `detail` holds harmless values in place of what does not fit, so that the rules can judge the rest. */
  | {
      readonly kind: "broken";
      readonly issues: Issue[];
      readonly detail: ServerDetail;
      readonly isNameBroken: boolean;
    };

/** Reads a document as a description. Changes nothing in it. */
export function readShape(document: Readonly<Record<string, unknown>>): Shape {
  if (fits.Check(document)) return { kind: "fits", detail: document };
  const isWhole = isSmall(document);
  const errors = errorsOf(document, isWhole ? "all" : "first");
  const found = cutIssues(errors, MAX_SHAPE_ISSUES, { of: "the document's form", issueOf });
  const issues = [...(found.length > 0 ? found : [unexplained]), ...(isWhole ? [] : [onlyFirst])];
  const wrong = new Set(errors.filter(({ keyword }) => keyword !== "additionalProperties").map(partOf));
  const detail = isWhole ? mended(document, wrong) : harmless;
  return { kind: "broken", issues, detail, isNameBroken: !isWhole || wrong.has("name") };
}

/** The very check that publishing makes. Ajv explains what it refuses: it finds all errors, and can stop at the first. */
const fits = Compile(serverDetailBody);

const WHICH = ["first", "all"] as const;
const compiled = new Map<(typeof WHICH)[number], ValidateFunction>();

/** Compiles what explains broken documents, so that no request waits for that. */
export function ensureShapeValidators(): void {
  for (const which of WHICH) validatorOf(which);
}

function validatorOf(which: (typeof WHICH)[number]): ValidateFunction {
  const known = compiled.get(which);
  if (known) return known;
  const ajv = new Ajv({ allErrors: which === "all", strict: false, logger: false });
  const validate = ajv.compile(JSON.parse(JSON.stringify(serverDetailBody)) as object);
  compiled.set(which, validate);
  return validate;
}

function errorsOf(document: object, which: (typeof WHICH)[number]): readonly ErrorObject[] {
  const validate = validatorOf(which);
  validate(document);
  return validate.errors ?? [];
}

const unexplained: Issue = {
  type: "schema",
  path: "",
  message: "the document does not have the form of a ServerDetail",
  severity: "error",
  reference: "#/definitions/ServerDetail",
};

const onlyFirst = moreIssues(
  `the document has more than ${MAX_EXAMINED_VALUES} values: only the first issue of its form is listed`,
);

function isSmall(document: object): boolean {
  let seen = 0;
  const waiting: object[] = [document];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const value of Object.values(next) as unknown[]) {
      if (++seen > MAX_EXAMINED_VALUES) return false;
      if (typeof value === "object" && value !== null) waiting.push(value);
    }
  }
  return true;
}

function issueOf(error: ErrorObject): Issue {
  const params = error.params as Readonly<Record<string, unknown>>;
  const place = pathOf(error);
  const member = params["missingProperty"] ?? params["additionalProperty"];
  return {
    type: "schema",
    path: pathText(typeof member === "string" ? [...place, member] : place),
    message: describeBodyIssue({
      place: "body",
      path: place,
      keyword: error.keyword,
      message: error.message ?? "does not fit",
      params,
    }),
    severity: "error",
    reference: `#/definitions/ServerDetail${error.schemaPath.slice(1)}`,
  };
}

/** Which part of the document an error makes unreadable: a member, or one of its packages or remotes. */
function partOf(error: ErrorObject): string {
  const [member, index] = pathOf(error);
  if (member === undefined) return (error.params as { missingProperty?: string }).missingProperty ?? "";
  const isItem = (member === "packages" || member === "remotes") && index !== undefined;
  return isItem ? `${member}/${index}` : member;
}

const harmless: ServerDetail = {
  $schema: schemaUri(NEWEST_SCHEMA_VERSION),
  name: "com.example/harmless",
  description: "Harmless.",
  version: "1.0.0",
};
const harmlessPackage = { registryType: "npm", identifier: "harmless", transport: { type: "stdio" } };

/** The document without the parts that are wrong. Packages and remotes keep their places in the list. */
function mended(document: Readonly<Record<string, unknown>>, wrong: ReadonlySet<string>): ServerDetail {
  const members = Object.entries(document).filter(([member]) => !wrong.has(member));
  const { $schema, ...required } = harmless;
  const stand = wrong.has("$schema") ? { $schema, ...required } : required;
  const detail: Record<string, unknown> = { ...stand, ...Object.fromEntries(members) };
  const { packages, remotes } = detail;
  if (Array.isArray(packages)) {
    detail["packages"] = packages.map((each: unknown, at) => (wrong.has(`packages/${at}`) ? harmlessPackage : each));
  }
  if (Array.isArray(remotes)) {
    detail["remotes"] = remotes.map((each: unknown, at) =>
      wrong.has(`remotes/${at}`) ? { type: "sse", url: `https://harmless.example/${at}` } : each,
    );
  }
  return detail as ServerDetail;
}

function pathOf({ instancePath }: ErrorObject): string[] {
  return instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/** `packages[0].transport.url` */
function pathText(parts: readonly string[]): string {
  return parts
    .map((part) => (/^\d{1,9}$/.test(part) ? `[${part}]` : `.${part.slice(0, 60)}`))
    .join("")
    .slice(0, 200)
    .replace(/^\./, "");
}
