/** People of the trading platform as tests need them: users in the database, and callers as authentication makes them. */
import { Value } from "typebox/value";
import type { InputSchemas } from "../../src/kit/endpoint/endpoint.ts";
import type { Database } from "../../src/kit/sql/database.ts";
import type { Instant } from "../../src/kit/time/instant.ts";
import { createUser } from "../../src/trading/accounts/index.ts";
import { FREE_PLAN } from "../../src/trading/billing/index.ts";
import type { Caller, SubaccountRights } from "../../src/trading/caller.ts";

/** 2026-01-01T00:00:00Z */
export const START = 1_767_225_600_000_000 as Instant;

const ALL_RIGHTS: SubaccountRights = {
  viewAllProfiles: true,
  allowApiAccess: true,
  allowExport: true,
  shareMasterKeys: true,
  addOwnKeys: true,
  exchanges: undefined,
  parentMaximum: undefined,
  childMaximum: undefined,
  concurrentStrategiesMaximum: undefined,
};

let people = 0;

/** A new user and its caller; with `owner`, a sub-account of that. */
export async function newPerson(
  db: Database,
  of: { readonly role?: Caller["role"]; readonly owner?: Caller } = {},
): Promise<Caller> {
  people++;
  const number = people;
  const rights = of.owner ? ALL_RIGHTS : undefined;
  const uid = await db.transaction((tx) =>
    createUser(tx, {
      username: `person${number}`,
      name: `Person ${number}`,
      email: `person${number}@example.com`,
      passwordHash: "none",
      role: of.role ?? "user",
      at: START,
      emailVerifiedAt: START,
      ...(of.owner && rights ? { ownerId: of.owner.uid, rights } : {}),
    }),
  );
  return {
    uid,
    ownerUid: of.owner?.uid ?? uid,
    role: of.role ?? "user",
    rights,
    access: "full_access",
    credential: { kind: "session", id: "1" },
    address: "192.0.2.1",
    plan: FREE_PLAN,
  };
}

/** The caller on a plan with other limits for sub-accounts. */
export function withSubaccountLimits(caller: Caller, limits: Partial<Caller["plan"]["limits"]["subaccounts"]>): Caller {
  const { plan } = caller;
  return {
    ...caller,
    plan: { ...plan, limits: { ...plan.limits, subaccounts: { ...plan.limits.subaccounts, ...limits } } },
  };
}

interface Runnable {
  readonly input: InputSchemas;
  readonly output: { readonly kind: string };
  // oxlint-disable-next-line typescript/no-explicit-any -- any endpoint of the table
  run(deps: any, call: any): unknown;
}

type Answer<Each extends Runnable> = Exclude<Awaited<ReturnType<Each["run"]>>, { headers: unknown }>;

/** Runs an endpoint as the form would: defaults filled in, the input and the answer held to their schemas. */
export async function run<Each extends Runnable>(
  endpoint: Each,
  deps: object,
  actor: Caller,
  sent: Readonly<Record<string, unknown>> = {},
): Promise<Answer<Each>> {
  const { params } = endpoint.input;
  const filled = params ? Value.Default(params, { ...sent }) : sent;
  if (params && !Value.Check(params, filled)) throw new TypeError("the input does not fit");
  const input = { params: filled };
  const answer: unknown = await endpoint.run(deps, {
    input,
    actor,
    requestId: "1",
    signal: new AbortController().signal,
  });
  const { schema } = endpoint.output as { schema?: Parameters<typeof Value.Check>[0] };
  if (schema && !Value.Check(schema, answer)) {
    throw new TypeError(`the answer does not fit: ${JSON.stringify(answer)}`);
  }
  return answer as Answer<Each>;
}
