/** The trading platform's settings. */
import { Type } from "typebox";
import { settings } from "../kit/config/setting.ts";
import { billingSettings } from "./billing/index.ts";
import { alertSettings } from "./alerts/index.ts";
import { exchangeSettings } from "./exchanges/index.ts";
import { ledgerSettings } from "./ledger/index.ts";
import { mailSettings } from "./mail/index.ts";
import { marketSettings } from "./market/index.ts";
import { newsSettings } from "./news/index.ts";
import { pushSettings } from "./push/index.ts";
import { sessionSettings } from "./sessions/index.ts";
import { signalSettings } from "./signals/index.ts";
import { signUpSettings } from "./signup/index.ts";
import { tapeSettings } from "./tape/index.ts";
import { walletSettings } from "./wallets/index.ts";
import { webhookSettings } from "./webhooks/index.ts";

const limit = (value: number, description: string) =>
  Type.Integer({ minimum: 0, maximum: 10_000_000, default: value, description: `${description} 0 for no limit.` });

export const tradingSettings = settings(
  "trading",
  "The trading platform.",
  Type.Object({
    addressRequestsPerMinute: limit(
      6_000,
      "Requests that one address, of IPv6 one network of 64 bits, may send in a minute, whatever its keys.",
    ),
    publicRequestsPerMinute: limit(
      60,
      "Requests that one address, of IPv6 one network of 64 bits, may send in a minute without a key.",
    ),
    refusalsUntilBan: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      default: 600,
      description:
        "A caller that is answered 429 so often in a minute is banned, whichever limit refused it: its key or session " +
        "where it has shown one, else its address. 0 for never.",
    }),
    banSeconds: Type.Integer({
      minimum: 1,
      maximum: 2_678_400,
      default: 600,
      description: "How long a ban lasts, in seconds.",
    }),
    baseUrl: Type.String({
      maxLength: 300,
      pattern: "^(https?://[^\\s/]+(/[^\\s]*[^\\s/])?)?$",
      default: "",
      description:
        "Where the platform is reached from outside, for links, where that is not the public URL: `https://trading.example.com`.",
    }),
    consoleUrl: Type.String({
      maxLength: 300,
      pattern: "^(https?://[^\\s]+)?$",
      default: "",
      description:
        "Where the console is served, for links in mails. Without it, `/console` of the public URL or base URL; where none is " +
        "known, mails hold a code to be copied.",
    }),
    supportEmail: Type.String({
      maxLength: 254,
      pattern: "^[^\\s@]+@[^\\s@]+$",
      default: "support@localhost",
      description: "Whom users may write to.",
    }),
    supportResponseHours: Type.Integer({
      minimum: 1,
      maximum: 1_000,
      default: 24,
      description: "Within how many hours tickets are answered.",
    }),
    articleRatePerThousandViews: Type.String({
      pattern: "^[0-9]{1,9}(\\.[0-9]{1,8})?$",
      default: "0",
      description: "The price paid to an author for a thousand views of an article.",
    }),
    articleCurrency: Type.String({
      pattern: "^[A-Z0-9]{2,10}$",
      default: "USD",
      description: "In which currency authors are paid.",
    }),
    ...billingSettings,
    ...alertSettings,
    ...exchangeSettings,
    ...ledgerSettings,
    ...mailSettings,
    ...marketSettings,
    ...newsSettings,
    ...signalSettings,
    ...pushSettings,
    ...sessionSettings,
    ...signUpSettings,
    ...tapeSettings,
    ...walletSettings,
    ...webhookSettings,
  }),
);
