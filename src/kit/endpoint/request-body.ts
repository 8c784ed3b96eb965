/** Reads the body of a request as its endpoint and content type ask: JSON, or the members of an HTML form. */
import type { AnyEndpoint } from "./endpoint.ts";
import type { InputIssue, ServiceForm } from "./form.ts";
import { parseJsonBody } from "./json-body.ts";

const JSON_TYPE = /^application\/(.+\+)?json\s*(;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** The value `identity` stands for none. */
const NO_ENCODING = /^(?:identity)?$/i;

/** Of a header that a refusal repeats. */
const MAX_SHOWN_CHARACTERS = 40;

/** A form with more members than this was made by no person. */
const MAX_FORM_MEMBERS = 10_000;

/** The headers of a request that say what its body is. */
export interface BodyHeaders {
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

/**
 * Answers what the endpoint's `body` or `params` schema is checked against. A body without a content type is taken for
 * JSON, and so is one that `curl -d` calls a form where the endpoint takes none. A missing body gives no members for
 * `params`, and an empty text.
 *
 * @throws the form's refusal: `invalidInput` with a `syntax` issue, `unsupportedMediaType`, or
 *   `unsupportedContentEncoding`.
 */
export function readBody(
  { contentType, contentEncoding = "" }: BodyHeaders,
  rawBody: Buffer | undefined,
  endpoint: AnyEndpoint,
  form: ServiceForm,
): unknown {
  const input = endpoint.input;
  if (rawBody?.length && !NO_ENCODING.test(contentEncoding)) {
    const shown = contentEncoding.slice(0, MAX_SHOWN_CHARACTERS);
    throw form.refusal({ kind: "unsupportedContentEncoding", contentEncoding: shown });
  }
  if (input.text) return rawBody?.toString("utf8") ?? "";
  if (rawBody === undefined || rawBody.length === 0) {
    if (input.body === undefined) return {};
    throw form.invalidInput(endpoint, [issue("syntax", "request body is required")]);
  }
  const isForm = contentType !== undefined && FORM_TYPE.test(contentType);
  if (contentType !== undefined && !isForm && !JSON_TYPE.test(contentType)) {
    throw form.refusal({ kind: "unsupportedMediaType", contentType });
  }
  if (isForm && input.params) {
    const members = formMembers(rawBody.toString("utf8"));
    if (typeof members === "string") throw form.invalidInput(endpoint, [issue("syntax", members)]);
    return members;
  }
  const json = parseJsonBody(rawBody);
  if (!json.ok) {
    if (isForm) throw form.refusal({ kind: "unsupportedMediaType", contentType });
    throw form.invalidInput(endpoint, [issue("syntax", json.message)]);
  }
  const isObject = typeof json.value === "object" && json.value !== null && !Array.isArray(json.value);
  if (input.params && !isObject) throw form.invalidInput(endpoint, [issue("type", "must be an object")]);
  return json.value;
}

function issue(keyword: "syntax" | "type", message: string): InputIssue {
  return { place: "body", path: [], keyword, message, params: keyword === "type" ? { type: "object" } : {} };
}

/** Members by name, repeated ones as a list; a sentence when the form is refused. */
function formMembers(text: string): Record<string, unknown> | string {
  const members = Object.create(null) as Record<string, string | string[]>;
  let count = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > MAX_FORM_MEMBERS) return `the form has more than ${MAX_FORM_MEMBERS} members`;
    if (name.includes("\0") || value.includes("\0")) return "the form must not contain NUL characters";
    const before = members[name];
    if (before === undefined) members[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else members[name] = [before, value];
  }
  return members;
}
