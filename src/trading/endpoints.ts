/** Every operation of the trading platform, area by area. */
import { accessEndpoints } from "./access/endpoints/index.ts";
import { accountEndpoints } from "./accounts/endpoints/index.ts";
import { adminEndpoints } from "./admin/endpoints/index.ts";
import { alertEndpoints } from "./alerts/endpoints/index.ts";
import { algorithmEndpoints } from "./algorithms/endpoints/index.ts";
import { articleEndpoints } from "./articles/endpoints/index.ts";
import { auditEndpoints } from "./audit/endpoints/index.ts";
import { billingEndpoints } from "./billing/endpoints/index.ts";
import { calendarEndpoints } from "./calendar/endpoints/index.ts";
import { competitionEndpoints } from "./competitions/endpoints/index.ts";
import { exchangeKeyEndpoints } from "./exchanges/endpoints/index.ts";
import { exportEndpoints } from "./exports/endpoints/index.ts";
import { ledgerEndpoints } from "./ledger/endpoints/index.ts";
import { chartEndpoints } from "./charts/endpoints/index.ts";
import { marketEndpoints } from "./market/endpoints/index.ts";
import { newsEndpoints } from "./news/endpoints/index.ts";
import { optionEndpoints } from "./options/endpoints/index.ts";
import { orderEndpoints } from "./orders/endpoints/index.ts";
import { riskEndpoints } from "./risk/endpoints/index.ts";
import { sessionEndpoints } from "./sessions/endpoints/index.ts";
import { signupEndpoints } from "./signup/endpoints/index.ts";
import { signalEndpoints } from "./signals/endpoints/index.ts";
import { strategyEndpoints } from "./strategies/endpoints/index.ts";
import { subaccountEndpoints } from "./subaccounts/endpoints/index.ts";
import { supportEndpoints } from "./support/endpoints/index.ts";
import { systemEndpoints } from "./system/endpoints/index.ts";
import { tradeEndpoints } from "./trades/endpoints/index.ts";
import { walletEndpoints } from "./wallets/endpoints/index.ts";
import { webhookEndpoints } from "./webhooks/endpoints/index.ts";

export const tradingEndpoints = [
  ...systemEndpoints,
  ...marketEndpoints,
  ...chartEndpoints,
  ...newsEndpoints,
  ...optionEndpoints,
  ...billingEndpoints,
  ...exchangeKeyEndpoints,
  ...strategyEndpoints,
  ...algorithmEndpoints,
  ...orderEndpoints,
  ...riskEndpoints,
  ...webhookEndpoints,
  ...alertEndpoints,
  ...signalEndpoints,
  ...subaccountEndpoints,
  ...accountEndpoints,
  ...sessionEndpoints,
  ...signupEndpoints,
  ...adminEndpoints,
  ...accessEndpoints,
  ...auditEndpoints,
  ...ledgerEndpoints,
  ...tradeEndpoints,
  ...walletEndpoints,
  ...exportEndpoints,
  ...calendarEndpoints,
  ...supportEndpoints,
  ...articleEndpoints,
  ...competitionEndpoints,
] as const;
