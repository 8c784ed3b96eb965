// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { Caller, SessionState, SignIn, SignedOut } from "./schemas.ts";

export interface BeginSessionParams {
  body: SignIn;
}

export interface SessionsOperations {
  /** See whether this browser is signed in. */
  getSession(params?: Record<string, never>, options?: CallOptions): Promise<SessionState>;
  /**
   * Sign a browser in with a key. The cookie replaces the key in all requests of this server's own pages. Changes
   * also need `CsrfToken` in the header X-CSRF-Token. The session ends with the key, or after the hours of
   * `TRIPOD_PLAYERS_SESSION_MAX_HOURS`. With `--demo`, `Demo` takes the key of the invented cluster.
   */
  beginSession(params: BeginSessionParams, options?: CallOptions): Promise<Caller>;
  /** Sign this browser out. */
  endSession(params?: Record<string, never>, options?: CallOptions): Promise<SignedOut>;
  /** See what the key opens. */
  getCaller(params?: Record<string, never>, options?: CallOptions): Promise<Caller>;
}
