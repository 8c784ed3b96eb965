/** The words of an ownership check: what is checked, and what can come out of it. */

/** One entry of a server's `packages`, as far as ownership is concerned. */
export interface PackageToCheck {
  readonly registryType: string;
  readonly registryBaseUrl?: string | undefined;
  readonly identifier: string;
  readonly version?: string | undefined;
  readonly fileSha256?: string | undefined;
}

/**
 * `owned`: the package names the server. `skipped`: the package was not checked, and passes. `refused`: the package
 * does not pass until its publisher changes something. `unavailable`: the check is not possible now; trying later may
 * help. `why` is public: it says what was looked for, where, what was found, and how to mend it.
 */
export type OwnershipVerdict =
  | { readonly kind: "owned" }
  | { readonly kind: "skipped"; readonly why: string }
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "unavailable"; readonly why: string };
