/**
 * Finds the server names that a package's description claims, written as `mcp-name: io.example/weather`. A name ends
 * at a character that no name can contain, so that `io.example/weather-pro` claims nothing for `io.example/weather`.
 */
import type { OwnershipVerdict } from "./package.ts";
import { withoutTrailing } from "../../../../kit/text/without-trailing.ts";

/** How many claimed names are shown to a publisher whose own name was not among them. */
const MAX_CLAIMS = 1000;

const MAX_SHOWN = 3;

/**
 * Owned when the text claims exactly this server name. Otherwise the refusal says what it claims instead.
 * `place` is the text's: "the README of NuGet package Example.Weather 1.0.0".
 */
export function claimVerdict(text: string, serverName: string, place: string): OwnershipVerdict {
  const claimed = claimedServerNames(text);
  if (claimed.includes(serverName)) return { kind: "owned" };
  const shown = claimed.slice(0, MAX_SHOWN).map((name) => `"mcp-name: ${name.slice(0, 200)}"`);
  const found = shown.length === 0 ? "there is none" : `there is ${shown.join(" and ")}`;
  return {
    kind: "refused",
    why:
      `${place} must contain "mcp-name: ${serverName}", but ${found}. ` +
      `Add that line and publish a new version of the package.`,
  };
}

/**
 * The names that the text claims, in order, without repetition; the first 1000. A full stop or hyphen at the end is
 * taken as the sentence's or the comment's (`<!-- mcp-name: a.b/c-->`), not as the name's.
 */
export function claimedServerNames(text: string): string[] {
  const names = new Set<string>();
  for (const match of text.matchAll(/(?<!\w-?)mcp-name:[ \t]*([A-Za-z0-9._/-]+)/g)) {
    const name = withoutTrailing(match[1] ?? "", ".-");
    if (name !== "") names.add(name);
    if (names.size >= MAX_CLAIMS) break;
  }
  return [...names];
}
