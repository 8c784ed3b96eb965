import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import { serverDetailBody, type ServerDetail } from "../../servers/index.ts";
import { damaged, everything, seededRandom } from "../../../../test/support/damaged-documents.ts";
import { examineServer } from "../examine-server.ts";
import { validateServer } from "./validate-server.ts";
import { repositoryIssues } from "./repository-rules.ts";
import { nameIssues } from "./name-rules.ts";
import { schemaVersionIssues } from "./schema-version-rules.ts";
import { publisherMetaIssues } from "./publisher-meta.ts";
import { remoteIssues } from "./transport-rules.ts";

const policy = { schemaPolicy: { required: true, older: "warn" }, namespacePolicy: "match" } as const;

describe("validation", () => {
  test("answers every document of the right types, and every issue says where, what and by which rule", () => {
    const validator = Compile(serverDetailBody);
    // Versions of the format before publication had a status, and a place in `_meta` for the registry.
    const { status: _status, ...members } = everything as Record<string, unknown>;
    const whole = { ...members, _meta: { "io.modelcontextprotocol.registry/publisher-provided": { tool: "x" } } };
    const random = seededRandom(7);
    const documents = Array.from({ length: 2000 }, () => damaged(whole, random)).filter((document) =>
      validator.Check(document),
    );
    const before = JSON.stringify(documents);
    const results = documents.map((document) => examineServer(document, policy));

    const odd = results
      .flatMap((result) => result.issues)
      .filter(
        ({ path, message, reference }) => !path || !message || !reference || path.length > 200 || message.length > 600,
      );
    expect(odd).toEqual([]);
    for (const [index, { valid, issues }] of results.entries()) {
      expect(valid).toBe(issues.every((issue) => issue.severity !== "error"));
      expect(issues).toEqual(expect.arrayContaining(validateServer(documents[index] as ServerDetail, policy)));
    }
    expect(JSON.stringify(documents)).toBe(before);
    // Both outcomes must be common, or this shows nothing.
    const valid = results.filter((result) => result.valid).length;
    expect(valid).toBeGreaterThan(50);
    expect(results.length - valid).toBeGreaterThan(50);
  });

  test("calls valid exactly what fits in shape and breaks no rule, whatever the document is", () => {
    const validator = Compile(serverDetailBody);
    const random = seededRandom(11);
    let misshapen = 0;
    for (let round = 0; round < 300; round++) {
      const document = damaged(everything, random) as Readonly<Record<string, unknown>>;
      const { valid, issues } = examineServer(document, policy);
      expect(valid).toBe(issues.every((issue) => issue.severity !== "error"));
      if (validator.Check(document)) continue;
      misshapen++;
      expect(valid, JSON.stringify(document)).toBe(false);
    }
    expect(misshapen).toBeGreaterThan(50);
  });

  test("judges hostile text of 1 MiB in one pass, though none so long comes in", () => {
    for (const unit of ["a", "a.", "a/", "-", "/schemas/", "../", "{a", " ", "\u00e9", "1.", "https://"]) {
      const text = unit.repeat(Math.floor((1 << 20) / unit.length));
      for (const url of [text, `https://github.com/${text}`, `https://gitlab.com/a/${text}`, `https://${text}!`]) {
        repositoryIssues({ url, source: "github", subfolder: text });
        repositoryIssues({ url, source: "gitlab" });
        remoteIssues([{ type: "sse", url }]);
      }
      nameIssues(`${text}!/${text}!`);
      schemaVersionIssues(text, policy.schemaPolicy);
      expect(publisherMetaIssues({ [text]: 1, [`a.${text}/!`]: 1 })).toHaveLength(2);
    }
  });
});
