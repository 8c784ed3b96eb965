/** The command that starts a package. Only five are written: the publisher does not choose what runs. */
import type { Package } from "../../../../../clients/typescript/src/registry.ts";
import type { Pair, Words } from "./install-plan.ts";

export type CommandRefusal = "unknownType" | "otherCommand" | "optionAsName";

/** By kind of package: what may start it. The first one is taken where the publisher names none. */
const COMMANDS: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ["npm", ["npx"]],
  ["pypi", ["uvx"]],
  ["oci", ["docker", "podman"]],
  ["nuget", ["dnx"]],
]);

/** Where the commands look without being told. */
const USUAL_HOSTS = new Set(["registry.npmjs.org", "pypi.org", "docker.io", "api.nuget.org"]);

export function whyNoCommand({ registryType, runtimeHint = "", identifier }: Package): CommandRefusal | undefined {
  const known = COMMANDS.get(registryType);
  if (!known) return "unknownType";
  if (runtimeHint !== "" && !known.includes(runtimeHint)) return "otherCommand";
  // `npx --call=...` would run something else.
  return identifier.startsWith("-") ? "optionAsName" : undefined;
}

interface Parts {
  readonly runtimeArguments: readonly Words[];
  readonly packageArguments: readonly Words[];
  readonly env: readonly Pair[];
}

/** The command and its words, in their order. Call it where `whyNoCommand` has nothing to say. */
export function commandOf(from: Package, parts: Parts): { readonly command: string; readonly args: readonly Words[] } {
  const { registryType, runtimeHint = "" } = from;
  const command = runtimeHint === "" ? (COMMANDS.get(registryType)?.[0] ?? "") : runtimeHint;
  const { runtimeArguments, packageArguments } = parts;
  const source = unusualSource(from);
  const name = plain(from.version === undefined ? from.identifier : `${from.identifier}@${from.version}`);
  switch (registryType) {
    case "npm": {
      const place = source === undefined ? [] : [plain(`--registry=${source.href}`)];
      return { command, args: [plain("-y"), ...place, ...runtimeArguments, name, ...packageArguments] };
    }
    case "pypi": {
      const place = source === undefined ? [] : [plain("--default-index", source.href)];
      return { command, args: [...place, ...runtimeArguments, name, ...packageArguments] };
    }
    case "oci": {
      // docker reads the variables that it is named from the environment it was started in.
      const passed = parts.env.map(({ name: variable, value }): Words => ({
        words: [["-e"], [variable]],
        onlyWith: value,
      }));
      const run = plain("run", "-i", "--rm");
      return {
        command,
        args: [run, ...passed, ...runtimeArguments, plain(imageOf(from, source)), ...packageArguments],
      };
    }
    default: {
      const place = source === undefined ? [] : [plain("--source", source.href)];
      const behind = packageArguments.length === 0 ? [] : [plain("--"), ...packageArguments];
      return { command, args: [...runtimeArguments, name, plain("--yes"), ...place, ...behind] };
    }
  }
}

function plain(...texts: readonly string[]): Words {
  return { words: texts.map((text) => [text]) };
}

/** The package registry that the command must name. */
function unusualSource({ registryBaseUrl = "" }: Package): URL | undefined {
  const url = URL.canParse(registryBaseUrl) ? new URL(registryBaseUrl) : undefined;
  return url && !USUAL_HOSTS.has(url.host) ? url : undefined;
}

function imageOf({ identifier, version }: Package, source: URL | undefined): string {
  const isPlaced = source === undefined || identifier.startsWith(`${source.host}/`);
  const image = isPlaced ? identifier : `${source.host}/${identifier}`;
  const isTagged = /[:@]/.test(image.slice(image.lastIndexOf("/") + 1));
  return version === undefined || isTagged ? image : `${image}:${version}`;
}
