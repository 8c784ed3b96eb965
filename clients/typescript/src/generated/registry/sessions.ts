// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { AuthState, BegunGithubDevice, BegunOpenid, Caller, GithubDeviceState, OpenidAnswer, SignIn, SignedOut } from "./schemas.ts";

export interface BeginSessionParams {
  body: SignIn;
}

export interface FinishOpenidParams {
  body: OpenidAnswer;
}

export interface SessionsOperations {
  /** See which logins are on. */
  listLogins(params?: Record<string, never>, options?: CallOptions): Promise<AuthState>;
  /** See what the token allows. */
  getCaller(params?: Record<string, never>, options?: CallOptions): Promise<Caller>;
  /**
   * Sign a browser in with a registry token. The cookie replaces the token in all requests of this server's own
   * pages. Changes also need `csrf_token` in the header X-CSRF-Token. The session ends with the token, or after the
   * hours of `TRIPOD_REGISTRY_SESSION_MAX_HOURS`.
   */
  beginSession(params: BeginSessionParams, options?: CallOptions): Promise<Caller>;
  /** Sign this browser out. */
  endSession(params?: Record<string, never>, options?: CallOptions): Promise<SignedOut>;
  /**
   * Renew the session's token. Asks the issuer or GitHub again for the user, and judges the user's rights again. The
   * end of the session does not move. Sessions that began with a pasted token, or whose issuer gave no refresh token,
   * end with their token: 409.
   */
  renewSession(params?: Record<string, never>, options?: CallOptions): Promise<Caller>;
  /**
   * Begin to sign a browser in at this registry's own issuer. Go to `authorization_url`. The issuer sends the browser
   * back to `/console/callback` of `TRIPOD_PUBLIC_URL`, whose page calls `POST /auth/openid/finish` in the same
   * browser within 15 minutes.
   */
  beginOpenid(params?: Record<string, never>, options?: CallOptions): Promise<BegunOpenid>;
  /**
   * Finish the sign-in at this registry's own issuer. Takes `code` and `state` of the address to which the issuer
   * sent the browser back. The rights of the session are configured, as for `POST /auth/oidc`. Where the issuer gives
   * a refresh token, the session is renewable.
   */
  finishOpenid(params: FinishOpenidParams, options?: CallOptions): Promise<Caller>;
  /**
   * Begin to sign a browser in with GitHub. The user types `user_code` at `verification_uri`. Call `POST
   * /auth/github-device/poll` in the same browser every `wait_seconds` until it answers a caller.
   */
  beginGithubDevice(params?: Record<string, never>, options?: CallOptions): Promise<BegunGithubDevice>;
  /**
   * See whether the user has signed in with GitHub. What the session may publish is what `POST /auth/github-at`
   * gives. The session is renewable: GitHub's token stays in its cookie, sealed, and is asked again who the user is.
   */
  pollGithubDevice(params?: Record<string, never>, options?: CallOptions): Promise<GithubDeviceState>;
}
