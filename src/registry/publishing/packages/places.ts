/** Where packages are looked up: the public registries, or what the operator put in their place. */
import { UserError } from "../../../kit/errors/user-error.ts";
import type { BundleHost } from "./core/bundle-url.ts";
import { PUBLIC_URLS, type OwnershipSettings } from "./settings.ts";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

/** One package registry. */
export interface Place {
  /** The requested address, without a slash at the end. */
  readonly url: string;
  /** The values that publishers may write as `registryBaseUrl`, the public one first. */
  readonly baseUrls: readonly string[];
  /** How it may be called in an error: an operator's own URL is not public. */
  readonly shown: string;
  readonly isPublic: boolean;
}

export interface Places {
  readonly npm: Place;
  readonly pypi: Place;
  readonly nuget: Place;
  readonly cargo: Place;
  /** Host as written in an image's name -> where it is asked, without a slash at the end. */
  readonly oci: ReadonlyMap<string, string>;
  readonly mcpb: readonly BundleHost[];
}

/** @throws UserError naming the setting that cannot be read. */
export function readPlaces(settings: OwnershipSettings): Places {
  return {
    npm: place("npmUrl", "npm", settings),
    pypi: place("pypiUrl", "PyPI", settings),
    nuget: place("nugetUrl", "NuGet", settings),
    cargo: place("cratesUrl", "crates.io", settings),
    oci: new Map(settings.ociHosts.map(readImageHost)),
    mcpb: settings.mcpbHosts.map(readBundleHost),
  };
}

/**
 * The hosts (`name:port`) that the operator configured, for `allowPrivate` of an outbound guard that serves these
 * checks alone: a proof of a caller's domain must not reach them.
 */
export function trustedHosts(settings: OwnershipSettings): string[] {
  const places = readPlaces(settings);
  const mirrors = [places.npm, places.pypi, places.nuget, places.cargo].filter(({ isPublic }) => !isPublic);
  const urls = [
    ...mirrors.map(({ url }) => url),
    ...places.oci.values(),
    ...places.mcpb.map(({ host, protocol }) => `${protocol}//${host}`),
  ];
  return [...new Set(urls.map(hostWithPort))];
}

/** Whether the operator has put a place in the stead of a public one, or has added one. */
export function hasOwnPlaces(settings: OwnershipSettings): boolean {
  const names = Object.keys(PUBLIC_URLS) as (keyof typeof PUBLIC_URLS)[];
  const isAdded = settings.ociHosts.length + settings.mcpbHosts.length > 0;
  return isAdded || names.some((name) => settings[name] !== PUBLIC_URLS[name]);
}

/** Where packages are looked up, as the settings name it: the operator's proxy is asked for these. */
export function packageUrls(settings: OwnershipSettings): string[] {
  const { npm, pypi, nuget, cargo, oci, mcpb } = readPlaces(settings);
  const bundles = mcpb.map(({ host, protocol }) => `${protocol}//${host}`);
  return [npm.url, pypi.url, nuget.url, cargo.url, ...oci.values(), ...bundles];
}

function place(name: keyof typeof PUBLIC_URLS, label: string, settings: OwnershipSettings): Place {
  const publicUrl = PUBLIC_URLS[name];
  const url = readUrl(name, settings[name]);
  if (url === publicUrl) return { url, baseUrls: [publicUrl], shown: publicUrl, isPublic: true };
  return { url, baseUrls: [publicUrl, url, `${url}/`], shown: `this registry's mirror of ${label}`, isPublic: false };
}

function readImageHost(entry: string): [string, string] {
  const [host = "", url, ...more] = entry.split("=");
  const lower = host.toLowerCase();
  if (more.length > 0 || !/^[a-z0-9][a-z0-9.-]*(:\d{1,5})?$/.test(lower)) {
    throw new UserError(`ociHosts: "${entry}" is neither a host nor HOST=URL.`);
  }
  return [lower, readUrl("ociHosts", url ?? `https://${lower}`)];
}

function readBundleHost(entry: string): BundleHost {
  const text = entry.includes("://") ? entry : `https://${entry}`;
  const url = new URL(readUrl("mcpbHosts", text));
  if (url.pathname !== "/") throw new UserError(`mcpbHosts: "${entry}" must be a host without a path.`);
  return { host: url.host, protocol: url.protocol === "http:" ? "http:" : "https:" };
}

function readUrl(setting: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain =
    url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" && url.search === "";
  if (!url || !plain || url.hash !== "") {
    throw new UserError(`${setting}: must be an http or https URL without password, query and fragment.`);
  }
  return withoutTrailing(text, "/");
}

function hostWithPort(text: string): string {
  const url = new URL(text);
  return `${url.hostname}:${url.port || (url.protocol === "http:" ? "80" : "443")}`;
}
