/** The settings of rented servers: members of the trading section. */
import { Type } from "typebox";
import { REGIONS } from "./core/regions.ts";

const region = `(?:${REGIONS.join("|")})`;

/** Properties to be spread into the trading platform's settings. */
export const billingSettings = {
  workerRegions: Type.String({
    maxLength: 200,
    pattern: `^(?:all|${region}(?:,${region})*)$`,
    default: "all",
    description:
      "Regions whose rented servers this process is, when it works: strategies that were started on a server run in a process of " +
      `its region. \`all\`, or some of ${REGIONS.join(", ")}, with commas.`,
  }),
};

/** @returns undefined for all regions */
export function regionsOfWorker(setting: string): readonly string[] | undefined {
  return setting === "all" ? undefined : setting.split(",");
}
