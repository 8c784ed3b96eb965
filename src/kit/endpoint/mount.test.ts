/** The compiler's check of a table and its dependencies: an expected error that does not occur fails the type check. */
import { Type } from "typebox";
import { expect, test } from "vitest";
import { registryToyForm as form } from "../../../test/table/toy-registry.ts";
import { bindJobs } from "../jobs/bind-jobs.ts";
import { job } from "../jobs/job.ts";
import { endpointWith } from "./endpoint.ts";
import { mount } from "./mount.ts";
import { json } from "./output.ts";

const endpoint = endpointWith<{ public: undefined }>();
const described = {
  method: "GET",
  auth: "public",
  summary: "An endpoint",
  input: {},
  output: json(Type.String()),
  errors: [],
  examples: [],
} as const;

const greet = endpoint({ ...described, id: "a.greet", path: "/greet", run: ({ name }: { name: string }) => name });
const count = endpoint({
  ...described,
  id: "a.count",
  path: "/count",
  run: ({ next }: { next: () => number }) => `${next()}`,
});
const idle = endpoint({ ...described, id: "a.idle", path: "/idle", run: () => "nothing" });
// Of the same input and output, so that nothing but their needs tells them apart.
const table = [idle, greet, count, idle];
const whole = { name: "Ada", next: () => 1, other: true };

test("a table is mounted with what its endpoints name together, and with more", () => {
  expect(mount({ form, endpoints: table, deps: whole }).deps).toBe(whole);
});

test("a table does not compile with a part missing, or of another type", () => {
  const refused = [
    // @ts-expect-error -- no `next`
    mount({ form, endpoints: table, deps: { name: "Ada" } }),
    // @ts-expect-error -- no `name`
    mount({ form, endpoints: [...table, idle] as const, deps: { next: () => 1 } }),
    // @ts-expect-error -- a name is text
    mount({ form, endpoints: [greet], deps: { name: 1 } }),
    endpoint({
      ...described,
      id: "a.more",
      path: "/more",
      // @ts-expect-error -- it receives what it names, and nothing else
      run: ({ name, next }: { name: string }) => `${name}${next}`,
    }),
    // @ts-expect-error -- without a type it receives nothing
    endpoint({ ...described, id: "a.none", path: "/none", run: ({ name }) => name }),
  ];
  // The compiler refuses them; at run time they are values like others.
  expect(refused).toHaveLength(5);
});

test("jobs are bound to what they name together, and do not compile with a part missing", () => {
  const kept = { about: "-", input: Type.Object({}), retry: { maxAttempts: 1 }, timeoutMs: 1_000 };
  const one = job({ ...kept, name: "a.one", run: async ({ name }: { name: string }) => void name });
  const two = job({ ...kept, name: "a.two", run: async ({ next }: { next: () => number }) => void next() });
  expect(bindJobs([one, two], whole)).toEqual([
    { job: one, deps: whole },
    { job: two, deps: whole },
  ]);
  // @ts-expect-error -- no `next`
  bindJobs([one, two] as const, { name: "Ada" });
  // @ts-expect-error -- no `name`
  bindJobs([one, two], { next: () => 1 });
});
