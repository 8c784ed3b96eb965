/** A mail address as it is named where others may read it: `a***@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return at < 1 ? "***" : `${first}***${email.slice(at)}`;
}
