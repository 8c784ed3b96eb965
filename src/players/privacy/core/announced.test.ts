import { expect, test } from "vitest";
import { fromMillis } from "../../../kit/time/instant.ts";
import { withoutAccount } from "./announced.ts";

const at = fromMillis(0);
const joined = (platformId: string) => ({ kind: "joined", platformId, name: platformId, server: "a", at }) as const;

test("what was announced of an account is announced of its players", () => {
  const change = { accounts: ["A", "B"], transitions: [joined("A"), joined("B")], players: ["7"], tribes: [1] };
  expect(withoutAccount(change, "A", ["7", "8"])).toEqual({
    accounts: ["B"],
    transitions: [joined("B")],
    players: ["7", "8"],
    tribes: [1],
  });
  expect(withoutAccount({ accounts: ["A"], transitions: [joined("A")] }, "A", [])).toEqual({});
});
