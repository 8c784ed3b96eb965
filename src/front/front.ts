/**
 * The front of the process: the page at `/` that names what runs here, and liveness and readiness. It belongs to no
 * service, and is a service of its own so that it is mounted, described and tested like one.
 */
import { Type } from "typebox";
import { endpointFor } from "../kit/endpoint/endpoint.ts";
import type { HttpRefusal, ServiceForm } from "../kit/endpoint/form.ts";
import { errors } from "../kit/errors/catalogue.ts";
import type { RunningService } from "../kit/service.ts";

export interface FrontDeps {
  readonly services: readonly RunningService[];
  /** The program's version. */
  readonly version: string;
  readonly demo: boolean;
  /** What keeps the process from serving now; empty when it is ready. */
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
  notReady: { status: 503, says: "Not ready: {reasons}" },
});

/** Plain JSON errors; everybody may call everything. */
export const frontForm: ServiceForm<FrontActors> = {
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
  invalidInput: (_endpoint, [issue]) => frontErrors.refused({ reason: issue?.message ?? "invalid request" }),
  refusal,
  renderError: (error) => ({ error: error.message }),
};

function refusal(of: HttpRefusal) {
  switch (of.kind) {
    case "unknownPath":
      return frontErrors.unknownPath();
    case "methodNotAllowed":
      return frontErrors.methodNotAllowed({ method: of.method, allow: of.allow.join(", ") });
    case "badRequest":
      return frontErrors.refused({ reason: of.message });
    default:
      return frontErrors.refused({ reason: "invalid request" });
  }
}
