/**
 * 50,000 versions of 21,000 servers: a public dump of the registry, repeated under other names, or without a dump a
 * generated data set with the same proportions.
 */
import { existsSync, readFileSync } from "node:fs";
import { numbersFrom } from "./random.ts";

export interface Version {
  readonly name: string;
  readonly version: string;
  readonly publishedAt: string;
  readonly document: Document;
}

interface Document {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description: string;
  readonly remotes?: readonly { readonly url?: string }[];
}

export interface DataSet {
  readonly versions: readonly Version[];
  readonly origin: string;
}

const SERVERS = 21_000;
const VERSIONS = 50_000;

const DUMP = "../shared/contracts/registry/data/registry-dump-2025-11.trimmed.json";
const OFFICIAL = "io.modelcontextprotocol.registry/official";

export function makeDataSet(): DataSet {
  const isThere = existsSync(DUMP);
  const templates = isThere ? readDump() : inventServers();
  const versions: Version[] = [];
  const random = numbersFrom(42);
  for (let number = 0; number < SERVERS; number++) {
    const template = templates[number % templates.length] ?? [];
    const copy = Math.floor(number / templates.length);
    for (const version of template) versions.push(renamed(version, copy, random));
  }
  return {
    versions: toLength(versions),
    origin: isThere ? "entries of the public registry, each server many times under other names" : "invented servers",
  };
}

/** As many as there should be: more versions of servers that are there, or fewer of those with the most. */
function toLength(versions: Version[]): Version[] {
  const counts = new Map<string, number>();
  for (const { name } of versions) counts.set(name, (counts.get(name) ?? 0) + 1);
  const step = Math.floor(versions.length / Math.max(1, VERSIONS - versions.length));
  const chosen = versions.filter((_, at) => at % step === 0).slice(0, Math.max(0, VERSIONS - versions.length));
  for (const each of chosen) {
    const version = `99.${versions.length}.0`;
    versions.push({ ...each, version, document: { ...each.document, version } });
  }
  while (versions.length > VERSIONS) {
    const at = versions.findLastIndex(({ name }) => (counts.get(name) ?? 0) > 1);
    const [dropped] = versions.splice(at, 1);
    if (dropped) counts.set(dropped.name, (counts.get(dropped.name) ?? 0) - 1);
  }
  return versions;
}

/** Another word at the end of the name, and in every address: no two copies share a text. */
function renamed(version: Version, copy: number, random: () => number): Version {
  if (copy === 0) return version;
  const word = inventWord(numbersFrom(copy * 7919 + 1));
  const name = `${version.name}-${word}`;
  const remotes = version.document.remotes?.map((remote) =>
    remote.url === undefined ? remote : { ...remote, url: `${remote.url}/${word}` },
  );
  const description = `${version.document.description} ${inventWord(random)}`;
  const document = { ...version.document, name, description, ...(remotes ? { remotes } : {}) };
  return { ...version, name, document };
}

function readDump(): Version[][] {
  const { servers } = JSON.parse(readFileSync(DUMP, "utf8")) as {
    servers: { server: Document; _meta: Record<string, { publishedAt: string }> }[];
  };
  const byName = new Map<string, Version[]>();
  for (const { server, _meta } of servers) {
    const { name, version } = server;
    const publishedAt = _meta[OFFICIAL]?.publishedAt ?? "2025-10-01T00:00:00Z";
    const known = byName.get(name) ?? [];
    known.push({ name, version, publishedAt, document: server });
    byName.set(name, known);
  }
  return [...byName.values()];
}

const TOPICS = ["weather", "github", "database", "search", "browser", "calendar", "payments", "maps", "email", "files"];
const VERBS = ["Query", "Manage", "Search", "Automate", "Read and write", "Monitor", "Summarise", "Translate"];

function inventServers(): Version[][] {
  const random = numbersFrom(7);
  const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return Array.from({ length: 600 }, (_, number) => {
    const topic = oneOf(TOPICS);
    const owner = `${inventWord(random)}${number}`;
    const name = `io.github.${owner}/${topic}-mcp-${random() < 0.5 ? "server" : inventWord(random)}`;
    const count = random() < 0.6 ? 1 : 1 + Math.floor(random() * 6);
    return Array.from({ length: count }, (_each, at): Version => {
      const version = `${Math.floor(at / 3)}.${at}.${Math.floor(random() * 9)}`;
      const transport = { type: "streamable-http", url: `https://${owner}.example.com/mcp` };
      const document = {
        $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
        name,
        title: `${topic} for ${inventWord(random)}`,
        description: `${oneOf(VERBS)} ${topic} with ${inventWord(random)} and ${inventWord(random)}.`,
        version,
        repository: { url: `https://github.com/${owner}/${topic}`, source: "github" },
        ...(random() < 0.55
          ? { remotes: [transport] }
          : { packages: [inventPackage(owner, topic, version, oneOf(["npm", "pypi", "oci"]))] }),
      };
      return { name, version, publishedAt: new Date(1.76e12 + at * 1e8 + number * 1e6).toISOString(), document };
    });
  });
}

function inventPackage(owner: string, topic: string, version: string, registryType: string): object {
  const names = ["TOKEN", "ENDPOINT", "REGION"].map((name) => `${topic.toUpperCase()}_${name}`);
  return {
    registryType,
    identifier: `${owner}-${topic}`,
    version,
    transport: { type: "stdio" },
    environmentVariables: names.map((name) => ({ name, description: `The ${name} to use.`, isRequired: true })),
  };
}

function inventWord(random: () => number): string {
  const oneOf = (letters: string): string => letters[Math.floor(random() * letters.length)] ?? "";
  return Array.from({ length: 3 }, () => oneOf("bdfgklmnprstvz") + oneOf("aeiou")).join("");
}
