/** What the trading platform's endpoints are given. Made once, in `build.ts`. */
import type { Clock } from "../kit/time/clock.ts";
import type { AccessDeps } from "./access/index.ts";
import type { ArticleDeps } from "./articles/index.ts";
import type { AccountDeps } from "./accounts/index.ts";
import type { AuditDeps } from "./audit/index.ts";
import type { CalendarDeps } from "./calendar/index.ts";
import type { BillingDeps } from "./billing/index.ts";
import type { CompetitionDeps } from "./competitions/index.ts";
import type { ExchangeKeyDeps } from "./exchanges/index.ts";
import type { ExportDeps } from "./exports/index.ts";
import type { ChartDeps } from "./charts/index.ts";
import type { IndicatorDeps } from "./indicators/index.ts";
import type { MarketDeps } from "./market/index.ts";
import type { TapeDeps } from "./tape/index.ts";
import type { LedgerDeps } from "./ledger/index.ts";
import type { SessionDeps } from "./sessions/index.ts";
import type { StrategyDeps } from "./strategies/index.ts";
import type { SubaccountDeps } from "./subaccounts/index.ts";
import type { SupportDeps } from "./support/index.ts";
import type { SystemDeps } from "./system/index.ts";
import type { WalletDeps } from "./wallets/index.ts";

export interface TradingDeps
  extends
    AccessDeps,
    AccountDeps,
    AuditDeps,
    BillingDeps,
    ExchangeKeyDeps,
    ExportDeps,
    ChartDeps,
    IndicatorDeps,
    LedgerDeps,
    MarketDeps,
    SessionDeps,
    SubaccountDeps,
    SupportDeps,
    SystemDeps,
    CalendarDeps,
    StrategyDeps,
    TapeDeps,
    WalletDeps,
    ArticleDeps,
    CompetitionDeps {
  readonly clock: Clock;
}
