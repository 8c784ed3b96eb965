/** What a session's cookie holds. */

export const TOKEN_BYTES = 32;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Whether this could be a token at all: nothing else is hashed and looked up. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}
