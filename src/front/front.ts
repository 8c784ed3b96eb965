/**
 * The front of the process: the page at `/` that names what runs here, the pages at `/docs`, and liveness and readiness.
 * It belongs to no service, and is a service of its own so that it is mounted, described and tested like one.
 */
import { Type } from "typebox";
import { endpointFor } from "../kit/endpoint/endpoint.ts";
import type { HttpRefusal, ServiceForm } from "../kit/endpoint/form.ts";
import type { RawBody } from "../kit/endpoint/output.ts";
import { errors } from "../kit/errors/catalogue.ts";
import { networkOf } from "../kit/limits/network-of.ts";
import type { About } from "./about.ts";
import type { ConsoleFiles } from "./console-files.ts";
import type { Docs } from "./docs.ts";

export interface FrontDeps {
  readonly about: About;
  /** Undefined where the operator has switched it off. */
  readonly console: ConsoleFiles | undefined;
  /** The page at `/`. */
  readonly page: RawBody;
  readonly docs: Docs;
  /** Why the process cannot serve now; empty when it is ready. */
  notReady(): Promise<readonly string[]>;
}

export interface FrontActors {
  readonly public: undefined;
}

export const endpoint = endpointFor<FrontDeps, FrontActors>();

export const frontErrors = errors("front", {
  refused: { status: 400, says: "{reason}" },
  unknownPath: { status: 404, says: "There is nothing at this path. What runs here is named at /" },
  methodNotAllowed: { status: 405, says: "Method {method} is not allowed here; allowed: {allow}" },
  bodyTooLarge: { status: 413, says: "The body is larger than {limitBytes} bytes" },
  tooManyRequests: {
    status: 429,
    says: "Too many requests from this address. Send the next one in {seconds} seconds.",
  },
  notReady: { status: 503, says: "Not ready: {reasons}" },
});

export interface FrontSettings {
  /** Of one address; 0 for no limit. */
  readonly requestsPerMinute: number;
}

/** Plain JSON errors. Every caller may call everything, within the allowance of its address. */
export function frontForm({ requestsPerMinute }: FrontSettings): ServiceForm<FrontActors> {
  return {
    name: "front",
    title: "Tripod",
    version: "1",
    description: "What runs here.",
    prefixes: [""],
    bodyBytes: 1024,
    publicKinds: ["public"],
    security: { schemes: {}, byKind: {} },
    unknownMembers: { query: "ignore", body: "ignore" },
    errorSchema: Type.Object({ error: Type.String() }),
    authenticate: () => undefined,
    allowances: (stage, { address }) =>
      stage === "address" && requestsPerMinute > 0
        ? [{ key: `front:address:${networkOf(address)}`, requests: requestsPerMinute, windowSeconds: 60 }]
        : [],
    invalidInput: (_endpoint, [issue]) => frontErrors.refused({ reason: issue?.message ?? "invalid request" }),
    refusal,
    renderError: (error) => ({ error: error.message }),
  };
}

function refusal(of: HttpRefusal) {
  switch (of.kind) {
    case "unknownPath":
      return frontErrors.unknownPath();
    case "methodNotAllowed":
      return frontErrors.methodNotAllowed({ method: of.method, allow: of.allow.join(", ") });
    case "bodyTooLarge":
      return frontErrors.bodyTooLarge({ limitBytes: of.limitBytes });
    case "rateLimited":
      return frontErrors.tooManyRequests({ seconds: of.retryAfterSeconds });
    case "badRequest":
      return frontErrors.refused({ reason: of.message });
    case "unavailable":
      return frontErrors.notReady(
        { reasons: "the database does not answer" },
        { headers: { "Retry-After": String(of.retryAfterSeconds) } },
      );
    default:
      return frontErrors.refused({ reason: "invalid request" });
  }
}
