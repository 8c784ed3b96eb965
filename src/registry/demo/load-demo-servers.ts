/** Fills an empty registry with the servers of the demonstration, by publishing them. */
import type { Log } from "../../kit/log/log.ts";
import { publish, type PublishDeps } from "../publishing/index.ts";
import type { ServerDetail, ServerPackage } from "../servers/index.ts";
import { DEMO_SERVERS, type DemoServer } from "./demo-servers.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** Does nothing when there is any server. */
export async function loadDemoServers(deps: PublishDeps, log: Log): Promise<void> {
  if (deps.model.catalogue.serverCount > 0) return;
  // The packages are invented too, so package registries do not have them.
  const unchecked = { ...deps.ownership, checkAll: async () => ({ kind: "passed", verdicts: [] }) as const };
  const context = { author: { method: "demo", subject: "tripod serve --demo" }, requestId: "demo" };
  let versions = 0;
  for (const server of DEMO_SERVERS) {
    for (const version of server.versions) {
      await publish({ ...deps, ownership: unchecked }, detailOf(server, version), context);
      versions++;
    }
  }
  log.warn(
    { servers: DEMO_SERVERS.length, versions },
    `the registry was empty: loaded ${DEMO_SERVERS.length} invented servers (--demo)`,
  );
}

function detailOf(server: DemoServer, version: string): ServerDetail {
  const [namespace = "", shortName = ""] = server.name.split("/");
  const host = namespace.split(".").reverse().join(".");
  return {
    $schema: SCHEMA,
    name: server.name,
    title: server.title,
    description: server.description,
    version,
    websiteUrl: `https://${host}/${shortName}`,
    ...(server.packageType ? { packages: [packageOf(server.packageType, namespace, shortName, version)] } : {}),
    ...(server.remote ? { remotes: [{ type: "streamable-http", url: `https://${host}/${shortName}/mcp` }] } : {}),
  };
}

function packageOf(
  registryType: NonNullable<DemoServer["packageType"]>,
  namespace: string,
  shortName: string,
  version: string,
): ServerPackage {
  const names: Record<typeof registryType, string> = {
    npm: `@${namespace.split(".").at(-1)}/${shortName}`,
    pypi: `${namespace.split(".").at(-1)}-${shortName}`,
    oci: `ghcr.io/${namespace.replace(/\./g, "-")}/${shortName}:${version}`,
    nuget: `Example.${shortName}`,
    cargo: `${shortName}-server`,
  };
  return {
    registryType,
    identifier: names[registryType],
    ...(registryType === "oci" ? {} : { version }),
    transport: { type: "stdio" },
  };
}
