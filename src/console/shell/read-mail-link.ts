/** What stands in a link of a mail. */

export interface MailLink {
  /** The page that the mail names. */
  readonly page: string;
  readonly token: string;
}

const LINK = /^#([a-z-]{1,40})=([\w.~-]{1,500})$/;

/** @param hash of an address, with the `#` */
export function readMailLink(hash: string): MailLink | undefined {
  const [, page, token] = LINK.exec(hash) ?? [];
  return page === undefined || token === undefined ? undefined : { page, token };
}

/** The token in what a user has copied from a mail: the whole link, or the token alone. */
export function tokenIn(text: string): string {
  const copied = text.trim();
  return readMailLink(copied.slice(Math.max(0, copied.indexOf("#"))))?.token ?? copied;
}
