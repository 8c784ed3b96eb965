/** Whole registries to test with: an invented one always, and a dump of the public registry where it is at hand. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { everything } from "./damaged-documents.ts";
import { serverResponseOf } from "./server-responses.ts";
import type { ServerDetail } from "../../src/registry/servers/index.ts";

export interface DumpedServer {
  readonly server: ServerDetail;
  readonly _meta: Readonly<
    Record<string, { publishedAt: string; updatedAt: string; status: "active"; isLatest: boolean }>
  >;
}

export interface RegistryDump {
  readonly name: string;
  readonly servers: readonly DumpedServer[];
}

/** A dump of the public registry, which is not part of the project. */
const PUBLIC = path.resolve(
  import.meta.dirname,
  "../../../shared/contracts/registry/data/registry-dump-2025-11.trimmed.json",
);

/** Versions in the order in which they were published; the star is at the one that is the latest. */
const HISTORIES: readonly (readonly string[])[] = [
  ["1.0.0*"],
  ["0.9.0", "0.10.0*"],
  ["1.0.0", "2.0.0*", "1.0.1"],
  ["1.0.0-rc.1", "1.0.0-rc.2*"],
  ["1.0.0-rc.1", "1.0.0*", "1.0.0-rc.2"],
  ["2.0.0*", "2.0.0-beta", "1.9.9"],
  ["1.2.3+build.1", "1.2.3+build.2*"],
  ["spring", "summer*"],
  ["v1", "nightly", "0.0.1*", "v2"],
  ["2025.9.30", "2025.10.1*"],
  ["10.0.0*", "9.99.99"],
];
const SERVERS_OF_EACH = 30;
const START_MS = Date.UTC(2025, 0, 1);
const PAUSE_MS = 61_001;

export const inventedDump: RegistryDump = { name: "an invented registry", servers: inventServers() };

export const registryDumps: readonly RegistryDump[] = [
  inventedDump,
  ...(existsSync(PUBLIC)
    ? [{ name: "the public registry", ...(JSON.parse(readFileSync(PUBLIC, "utf8")) as Omit<RegistryDump, "name">) }]
    : []),
];

function inventServers(): DumpedServer[] {
  const servers: DumpedServer[] = [];
  const add = (name: string, version: string, isLatest: boolean, server: object = {}): void => {
    const publishedAt = new Date(START_MS + servers.length * PAUSE_MS).toISOString().replace("Z", "123Z");
    servers.push(serverResponseOf(name, version, { isLatest, publishedAt, server }) as unknown as DumpedServer);
  };
  for (let at = 0; at < SERVERS_OF_EACH; at++) {
    for (const [which, history] of HISTORIES.entries()) {
      const name = `com.invented-${at}/server_${which}.x`;
      for (const written of history) {
        const version = written.replace("*", "");
        add(name, version, written !== version, membersOf(servers.length, version));
      }
    }
  }
  // Entries that the public registry took before its rules were as strict as they are now.
  const transport = { type: "stdio" };
  const odd = { registryType: "npm", identifier: "odd", version: "1.0.0", transport };
  add("com.invented-odd/argument", "1.0.0", true, { packages: [{ ...odd, packageArguments: [{ type: "" }] }] });
  add("com.invented-odd/variable", "1.0.0", true, { packages: [{ ...odd, environmentVariables: [{ name: "" }] }] });
  add("com.invented-odd/version", "latest", true);
  return servers;
}

/** Members of a document: others for each number, so that all of them occur, alone and together. */
function membersOf(number: number, version: string): object {
  const { _meta: _, $schema: __, status: ___, name: ____, ...all } = everything as Record<string, unknown>;
  const members = Object.entries({
    ...all,
    description: `Ünïcode 🌦 ${"and more ".repeat(number % 8)}`.trim(),
    title: `No. ${number} \u2028 "quoted" \\`,
  });
  return { ...Object.fromEntries(members.filter((_member, at) => ((number >> (at % 7)) & 1) === 1)), version };
}
