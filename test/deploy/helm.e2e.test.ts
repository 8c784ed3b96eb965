/** The Helm chart: its values, and what it renders of them. */
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { metricFacts } from "../../src/kit/metrics/reference.ts";
import { metricSections } from "../../src/metric-sections.ts";
import { ROOT, filesBelow, readText } from "../architecture/source-files.ts";
import { parseYaml, problemsOfSettings, SETTINGS } from "../support/deployment.ts";

const CHART = "deploy/helm/tripod";
const run = promisify(execFile);
const hasHelm = spawnSync("helm", ["version"]).status === 0;

type Values = Readonly<Record<string, unknown>>;

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: Values;
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}

interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly [Container];
    readonly volumes: readonly Readonly<Record<string, unknown>>[];
    readonly securityContext: Values;
    readonly enableServiceLinks: boolean;
  };
}

interface Manifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template: Pod;
    readonly replicas: number;
    readonly selector: Readonly<Record<string, unknown>>;
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[];
  };
}

const ajv = new Ajv({ strict: false });
const accepts = ajv.compile(JSON.parse(readText(`${CHART}/values.schema.json`)) as object);
const defaults = parseYaml(readText(`${CHART}/values.yaml`))[0] as Values;
const examples = filesBelow(`${CHART}/ci`);

/** As Helm lays values over those of the chart: maps are merged, `null` removes. */
function merged(under: Values, over: Values): Values {
  const both = new Map(Object.entries(under));
  for (const [name, value] of Object.entries(over)) {
    const below = both.get(name);
    if (value === null) both.delete(name);
    else both.set(name, isMap(value) && isMap(below) ? merged(below, value) : value);
  }
  return Object.fromEntries(both);
}

function isMap(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const valuesOf = (file: string): Values => merged(defaults, parseYaml(readText(file))[0] as Values);

interface ScrapedEndpoint {
  readonly relabelings?: readonly Readonly<Record<string, string>>[];
}

/** The endpoints of a template of a ServiceMonitor, none of whose relabelings depends on a value. */
function endpointsOf(template: string): readonly ScrapedEndpoint[] {
  const block = /^ {2}endpoints:\n(?: {4}.*\n)+/m.exec(template)?.[0] ?? "";
  const text = block.replaceAll(/\{\{[^}]*\}\}/g, "30s");
  const [spec] = parseYaml(text) as { readonly endpoints: readonly ScrapedEndpoint[] }[];
  return spec?.endpoints ?? [];
}

describe("values", () => {
  test("of the chart are accepted by its schema, and name secret settings as secret ones only", () => {
    expect(accepts(defaults), JSON.stringify(accepts.errors)).toBe(true);
  });

  test.each(examples)("of %s are accepted, and their settings by the program", (file) => {
    const values = valuesOf(file);
    expect(accepts(values), JSON.stringify(accepts.errors)).toBe(true);
    const { files } = values["secret"] as { readonly files: Readonly<Record<string, string>> };
    expect(Object.keys(files).filter((name) => SETTINGS.get(name)?.isSecret !== true)).toEqual([]);
    const given = Object.entries(values["settings"] as Values).map(([name, value]) => [name, String(value)]);
    expect(problemsOfSettings(Object.fromEntries(given) as Record<string, string>)).toEqual([]);
  });

  test.each([
    ["an unknown member", { replicas: 2 }],
    ["an unknown service", { serves: "shop" }],
    ["a secret among the settings", { settings: { TRIPOD_SECRET_KEY: "5e" } }],
    ["a setting that the chart needs itself", { settings: { TRIPOD_PORT: 9000 } }],
    ["a variable that is not ours", { settings: { PATH: "/" } }],
    ["no place that answers", { roles: { http: { replicas: 0 } } }],
    ["no worker", { roles: { worker: { replicas: 0 } } }],
    ["no secret key", { secret: { files: { TRIPOD_SECRET_KEY: null } } }],
    ["an ingress without a host", { ingress: { enabled: true } }],
    ["a probe of another path", { roles: { http: { readiness: "/metrics" } } }],
  ])("with %s are refused", (_what, values) => {
    expect(accepts(merged(defaults, values))).toBe(false);
  });
});

describe("the ServiceMonitor", () => {
  const [endpoint] = endpointsOf(readText(`${CHART}/templates/service-monitor.yaml`));

  test("calls the job as the alerts do, however the release is called", () => {
    const asked = [...readText("deploy/prometheus/tripod.rules.yml").matchAll(/\bjob="([^"]+)"/g)].map(
      ([, job]) => job,
    );
    expect(new Set(asked)).toEqual(new Set(["tripod"]));
    expect(endpoint?.relabelings).toContainEqual({ targetLabel: "job", replacement: "tripod" });
  });

  test("keeps the labels of the program's metrics that the operator would rename", () => {
    // Prometheus renames a label of a metric that its target has too; each of these is a label that the operator sets.
    const ofOperator = ["namespace", "service", "endpoint", "pod", "container", "node", "job", "instance"];
    const sections = [...metricSections.flatMap(({ register }) => metricFacts(register)), ...metricFacts()];
    const ours = new Set(sections.flatMap(({ labels }) => labels));
    const clashing = ofOperator.filter((label) => ours.has(label));
    expect(clashing).toEqual(["service", "endpoint"]);
    expect(endpoint?.relabelings).toContainEqual({ action: "labeldrop", regex: clashing.join("|") });
  });
});

describe.skipIf(!hasHelm)("rendered by helm", () => {
  const helm = async (...args: readonly string[]): Promise<string> =>
    (await run("helm", args, { cwd: join(ROOT, CHART), maxBuffer: 50e6 })).stdout;
  // helm as `go install` makes it takes a very old Kubernetes for granted.
  const template = async (...args: readonly string[]): Promise<Manifest[]> =>
    parseYaml(await helm("template", "try", ".", "--kube-version", "1.30.0", ...args)) as Manifest[];
  const render = (file: string): Promise<Manifest[]> => template("--values", join(ROOT, file));
  const podsOf = (manifests: readonly Manifest[]): { kind: string; name: string; pod: Pod }[] =>
    manifests.flatMap(({ kind, metadata: { name }, spec }) =>
      kind === "Deployment" || kind === "Job" ? [{ kind, name, pod: spec.template }] : [],
    );

  test.each(examples)("%s has nothing that helm lint complains about", async (file) => {
    expect(await helm("lint", ".", "--strict", "--values", join(ROOT, file))).toContain("0 chart(s) failed");
  });

  test.each(examples)("%s starts processes with settings that the program accepts", async (file) => {
    for (const { name, pod } of podsOf(await render(file))) {
      const [{ env }] = pod.spec.containers;
      const ours = env.flatMap(({ name: variable, value }) => (value === undefined ? [] : [[variable, value]]));
      const repeated = ours.filter(([variable], at) => ours.findIndex(([other]) => other === variable) !== at);
      expect([name, repeated]).toEqual([name, []]);
      const settings = Object.fromEntries(ours) as Record<string, string>;
      expect([name, problemsOfSettings(settings)]).toEqual([name, []]);
      // Kubernetes would set TRIPOD_PORT to an address where a Service has the name of the program.
      expect(pod.spec.enableServiceLinks).toBe(false);
    }
  });

  test.each(examples)("%s asks ports and paths that the program has, and finds its own pods", async (file) => {
    const manifests = await render(file);
    const pods = podsOf(manifests);
    for (const { name, pod } of pods) {
      const [container] = pod.spec.containers;
      const ports = new Map((container.ports ?? []).map((port) => [port.name, port.containerPort]));
      const settings = new Map(container.env.map((each) => [each.name, each.value]));
      if (ports.has("http")) expect(String(ports.get("http"))).toBe(settings.get("TRIPOD_PORT"));
      for (const [member, probe] of Object.entries(container).filter(([key]) => key.endsWith("Probe"))) {
        const { path, port } = (probe as Container["livenessProbe"]).httpGet;
        expect([name, member, String(ports.get(port))]).toEqual([name, member, settings.get("TRIPOD_ADMIN_PORT")]);
        expect(["/health", "/ready"]).toContain(path);
      }
      const volumes = new Set(pod.spec.volumes.map((volume) => volume["name"]));
      expect(container.volumeMounts.filter((mount) => !volumes.has(mount.name))).toEqual([]);
      expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
    }
    const services = manifests.filter(({ kind }) => kind === "Service");
    expect(services).toHaveLength(2);
    for (const { metadata, spec } of services) {
      const found = pods.filter(({ kind, pod }) => {
        const fits = Object.entries(spec.selector).every(([label, value]) => pod.metadata.labels[label] === value);
        return kind === "Deployment" && fits;
      });
      expect([metadata.name, found.length > 0]).toEqual([metadata.name, true]);
      const target = spec.ports[0]?.targetPort;
      for (const { pod } of found) {
        expect(pod.spec.containers[0].ports?.map(({ name }) => name)).toContain(target);
      }
    }
  });

  test("renders each kind of thing that its values promise", async () => {
    const kinds = async (name: string): Promise<string[]> =>
      (await render(`${CHART}/ci/${name}-values.yaml`)).map(({ kind }) => kind).toSorted();
    expect(await kinds("single")).toEqual("Deployment Service Service ServiceAccount".split(" "));
    expect((await kinds("everything")).join(" ")).toBe(
      "ConfigMap ConfigMap Deployment Deployment Ingress Job NetworkPolicy PodDisruptionBudget PodDisruptionBudget " +
        "Service Service ServiceAccount ServiceMonitor",
    );
    expect(await kinds("trading")).toContain("PersistentVolumeClaim");
  });

  test("gives the job that migrates the files of the pods, from a ConfigMap that is there before it", async () => {
    const manifests = await render(`${CHART}/ci/everything-values.yaml`);
    const filesOf = (wanted: string): unknown => {
      const { pod } = podsOf(manifests).find(({ kind }) => kind === wanted) as { pod: Pod };
      const volume = pod.spec.volumes.find((each) => each["name"] === "files");
      const { name } = (volume?.["configMap"] ?? {}) as Values;
      const mount = pod.spec.containers[0].volumeMounts.find((each) => each.name === "files");
      return { mount, map: manifests.find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name) };
    };
    const [job, deployment] = [filesOf("Job"), filesOf("Deployment")] as { mount: unknown; map: Manifest }[];
    expect(job?.mount).toEqual(deployment?.mount);
    expect(job?.map.data).toEqual(deployment?.map.data);
    const hook = { "helm.sh/hook": "pre-install,pre-upgrade", "helm.sh/hook-weight": "-5" };
    expect(job?.map.metadata.annotations).toMatchObject(hook);
    expect(deployment?.map.metadata.annotations).toBeUndefined();
    const plain = podsOf(await template()).find(({ kind }) => kind === "Job");
    expect(plain?.pod.spec.volumes.map(({ name }) => name)).toEqual(["data", "tmp", "secrets"]);
  });

  test("writes large numbers as the program reads them", async () => {
    const manifests = await template("--set", "settings.TRIPOD_REGISTRY_REQUESTS_PER_MINUTE=1000000");
    const deployment = podsOf(manifests).find(({ kind }) => kind === "Deployment");
    const variable = deployment?.pod.spec.containers[0].env.find(({ name }) => name.endsWith("_REQUESTS_PER_MINUTE"));
    expect(variable?.value).toBe("1000000");
  });

  test("tells the program the host with TLS, unless the settings name another address", async () => {
    const publicUrl = (manifests: readonly Manifest[]): readonly unknown[] => {
      const [{ env }] = podsOf(manifests)[0]?.pod.spec.containers ?? [{ env: [] }];
      return env.filter(({ name }) => name === "TRIPOD_PUBLIC_URL").map(({ value }) => value);
    };
    const everything = ["--values", join(ROOT, CHART, "ci/everything-values.yaml")];
    expect(publicUrl(await template(...everything))).toEqual(["https://tools.example.com"]);
    const said = [
      ["settings.TRIPOD_PUBLIC_URL=https://own.example.com", "https://own.example.com"],
      ["files.tripod\\.yaml=publicUrl: https://own.example.com", undefined],
      ["ingress.tls=null", undefined],
    ] as const;
    for (const [set, url] of said) {
      const found = publicUrl(await template(...everything, "--set", set));
      expect([set, found]).toEqual([set, url === undefined ? [] : [url]]);
    }
  });

  test("tells the program how its operator runs a command in a pod that has the worker's settings, unless one is set", async () => {
    const command = async (...args: readonly string[]): Promise<readonly unknown[]> => {
      const deployments = podsOf(await template(...args)).filter(({ kind }) => kind === "Deployment");
      const all = deployments.flatMap(({ pod }) => pod.spec.containers.flatMap(({ env }) => env));
      return [...new Set(all.filter(({ name }) => name === "TRIPOD_OPERATOR_COMMAND").map(({ value }) => value))];
    };
    expect(await command()).toEqual([expect.stringMatching(/^kubectl exec deployment\/\S+-worker -- tripod$/)]);
    const single = join(ROOT, CHART, "ci/single-values.yaml");
    expect(await command("--values", single)).toEqual([
      expect.stringMatching(/^kubectl exec deployment\/\S+-all -- tripod$/),
    ]);
    expect(await command("--set", "settings.TRIPOD_OPERATOR_COMMAND=./in-pod tripod")).toEqual(["./in-pod tripod"]);
    expect(await command("--set", "files.tripod\\.yaml=operatorCommand: tripod")).toEqual([]);
  });

  test("of trading without a volume says that nothing is recorded, rather than to record into a pod", async () => {
    const off = async (...set: readonly string[]): Promise<unknown> =>
      podsOf(await template("--set", set.join(",")))
        .flatMap(({ pod }) => pod.spec.containers[0].env)
        .find(({ name }) => name === "TRIPOD_TRADING_TAPE_RECORD")?.value;
    expect(await off("serves=trading")).toBe("false");
    expect(await off("serves=trading", "tape.enabled=true")).toBeUndefined();
    expect(await off("serves=players")).toBeUndefined();
  });
});
