import { formatInstant, type Instant } from "../../../kit/time/instant.ts";

/** The fields of the mail about a new key. */
interface Told {
  readonly label: string;
  readonly access: string;
  readonly addresses: readonly string[];
}

/** The mail about a new API key, to the user whose key it is. */
export function keyMadeMail(
  username: string,
  { label, access, addresses }: Told,
  at: Instant,
): { readonly subject: string; readonly text: string } {
  const from = addresses.length === 0 ? "any address" : addresses.join(", ");
  return {
    subject: "An API key was made for your account",
    text: `An API key was made for the account ${username} at ${formatInstant(at)}.

Label: ${label}
Access: ${access}
Can be used from: ${from}

If that was not you, revoke it, change your password, and look at your sessions and API keys.
`,
  };
}
