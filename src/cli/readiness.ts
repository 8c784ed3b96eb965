import { answers } from "../kit/sql/server-facts.ts";
import { remembered } from "../kit/time/remembered.ts";
import type { OpenPlatform } from "./open-platform.ts";

const READINESS_MS = 1_000;

/** Why the process cannot serve; the database is asked at most once a second. */
export function readiness(
  { db, clock }: Pick<OpenPlatform, "db" | "clock">,
  isServing: { readonly http: boolean },
): () => Promise<readonly string[]> {
  const ofDatabase = remembered(clock, READINESS_MS, async () =>
    (await answers(db)) ? [] : ["the database does not answer"],
  );
  return async () => [...(isServing.http ? [] : ["the process is still starting"]), ...(await ofDatabase())];
}
