/** Cargo: the README of the published crate version must claim the server's name. */
import { jsonMember } from "../../../kit/text/parse-json.ts";
import { CheckEnded, ownershipChecker, readJson, requireOk } from "./call.ts";
import type { OwnershipChecker, RegistryCall } from "./call.ts";
import { pathSegment } from "./core/form.ts";
import { claimVerdict } from "./core/mention.ts";
import type { Place } from "./places.ts";

/** Where crates.io keeps rendered README files. */
const PUBLIC_FILES = "https://static.crates.io";

/** Reading the host of a URL takes more than time in proportion to its length. */
const MAX_URL_CHARACTERS = 8_192;

const NAME = /^[A-Za-z][\w-]*$/;

/**
 * Checks crates against the interface of crates.io (`GET /api/v1/crates/{name}/{version}/readme`), which answers where
 * the README is. It is fetched only from the registry itself or from the public host of README files.
 */
export function cargoChecker(call: RegistryCall, { url, baseUrls, shown }: Place): OwnershipChecker {
  const form = { label: "Cargo", identifier: NAME, version: "required", baseUrls, fileSha256: "forbidden" } as const;
  const origins = new Set([PUBLIC_FILES, new URL(url).origin]);
  const redirectAllowed = (target: URL): boolean => origins.has(target.origin);

  return ownershipChecker(form, async (pkg, serverName, signal) => {
    const { identifier, version = "" } = pkg;
    const [name, number] = [pathSegment(identifier), pathSegment(version)];
    const crate = `${url}/api/v1/crates/${name}`;
    const missing = async (): Promise<CheckEnded> => {
      const exact = await call({ url: `${crate}/${number}`, shown, redirectAllowed, signal });
      if (exact.status === 200) {
        const mend = `Add one that contains "mcp-name: ${serverName}" and publish a new version of the crate.`;
        return new CheckEnded("refused", `the crate ${identifier} ${version} at ${shown} has no README. ${mend}`);
      }
      const whole = await call({ url: crate, shown, redirectAllowed, signal });
      const why =
        whole.status === 200
          ? `the crate ${identifier} has no version ${version} at ${shown}. Publish that version there first.`
          : `there is no crate ${identifier} at ${shown}. Publish it there first.`;
      return new CheckEnded("refused", why);
    };

    const where = await call({ url: `${crate}/${number}/readme`, shown, redirectAllowed, signal });
    if (where.status === 404) throw await missing();
    requireOk(where, shown);
    const readmeUrl = jsonMember(readJson(where, shown), "url");
    const isUrl =
      typeof readmeUrl === "string" && readmeUrl.length <= MAX_URL_CHARACTERS && URL.canParse(readmeUrl, `${url}/`);
    if (!isUrl) {
      throw new CheckEnded("unavailable", `${shown} does not say where the README of ${identifier} ${version} is.`);
    }
    const target = new URL(readmeUrl, `${url}/`);
    if (!redirectAllowed(target)) {
      return {
        kind: "refused",
        why: `${shown} keeps the README of ${identifier} ${version} where it is not looked for.`,
      };
    }
    const headers = { Accept: "text/html, */*" };
    const readme = await call({ url: target.href, headers, shown, redirectAllowed, signal });
    // The store of files answers 403 for one that is not there.
    if (readme.status === 403 || readme.status === 404) throw await missing();
    requireOk(readme, shown);
    const place = `the README of the crate ${identifier} ${version} at ${shown}`;
    return claimVerdict(readme.body.toString("utf8"), serverName, place);
  });
}
