/** Whether the OpenAPI document of a service is valid: by our own judgement and, where it is installed, Redocly's. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AnyEndpoint } from "../../src/kit/endpoint/endpoint.ts";
import type { ServiceForm } from "../../src/kit/endpoint/form.ts";
import { openApi } from "../../src/kit/endpoint/openapi.ts";
import { documentProblems } from "./openapi-problems.ts";

const LINTER = join(import.meta.dirname, "../../node_modules/@redocly/cli/bin/cli.js");

/** Past this, the machine is too busy for the answer to be worth waiting for. */
const LINT_MS = 120_000;

/** The ruleset checks validity, and no matters of taste. */
const RULES = {
  extends: ["spec"],
  rules: {
    "operation-operationId-unique": "error",
    "path-parameters-defined": "error",
    "no-unresolved-refs": "error",
    "security-defined": "error",
    "no-ambiguous-paths": "off",
    "no-invalid-media-type-examples": "error",
    "no-invalid-parameter-examples": "error",
    "no-schema-type-mismatch": "error",
  },
};

/** The problems of a service's document. */
export function openApiProblems(form: ServiceForm, endpoints: readonly AnyEndpoint[]): string[] {
  return documentProblems(openApi(form, endpoints));
}

/** The findings of Redocly's linter; undefined where it is not installed, or does not answer within 20 seconds. */
export async function lintOpenApi(document: object): Promise<string[] | undefined> {
  if (!existsSync(LINTER)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "tripod-openapi-"));
  try {
    writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
    writeFileSync(join(folder, "redocly.yaml"), JSON.stringify(RULES));
    const report = await run(folder);
    if (report === undefined) return undefined;
    const { problems } = JSON.parse(report) as { problems: Problem[] };
    return problems.map(({ message, location }) => `${location[0]?.pointer ?? ""}: ${message}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Problem {
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

function run(folder: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [LINTER, "lint", "openapi.json", "--config", "redocly.yaml", "--format", "json"],
      {
        cwd: folder,
        timeout: LINT_MS,
        maxBuffer: 64 * 1024 * 1024,
        env: {
          PATH: process.env["PATH"],
          HOME: folder,
          REDOCLY_TELEMETRY: "off",
          REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
          CI: "true",
        },
      },
      (error, stdout, stderr) => {
        if (error?.killed) resolve(undefined);
        else if (stdout.trimStart().startsWith("{")) resolve(stdout);
        else reject(new Error(`the linter failed: ${stderr.slice(0, 1000)}`));
      },
    );
  });
}
