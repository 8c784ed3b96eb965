/** The manifests in the document about backups, which operators copy. */
import { describe, expect, test } from "vitest";
import { tripodProgram } from "../../src/cli/program.ts";
import { commandTable, nameOf } from "../../src/cli/reference/command-table.ts";
import { readText } from "../architecture/source-files.ts";
import { parseYaml, SETTINGS } from "../support/deployment.ts";

interface Pod {
  readonly enableServiceLinks?: boolean;
  readonly securityContext: object;
  readonly containers: readonly {
    readonly args: readonly string[];
    readonly securityContext: object;
    readonly env: readonly { readonly name: string }[];
    readonly volumeMounts: readonly { readonly name: string }[];
  }[];
  readonly volumes: readonly { readonly name: string }[];
}

interface Manifest {
  readonly kind: string;
  readonly spec: {
    readonly template?: { readonly spec: Pod };
    readonly jobTemplate?: { readonly spec: { readonly template: { readonly spec: Pod } } };
  };
}

const manifests = [...readText("docs/backup.md").matchAll(/```yaml\n(.*?)```/gs)].flatMap(
  ([, text = ""]) => parseYaml(text) as Manifest[],
);
const pods = manifests.map(({ kind, spec }) => ({
  kind,
  pod: spec.template?.spec ?? spec.jobTemplate?.spec.template.spec,
}));

/** What the chart gives every pod: the account of the image. */
const [, ofChart = ""] =
  /define "tripod\.podSecurity" -\}\}\n(.*?)\{\{- end/s.exec(readText("deploy/helm/tripod/templates/_helpers.tpl")) ??
  [];

describe.each(pods)("the $kind of the document about backups", ({ pod }) => {
  test("runs as the account of the image, which can write to a new volume", () => {
    expect(pod?.securityContext).toEqual(parseYaml(ofChart)[0]);
    expect(pod?.securityContext).toMatchObject({ runAsUser: 10_001, fsGroup: 10_001 });
    expect(pod?.containers.map(({ securityContext }) => securityContext)).toEqual([
      { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
    ]);
  });

  test("gets no variables of the release's Service, whose TRIPOD_PORT is an address", () => {
    expect(pod?.enableServiceLinks).toBe(false);
  });

  test("gives commands and settings that the program has, and mounts volumes that it names", () => {
    const commands = new Set(commandTable(tripodProgram()).map(nameOf));
    for (const { args, env, volumeMounts } of pod?.containers ?? []) {
      const given = args[0]?.includes("\n")
        ? [...args[0].matchAll(/^tripod (\w+)/gm)].map(([, command]) => command)
        : [args[0]];
      expect(given.length).toBeGreaterThan(0);
      expect(given.filter((command) => !commands.has(`tripod ${command}`))).toEqual([]);
      expect(env.filter(({ name }) => !SETTINGS.has(name))).toEqual([]);
      const volumes = pod?.volumes.map(({ name }) => name);
      expect(volumeMounts.filter(({ name }) => !volumes?.includes(name))).toEqual([]);
    }
  });
});

test("the document has a CronJob that makes backups and a Job that restores one", () => {
  expect(pods.map(({ kind }) => kind)).toEqual(["CronJob", "Job"]);
});
