// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { ServerDetail, ServerResponse, ValidationResult } from "./schemas.ts";

export interface EditVersionParams {
  /** Name of the server, percent-encoded: `io.example%2Fweather`. */
  serverName: string;
  /** A version, percent-encoded, or `latest`. */
  version: string;
  body: ServerDetail;
}

export interface PublishServerParams {
  body: ServerDetail;
}

export interface ValidateServerParams {
  /** A ServerDetail, or what should become one. */
  body: Record<string, unknown>;
}

export interface PublishingOperations {
  /** Replace the document of one version. */
  editVersion(params: EditVersionParams, options?: CallOptions): Promise<ServerResponse>;
  /**
   * Publish a version of a server. A version is published once: its number stays taken even after deletion. A status
   * of the version, its place in the order and everything else under the official key of `_meta` is the registry's to
   * say.
   */
  publishServer(params: PublishServerParams, options?: CallOptions): Promise<ServerResponse>;
  /**
   * Check a document without publishing it. Takes any JSON object, and says everything that is wrong with it as a
   * ServerDetail. Publishing accepts what is `valid`; it also accepts documents whose only errors come from the JSON
   * schema that they name. Your token, your packages and the version's number are not checked.
   */
  validateServer(params: ValidateServerParams, options?: CallOptions): Promise<ValidationResult>;
}
