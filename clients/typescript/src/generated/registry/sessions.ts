// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { AuthState, Caller, SignIn, SignedOut } from "./schemas.ts";

export interface BeginSessionParams {
  body: SignIn;
}

export interface SessionsOperations {
  /** See which logins are on. */
  listLogins(params?: Record<string, never>, options?: CallOptions): Promise<AuthState>;
  /** See what the token allows. */
  getCaller(params?: Record<string, never>, options?: CallOptions): Promise<Caller>;
  /**
   * Sign a browser in with a registry token. The cookie stands for the token in all requests of this server's own
   * pages. Changes also need `csrf_token` in the header X-CSRF-Token. The session ends with the token, or after the
   * hours of `TRIPOD_REGISTRY_SESSION_MAX_HOURS`.
   */
  beginSession(params: BeginSessionParams, options?: CallOptions): Promise<Caller>;
  /** Sign this browser out. */
  endSession(params?: Record<string, never>, options?: CallOptions): Promise<SignedOut>;
}
