/** A request as it leaves: address, headers and body. */
import type { Params, Row } from "./operation.ts";

export interface Outgoing {
  readonly operation: string;
  readonly effect: Row[2];
  readonly url: string;
  /** Everything behind the host, as the server sees it. */
  readonly target: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
  /** For `fetch`. Reads `headers` when it is used. */
  readonly init: RequestInit;
}

interface Base {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws TypeError for a parameter of the path that is not given, or is not a text or number. */
export function outgoing(
  { baseUrl, headers: always }: Base,
  parametersIn: "body" | "query",
  call: {
    readonly operation: string;
    readonly row: Row;
    readonly params: Params;
    readonly idempotencyKey?: string | undefined;
  },
): Outgoing {
  const { operation, row, params, idempotencyKey } = call;
  const [method, template, effect, { body: form } = {}] = row;
  const left = new Map(Object.entries(params).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name);
    left.delete(name);
    return encodeURIComponent(partOf(operation, name, value));
  });
  const headers: Record<string, string> = { accept: "application/json", ...always };
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;

  const isFlat = form === undefined && parametersIn === "body" && method !== "GET";
  const content = form === undefined ? (isFlat ? Object.fromEntries(left) : undefined) : left.get("body");
  if (form !== undefined) left.delete("body");
  const body = content === undefined ? undefined : form === "text" ? (content as string) : JSON.stringify(content);
  if (body !== undefined) headers["content-type"] = form === "text" ? "text/plain" : "application/json";

  const url = `${baseUrl.replace(/\/$/, "")}${path}${isFlat ? "" : queryOf(left)}`;
  const init = { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) } as const;
  return { operation, effect, url, target: targetOf(url), headers, body, init };
}

/** What stands behind the host. */
export function targetOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?]*/i, "") || "/";
}

function partOf(operation: string, name: string, value: unknown): string {
  const isGiven = (typeof value === "string" && value !== "") || typeof value === "number" || typeof value === "bigint";
  if (!isGiven) throw new TypeError(`${operation} needs the parameter ${name}`);
  return String(value);
}

function queryOf(params: ReadonlyMap<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of params) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) query.append(name, String(each));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}
