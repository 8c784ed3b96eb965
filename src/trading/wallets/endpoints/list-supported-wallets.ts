import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { toSeconds } from "../../../kit/time/instant.ts";
import { endpoint } from "../../endpoint.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import { seconds } from "../../shapes.ts";
import { CURRENCIES, SYMBOLS } from "../core/currencies.ts";
import type { ChainDeps } from "../deps.ts";

export const listSupportedWallets = endpoint({
  id: "wallets.listSupportedWallets",
  method: ["GET", "POST"],
  path: "/public/supported-wallets",
  auth: "public",
  summary: "Currencies that wallets can hold",
  description: "Those that can be deposited here: the operator has set an account that receives them.",
  input: {},
  output: json(
    Type.Object({
      last_updated: seconds,
      supported: Type.Array(
        Type.Object({
          symbol: Type.String(),
          name: Type.String(),
          decimals: Type.Integer({ description: "Digits after the point that the block chain keeps" }),
        }),
      ),
    }),
  ),
  errors: [],
  examples: [{ name: "all" }],

  run({ chains, clock }: ChainDeps & ClockDeps) {
    const supported = SYMBOLS.filter((symbol) => chains[symbol].receiving !== undefined).map((symbol) => {
      const { name, decimals } = CURRENCIES[symbol];
      return { symbol, name, decimals };
    });
    return { last_updated: toSeconds(clock.now()), supported };
  },
});
