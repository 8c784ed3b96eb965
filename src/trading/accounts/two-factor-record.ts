/** Under which name a user's TOTP secret is sealed. */
export function twoFactorRecord(uid: number): string {
  return `trading.two_factor:${uid}`;
}
