/** Accounts in the forms in which people write and paste them. */

/** As saves and servers name accounts: those of Steam, and a few others. */
const PLAIN = /^\d{17}$/;
const EOS_ID = /^[0-9a-f]{32}$|^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const OF_SERVERS = /^STEAM_[0-5]:([01]):(\d{1,10})$/i;
const SHORT = /^\[U:1:(\d{1,10})\]$|^U:1:(\d{1,10})$/i;
const PROFILE = /^(?:https?:\/\/)?(?:www\.)?steamcommunity\.com\/profiles\/([^/]{1,40})\/?$/i;

/** The SteamID64 of account 0 in the public universe, the only one that plays. */
const FIRST_STEAM_ID = 76_561_197_960_265_728n;
const MAX_STEAM_ACCOUNT = 2n ** 32n - 1n;

/**
 * The account as this service writes it, 17 digits or 32 lower-case hexadecimal digits. It reads those; an EOS id in
 * capitals or with hyphens; and of Steam `STEAM_0:0:11101`, `[U:1:22202]` and the address of a profile. Undefined for
 * anything else.
 */
export function parseAccountId(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  if (EOS_ID.test(text)) return text.replaceAll("-", "").toLowerCase();
  const [, shown] = PROFILE.exec(text) ?? [];
  const written = shown ?? text;
  if (shown !== undefined && PLAIN.test(shown)) return shown;
  const [, bit, half] = OF_SERVERS.exec(written) ?? [];
  if (bit !== undefined && half !== undefined) return steamIdOf(2n * BigInt(half) + BigInt(bit));
  const [, bracketed, bare] = SHORT.exec(written) ?? [];
  const account = bracketed ?? bare;
  return account === undefined ? undefined : steamIdOf(BigInt(account));
}

function steamIdOf(account: bigint): string | undefined {
  return account === 0n || account > MAX_STEAM_ACCOUNT ? undefined : String(FIRST_STEAM_ID + account);
}
