/** The dependencies of the endpoints and jobs of sign-up. */
import type { SignUpMode } from "./settings.ts";
import type { SignupStore } from "./store.ts";

export interface SignupDeps {
  readonly signups: SignupStore;
}

export interface SignUpModeDeps {
  readonly signUpMode: SignUpMode;
}
