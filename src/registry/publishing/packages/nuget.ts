/** NuGet: the README inside the published package must claim the server's name. */
import { jsonMember } from "../../../kit/text/parse-json.ts";
import type { Clock } from "../../../kit/time/clock.ts";
import { plusMillis, type Instant } from "../../../kit/time/instant.ts";
import { HOUR_MS } from "../../../kit/time/spans.ts";
import { CheckEnded, ownershipChecker, readJson, requireOk } from "./call.ts";
import type { OwnershipChecker, RegistryCall } from "./call.ts";
import { pathSegment } from "./core/form.ts";
import { claimVerdict } from "./core/mention.ts";
import { normalizeNugetVersion } from "./core/nuget-version.ts";
import type { Place } from "./places.ts";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

/** The two addresses that a service index is read for. */
interface Services {
  /** With `{lower_id}` and `{lower_version}` to be filled in. */
  readonly readmeTemplate: string;
  /** Where `{lower_id}/index.json` lists the versions of a package; without a slash at the end. */
  readonly packages: string;
}

/** NuGet's clients keep the service index this long. */
const SERVICES_KEPT_MS = HOUR_MS;

const NAME = /^\w[\w.-]*$/;

/** Checks packages against version 3 of NuGet's interface, whose addresses its service index gives. */
export function nugetChecker(call: RegistryCall, place: Place, clock: Clock): OwnershipChecker {
  const { baseUrls, shown } = place;
  const form = { label: "NuGet", identifier: NAME, version: "required", baseUrls, fileSha256: "forbidden" } as const;
  let kept: { readonly services: Services; readonly until: Instant } | undefined;

  async function findServices(signal: AbortSignal): Promise<Services> {
    if (kept && kept.until > clock.now()) return kept.services;
    const answer = await call({ url: place.url, shown, signal });
    requireOk(answer, shown);
    const services = readServices(readJson(answer, shown), place);
    kept = { services, until: plusMillis(clock.now(), SERVICES_KEPT_MS) };
    return services;
  }

  return ownershipChecker(form, async (pkg, serverName, signal) => {
    const { identifier, version = "" } = pkg;
    const id = pathSegment(identifier.toLowerCase());
    const normal = normalizeNugetVersion(version);
    const number = pathSegment(normal);
    const services = await findServices(signal);
    const url = services.readmeTemplate.replaceAll("{lower_id}", id).replaceAll("{lower_version}", number);
    const answer = await call({ url, headers: { Accept: "text/markdown, */*" }, shown, signal });
    if (answer.status !== 404) {
      requireOk(answer, shown);
      const readme = answer.body.toString("utf8");
      return claimVerdict(readme, serverName, `the README of the NuGet package ${identifier} ${version} at ${shown}`);
    }

    const list = await call({ url: `${services.packages}/${id}/index.json`, shown, signal });
    if (list.status === 404) {
      throw new CheckEnded("refused", `there is no NuGet package ${identifier} at ${shown}. Push it there first.`);
    }
    requireOk(list, shown);
    const versions = jsonMember(readJson(list, shown), "versions");
    const exists = Array.isArray(versions) && (versions as unknown[]).includes(normal);
    const why = exists
      ? `the NuGet package ${identifier} ${version} at ${shown} has no README. ` +
        `Add one that contains "mcp-name: ${serverName}" (PackageReadmeFile) and push a new version of the package.`
      : `the NuGet package ${identifier} has no version ${version} at ${shown}. ` +
        "Push that version there first; a new one takes some minutes to be listed.";
    return { kind: "refused", why };
  });
}

/** Reading the host of a URL takes more than time in proportion to its length. */
const MAX_URL_CHARACTERS = 8_192;

function readServices(index: unknown, { url, shown }: Place): Services {
  const resources = jsonMember(index, "resources");
  const find = (type: string): string | undefined => {
    const found = (Array.isArray(resources) ? (resources as unknown[]) : []).find((resource) =>
      [jsonMember(resource, "@type")].flat().includes(type),
    );
    const id = jsonMember(found, "@id");
    if (typeof id !== "string" || id.length > MAX_URL_CHARACTERS || !URL.canParse(id)) return undefined;
    // An index that was fetched by https must not lead to plain http; the guard has the last word on where it leads.
    return id.startsWith("https:") || url.startsWith("http:") ? id : undefined;
  };
  const readmeTemplate = find("ReadmeUriTemplate/6.13.0");
  const packages = find("PackageBaseAddress/3.0.0");
  if (readmeTemplate === undefined || packages === undefined) {
    throw new CheckEnded("unavailable", `${shown} does not say where it keeps packages and their README files.`);
  }
  return { readmeTemplate, packages: withoutTrailing(packages, "/") };
}
