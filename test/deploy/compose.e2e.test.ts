/** Compose files: what they refer to exists, the program accepts their settings, and secrets are made once. */
import { execFile, spawnSync } from "node:child_process";
import { copyFile, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { ROOT, filesBelow, readText } from "../architecture/source-files.ts";
import { loadConfig } from "../../src/kit/config/load-config.ts";
import { sharedSettings } from "../../src/kit/config/shared-settings.ts";
import { parseYaml, problemsOfSettings } from "../support/deployment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly hostname?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

const run = promisify(execFile);
const FILES = ["compose.yaml", "deploy/compose.scale.yaml"] as const;
const hasCompose = spawnSync("docker", ["compose", "version"]).status === 0;

/** As it is written. */
const readRaw = (file: string): Compose => parseYaml(readText(file))[0] as Compose;
/** As Docker Compose reads it where none of its variables is set. */
const read = (file: string): Compose =>
  parseYaml(readText(file).replaceAll(/\$\{[A-Z_]{1,40}:-([^}]{0,200})\}/g, "$1"))[0] as Compose;
const ours = (compose: Compose): [string, Service][] =>
  Object.entries(compose.services).filter(([, { image }]) => image.startsWith("tripod:"));

describe.each(FILES)("%s", (file) => {
  const compose = read(file);

  test("refers to services, volumes, networks, secrets and files that exist", () => {
    const missing: string[] = [];
    const look = (what: string, name: string, known: object | undefined): void => {
      if (!Object.hasOwn(known ?? {}, name)) missing.push(`${what} ${name}`);
    };
    for (const [, service] of Object.entries(compose.services)) {
      for (const name of Object.keys(service.depends_on ?? {})) look("service", name, compose.services);
      for (const name of service.secrets ?? []) look("secret", name, compose.secrets);
      for (const name of service.networks ?? []) look("network", name, compose.networks);
      for (const volume of service.volumes ?? []) {
        const [source = ""] = volume.split(":");
        if (!source.startsWith(".")) look("volume", source, compose.volumes);
        else if (!filesBelow("").includes(join(file, "..", source))) missing.push(`file ${source}`);
      }
    }
    expect(missing).toEqual([]);
    const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets);
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.secrets ?? {})));
  });

  test("starts Tripod with settings that it accepts, on a read-only disk and without rights of root", () => {
    expect(ours(compose).length).toBeGreaterThan(0);
    for (const [name, { environment = {}, read_only: isReadOnly, cap_drop: dropped }] of ours(compose)) {
      expect([name, problemsOfSettings(environment)]).toEqual([name, []]);
      expect([name, isReadOnly, dropped]).toEqual([name, true, ["ALL"]]);
    }
  });

  test("publishes no port but those of Tripod and of the balancer", () => {
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports);
    expect(published.filter((port) => !/^(?:127\.0\.0\.1:8080:8080|80:80|443:443)$/.test(port))).toEqual([]);
  });

  test.skipIf(!hasCompose)("is accepted by docker compose", async () => {
    const folder = join(ROOT, file, "..");
    await expect(run("docker", ["compose", "--file", join(ROOT, file), "config", "--quiet"], { cwd: folder }))
      .resolves //
      .toMatchObject({ stderr: "" });
  });
});

describe("several processes", () => {
  const compose = read("deploy/compose.scale.yaml");
  const roles = ours(compose).flatMap(([name, { command = [] }]) =>
    command[0] === "serve" ? [[name, command.at(-1)]] : [],
  );

  test("are two that answer and two that work", () => {
    expect(roles).toEqual([
      ["http-1", "http"],
      ["http-2", "http"],
      ["worker-1", "worker"],
      ["worker-2", "worker"],
    ]);
  });

  test("have host names of their own, by which the tape tells their files apart", () => {
    const names = ours(compose).flatMap(([, { hostname, command }]) => (command?.[0] === "serve" ? [hostname] : []));
    expect(names).toEqual(roles.map(([name]) => name));
  });

  test("are all that the balancer knows, and its network is trusted", () => {
    const upstreams = compose.services["balancer"]?.environment?.["UPSTREAMS"]?.split(" ");
    expect(upstreams).toEqual(["http-1:8080", "http-2:8080"]);
    const [, http] = ours(compose).find(([name]) => name === "http-1") ?? [];
    expect(JSON.stringify(compose.networks)).toContain(`"subnet":"${http?.environment?.["TRIPOD_TRUSTED_PROXIES"]}"`);
  });
});

test("several processes know the address at which the balancer serves them", () => {
  const { services } = readRaw("deploy/compose.scale.yaml");
  const domain = services["balancer"]?.environment?.["DOMAIN"];
  expect(domain).toBe("${DOMAIN:-localhost}");
  for (const [name, { environment }] of ours(readRaw("deploy/compose.scale.yaml"))) {
    expect([name, environment?.["TRIPOD_PUBLIC_URL"]]).toEqual([name, `https://${domain}`]);
  }
});

describe("the script that makes secrets", () => {
  async function made(): Promise<{
    folder: string;
    make: () => Promise<unknown>;
    text: (name: string) => Promise<string>;
  }> {
    const folder = await temporaryFolder("tripod-secrets-");
    onTestFinished(() => folder.remove());
    await copyFile(join(ROOT, "deploy/make-secrets.sh"), join(folder.path, "make-secrets.sh"));
    const make = () => run("sh", [join(folder.path, "make-secrets.sh")]);
    await make();
    return { folder: folder.path, make, text: (name) => readFile(join(folder.path, "secrets", name), "utf8") };
  }

  test("makes each secret that the compose file names, and Tripod accepts them", async () => {
    const { folder, text } = await made();
    const { secrets = {}, services } = read("deploy/compose.scale.yaml");
    const names = await readdir(join(folder, "secrets"));
    for (const { file } of Object.values(secrets)) expect(names).toContain(file.replace("./secrets/", ""));
    const environment = Object.fromEntries(
      Object.entries(services["http-1"]?.environment ?? {}).map(([name, value]) => [
        name,
        value.replace("/run/secrets", join(folder, "secrets")),
      ]),
    );
    const { config } = loadConfig({ sections: { shared: sharedSettings }, environment });
    const password = await text("postgres-password");
    expect(config.shared.databaseUrl).toBe(`postgres://tripod:${password}@postgres/tripod`);
    expect(config.shared.redisUrl).toBe(`redis://:${await text("redis-password")}@redis`);
    expect(config.shared.secretKey).toMatch(/^[0-9a-f]{64}$/);
    expect(await text("redis-conf")).toContain(`requirepass ${await text("redis-password")}\n`);
  });

  test("keeps what it has made, closed to other accounts, and completes what is missing", async () => {
    const { folder, make, text } = await made();
    const before = await text("secret-key");
    await run("rm", [join(folder, "secrets", "redis-url")]);
    await make();
    expect(await text("secret-key")).toBe(before);
    expect(await text("redis-url")).toContain(await text("redis-password"));
    expect((await stat(join(folder, "secrets"))).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, "secrets", "secret-key"))).mode & 0o777).toBe(0o644);
  });
});
