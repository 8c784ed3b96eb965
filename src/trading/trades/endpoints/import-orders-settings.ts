import { Type } from "typebox";
import { json } from "../../../kit/endpoint/output.ts";
import { accountErrors } from "../../accounts/index.ts";
import { endpoint } from "../../endpoint.ts";
import { exchangeErrors } from "../../exchanges/index.ts";
import type { ClockDeps } from "../../platform-deps.ts";
import type { MarketDeps } from "../../market/index.ts";
import { missingParameter, unfitParameter } from "../../refuse-parameters.ts";
import { id, LAST_SECOND, seconds, serviceCode } from "../../shapes.ts";
import { TAX_COLUMNS } from "../core/tax-row.ts";
import type { ImportDeps } from "../deps.ts";

const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.floor(ms / 1000));

/** Whether and how orders that were made elsewhere are read from exchanges. */
export const importOrdersSettings = endpoint({
  id: "trades.importOrdersSettings",
  method: ["GET", "POST"],
  path: "/finance/import-orders-settings",
  auth: "user",
  permission: "finance",
  summary: "Show or change how orders are imported",
  description:
    "Without parameters, shows the settings. Trades of orders that were placed elsewhere are read from the keys that are " +
    "enabled, so that statistics/account-pnl counts them. Markets are those of the key's orders, those between two " +
    "currencies that the account holds, and those of `codes`: an exchange tells the trades of one market at a time.",
  input: {
    params: Type.Object({
      enabled: Type.Optional(Type.Boolean({ description: "Whether anything is imported. At first nothing is" })),
      interval_seconds: Type.Optional(
        Type.Integer({ minimum: 300, maximum: 604_800, description: "How often each key is asked. At first an hour" }),
      ),
      key_id: Type.Optional(
        Type.String({ pattern: "^[0-9]{1,15}$", description: "The exchange key that the next three are for" }),
      ),
      key_enabled: Type.Optional(Type.Boolean({ description: "Whether this key is imported. At first every key is" })),
      since: Type.Optional(
        Type.Integer({
          minimum: 1_230_768_000,
          maximum: LAST_SECOND,
          description: "Seconds since 1970: trades from then on. At first those of the last 90 days",
        }),
      ),
      codes: Type.Optional(Type.Array(serviceCode, { maxItems: 200, description: "Further markets of this key" })),
    }),
  },
  output: json(
    Type.Object({
      enabled: Type.Boolean(),
      interval_seconds: Type.Integer({ minimum: 1 }),
      exchanges: Type.Array(
        Type.Object({
          key_id: id,
          exchange: Type.String(),
          enabled: Type.Boolean(),
          since: Type.Union([seconds, Type.Null()], { description: "Null before the first import" }),
          codes: Type.Array(serviceCode),
          last_order_id: Type.Union([Type.String(), Type.Null()]),
          last_run: Type.Union([seconds, Type.Null()]),
        }),
      ),
      formats: Type.Array(Type.String(), { description: "Columns for tax programs, as exports have them" }),
    }),
  ),
  errors: [exchangeErrors.keyNotFound, accountErrors.readOnly],
  examples: [
    { name: "as they are" },
    { name: "every two hours", body: { enabled: true, interval_seconds: 7200 } },
    { name: "no such key", body: { key_id: "1", key_enabled: false }, status: 404 },
    { name: "too often", body: { interval_seconds: 1 }, status: 422 },
    { name: "a start without its key", body: { since: 1_600_000_000 }, status: 422 },
  ],

  async run(deps: ImportDeps & MarketDeps & ClockDeps, { input: { params }, actor }) {
    const { orderImports, clock } = deps;
    const { uid, ownerUid } = actor;
    if (Object.values(params).some((value) => value !== undefined)) {
      if (actor.access !== "full_access") throw accountErrors.readOnly();
      const { key_id: keyId, key_enabled: isEnabled, since, codes } = params;
      const hasKeyPart = isEnabled !== undefined || since !== undefined || codes !== undefined;
      if (keyId === undefined && hasKeyPart) throw missingParameter("key_id");
      if (keyId !== undefined && codes !== undefined) await checkCodes(deps, ownerUid, keyId, codes);
      const isChanged = await orderImports.changeSettings({
        ownerUid,
        uid,
        at: clock.now(),
        isEnabled: params.enabled,
        intervalSeconds: params.interval_seconds,
        ...(keyId !== undefined && {
          key: { id: Number(keyId), isEnabled, codes, sinceMs: since === undefined ? undefined : since * 1000 },
        }),
      });
      if (!isChanged) throw exchangeErrors.keyNotFound({ id: keyId ?? "" });
    }
    const settings = await orderImports.readSettings(ownerUid);
    const keys = await orderImports.listKeys(ownerUid);
    return {
      enabled: settings.isEnabled,
      interval_seconds: settings.intervalSeconds,
      exchanges: keys.map((key) => ({
        key_id: String(key.keyId),
        exchange: key.exchange,
        enabled: settings.isEnabled && key.isEnabled,
        since: secondsOf(key.sinceMs),
        codes: [...key.codes],
        last_order_id: key.lastOrderId,
        last_run: secondsOf(key.lastRunMs),
      })),
      formats: [...TAX_COLUMNS],
    };
  },
});

/**
 * Every market is one of the key's exchange, and known where that is connected. Of others each import would say that it is missing.
 *
 * @throws keyNotFound for a key that the account does not have, and 422 naming the element
 */
async function checkCodes(
  { orderImports, market }: ImportDeps & MarketDeps,
  ownerUid: number,
  keyId: string,
  codes: readonly string[],
): Promise<void> {
  const key = (await orderImports.listKeys(ownerUid)).find((each) => each.keyId === Number(keyId));
  if (!key) throw exchangeErrors.keyNotFound({ id: keyId });
  const { exchange } = key;
  for (const [index, code] of codes.entries()) {
    if (!code.startsWith(`${exchange}-`)) {
      throw unfitParameter(`codes.${index}`, "exchange", `must be a market of ${exchange}, the exchange of the key`);
    }
    if (market.exchange(exchange) && !market.listing(code)) {
      throw unfitParameter(`codes.${index}`, "market", `must be a market of ${exchange} from system/symbols`);
    }
  }
}
