/** Which passwords are good enough. */

const MIN_LENGTH = 8;
const MAX_LENGTH = 200;
/** Letters with accents of their own count several. To compose a long run of accents takes more than linear time. */
const MAX_UNITS = 1_000;
/** From here on length alone is enough, so that people may use sentences. */
const PASSPHRASE_LENGTH = 16;
const MIN_DIFFERENT = 5;

/**
 * What is wrong with a new password, as a sentence; undefined when it is good. A good password has 8 to 200
 * characters, letters and digits (or 16 characters and more), at least five different characters, and is not the
 * username.
 */
export function passwordProblem(password: string, username?: string): string | undefined {
  const tooLong = `A password has at most ${MAX_LENGTH} characters`;
  if (password.length > MAX_UNITS) return tooLong;
  const characters = Array.from(password.normalize("NFC"));
  if (characters.length < MIN_LENGTH) return `A password has at least ${MIN_LENGTH} characters`;
  if (characters.length > MAX_LENGTH) return tooLong;
  if (/\p{Cc}/u.test(password)) return "A password holds no control characters";
  if (username !== undefined && password.toLowerCase() === username.toLowerCase()) {
    return "A password is not the username";
  }
  const isMixed = /\p{L}/u.test(password) && /\p{N}/u.test(password);
  if (!isMixed && characters.length < PASSPHRASE_LENGTH) {
    return `A password holds letters and digits, or has at least ${PASSPHRASE_LENGTH} characters`;
  }
  if (new Set(characters).size < MIN_DIFFERENT) return `A password has at least ${MIN_DIFFERENT} different characters`;
  return undefined;
}
