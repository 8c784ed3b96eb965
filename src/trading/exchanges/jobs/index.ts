/** The jobs of exchange keys, and when they are due. */
import type { Schedule } from "../../../kit/jobs/job.ts";
import { testNewKeys } from "./test-new-keys.ts";

export const exchangeKeyJobs = [testNewKeys] as const;

export const exchangeKeySchedules: readonly Schedule[] = [{ job: testNewKeys, pattern: "* * * * *", input: {} }];
