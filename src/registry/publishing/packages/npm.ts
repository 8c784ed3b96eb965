/** npm: the `mcpName` of the published version's package.json must be the server's name. */
import { jsonMember } from "../../../kit/text/parse-json.ts";
import { CheckEnded, ownershipChecker, readJson, requireOk } from "./call.ts";
import type { OwnershipChecker, RegistryCall } from "./call.ts";
import { pathSegment } from "./core/form.ts";
import type { Place } from "./places.ts";

const NAME = /^(?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*$/;

/** Checks packages against the registry interface of npm (`GET /{name}/{version}`). */
export function npmChecker(call: RegistryCall, { url, baseUrls, shown }: Place): OwnershipChecker {
  const form = { label: "npm", identifier: NAME, version: "required", baseUrls, fileSha256: "forbidden" } as const;
  return ownershipChecker(form, async (pkg, serverName, signal) => {
    const { identifier, version = "" } = pkg;
    const [name, number] = [pathSegment(identifier), pathSegment(version)];
    const answer = await call({ url: `${url}/${name}/${number}`, shown, signal });
    if (answer.status === 404) {
      const whole = await call({ url: `${url}/${name}`, method: "HEAD", shown, signal });
      throw new CheckEnded("refused", missing(identifier, version, shown, whole.status === 200));
    }
    requireOk(answer, shown);

    const document = readJson(answer, shown);
    const found = jsonMember(document, "version");
    if (typeof found === "string" && found !== version) {
      return {
        kind: "refused",
        why: `"${version}" is not a version of the npm package ${identifier} but a name for ${found}; write the version itself`,
      };
    }
    const mcpName = jsonMember(document, "mcpName");
    if (mcpName === serverName) return { kind: "owned" };
    const instead = typeof mcpName === "string" ? `it is "${mcpName.slice(0, 200)}"` : "it has none";
    return {
      kind: "refused",
      why:
        `the "mcpName" of the npm package ${identifier} ${version} at ${shown} must be "${serverName}", but ${instead}. ` +
        `Add "mcpName": "${serverName}" to package.json and publish a new version of the package.`,
    };
  });
}

function missing(identifier: string, version: string, shown: string, packageExists: boolean): string {
  return packageExists
    ? `the npm package ${identifier} has no version ${version} at ${shown}. Publish that version there first.`
    : `there is no npm package ${identifier} at ${shown}. Publish it there first, for everybody to see.`;
}
