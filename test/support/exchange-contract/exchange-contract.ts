/**
 * The promises of every exchange adapter, in numbered cases. An adapter's test calls this with a way to open it:
 *
 *   exchangeContract("simulated", openSimulatedSubject);
 *
 * A case that needs a missing feature of the exchange, or a fault that cannot be caused, is skipped and says why.
 */
import { describe } from "vitest";
import { accountCases } from "./account-cases.ts";
import { declareCase } from "./contract-case.ts";
import { faultCases } from "./fault-cases.ts";
import { marketCases } from "./market-cases.ts";
import { orderCases } from "./order-cases.ts";
import { refusalCases } from "./refusal-cases.ts";
import type { ContractSubject } from "./subject.ts";

export function exchangeContract(name: string, open: () => Promise<ContractSubject>): void {
  describe(`the exchange contract, kept by ${name}`, () => {
    const cases = [...marketCases, ...accountCases, ...orderCases, ...refusalCases, ...faultCases];
    for (const each of cases) declareCase(open, each);
  });
}
