/** Under which name the token of a user's bot is sealed. */
export function botRecord(uid: number): string {
  return `trading.telegram_bots:${uid}`;
}
