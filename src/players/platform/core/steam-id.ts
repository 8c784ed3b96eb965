/** 7656119 and ten digits: individual accounts in the public universe, the only ones that play. */
const STEAM_ID = /^7656119\d{10}$/;

/**
 * Whether a platform id is one that the Steam Web API may be asked about: the SteamID64 of a person's account.
 * False for EOS ids (32 hex digits), ids of groups and game servers, and everything else.
 */
export function isSteamId(platformId: string): boolean {
  return STEAM_ID.test(platformId);
}
