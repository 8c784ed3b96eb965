/** The content of a session's cookie. */

export const TOKEN_BYTES = 32;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Whether this could be a token: nothing else is hashed and looked up. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}
