/** PyPI: the description of the published release (its README) must claim the server's name. */
import { jsonMember } from "../../../kit/text/parse-json.ts";
import { CheckEnded, ownershipChecker, readJson, requireOk } from "./call.ts";
import type { OwnershipChecker, RegistryCall } from "./call.ts";
import { pathSegment } from "./core/form.ts";
import { claimVerdict } from "./core/mention.ts";
import type { Place } from "./places.ts";

const NAME = /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$/;

/** Checks packages against the JSON interface of PyPI (`GET /pypi/{project}/{version}/json`). */
export function pypiChecker(call: RegistryCall, { url, baseUrls, shown }: Place): OwnershipChecker {
  const form = { label: "PyPI", identifier: NAME, version: "required", baseUrls, fileSha256: "forbidden" } as const;
  return ownershipChecker(form, async (pkg, serverName, signal) => {
    const { identifier, version = "" } = pkg;
    const [name, number] = [pathSegment(identifier), pathSegment(version)];
    const answer = await call({ url: `${url}/pypi/${name}/${number}/json`, shown, signal });
    if (answer.status === 404) {
      const whole = await call({ url: `${url}/pypi/${name}/json`, method: "HEAD", shown, signal });
      const why =
        whole.status === 200
          ? `the PyPI package ${identifier} has no version ${version} at ${shown}. Upload that version there first.`
          : `there is no PyPI package ${identifier} at ${shown}. Upload it there first.`;
      throw new CheckEnded("refused", why);
    }
    requireOk(answer, shown);

    const description = jsonMember(jsonMember(readJson(answer, shown), "info"), "description");
    const place = `the description (README) of the PyPI package ${identifier} ${version} at ${shown}`;
    return claimVerdict(typeof description === "string" ? description : "", serverName, place);
  });
}
