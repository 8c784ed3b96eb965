/** The files that start the publishing script in GitHub and GitLab, and the variables that it reads. */
import { describe, expect, test } from "vitest";
import { readText } from "../architecture/source-files.ts";
import { parseYaml } from "../support/deployment.ts";

interface Action {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly id: string;
      readonly run: string;
      readonly env: Readonly<Record<string, string>>;
    }[];
  };
}

interface GitlabJob {
  readonly extends?: string;
  readonly script?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly id_tokens?: Readonly<Record<string, unknown>>;
}

const script = readText("actions/publish/publish.mjs");
const settings = new Set([...script.matchAll(/\bsetting\("(\w+)"/g)].map(([, name = ""]) => name));
const [action] = parseYaml(readText("actions/publish/action.yml")) as [Action];
const [{ variables, ...jobs }] = parseYaml(readText("actions/publish/gitlab.yml")) as [
  Readonly<Record<string, GitlabJob>> & { readonly variables: Readonly<Record<string, string>> },
];
const inGithub = action.runs.steps.flatMap(({ env }) => Object.keys(env));
const inGitlab = [
  ...Object.keys(variables),
  ...Object.values(jobs).flatMap((job) => [...Object.keys(job.variables ?? {}), ...Object.keys(job.id_tokens ?? {})]),
];

test("the script reads every variable that the files set, and the files set every one that it reads", () => {
  expect([...inGithub, ...inGitlab].filter((name) => !settings.has(name))).toEqual([]);
  expect([...settings].filter((name) => !inGithub.includes(name) && !inGitlab.includes(name))).toEqual([]);
  const documented = /\/\*\*(.*?)\*\//s.exec(script)?.[1] ?? "";
  expect([...settings].filter((name) => !documented.includes(name))).toEqual([]);
});

describe("action.yml", () => {
  const [step] = action.runs.steps;

  test("passes each of its inputs to the script, and no other", () => {
    const passed = Object.values(step?.env ?? {}).map((text) => /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1]);
    expect(new Set(passed)).toEqual(new Set(Object.keys(action.inputs)));
    expect(passed).toHaveLength(Object.keys(action.inputs).length);
  });

  test("runs the script beside it, and hands on its output", () => {
    expect(step?.run).toBe('node "$GITHUB_ACTION_PATH/publish.mjs"');
    expect(Object.entries(action.outputs).map(([name, { value }]) => [name, value])).toEqual([
      ["published", `\${{ steps.${step?.id}.outputs.published }}`],
    ]);
    expect(script).toContain("`published=${");
  });
});

test("jobs of gitlab.yml run the script where the document says that it is, each with an id token", () => {
  const template = Object.entries(jobs).find(([, job]) => job.script);
  expect(template?.[1].script).toEqual(["node .gitlab/publish/publish.mjs"]);
  expect(template?.[1].id_tokens).toHaveProperty("REGISTRY_ID_TOKEN");
  const others = Object.values(jobs).filter((job) => !job.script);
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((job) => job.extends !== template?.[0])).toEqual([]);
  expect(readText("docs/registry/publish.md")).toContain("to `.gitlab/publish/`");
});
