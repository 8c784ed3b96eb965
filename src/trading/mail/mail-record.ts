/** Under which name the text of a mail that carries a link is sealed. */
export function mailRecord(id: number): string {
  return `trading.mails:${id}`;
}
