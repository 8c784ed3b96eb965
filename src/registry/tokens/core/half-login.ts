/** A login at the operator's own issuer that is set in part, and is therefore off. */

interface IssuerSettings {
  readonly oidcIssuer: string;
  readonly oidcClientId: string;
  readonly oidcClientSecret?: string | undefined;
  readonly oidcExtraClaims: readonly string[];
  readonly oidcPublishPatterns: readonly string[];
  readonly oidcEditPatterns: readonly string[];
  readonly oidcAdminClaims: readonly string[];
}

/** What is missing, in one sentence; undefined where everything or nothing is set. */
export function halfLogin(settings: IssuerSettings): string | undefined {
  const { oidcIssuer, oidcClientId, oidcClientSecret } = settings;
  if (oidcIssuer !== "") {
    if (oidcClientId !== "") return undefined;
    return "There is an issuer and no client, so this login is off: set TRIPOD_REGISTRY_OIDC_CLIENT_ID.";
  }
  const { oidcExtraClaims, oidcPublishPatterns, oidcEditPatterns, oidcAdminClaims } = settings;
  const lists = [oidcExtraClaims, oidcPublishPatterns, oidcEditPatterns, oidcAdminClaims];
  const isEmpty = oidcClientId === "" && oidcClientSecret === undefined && lists.every(({ length }) => length === 0);
  if (isEmpty) return undefined;
  return "There are settings for a login at an issuer and no issuer, so they have no effect: set TRIPOD_REGISTRY_OIDC_ISSUER.";
}
