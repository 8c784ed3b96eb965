/** Every place that holds sealed texts, of all services: whichever is served, they share a database and its keys. */
import type { SealedPlace } from "../kit/sealed/sealed-place.ts";
import { sealedWebhookSecrets } from "../kit/webhooks/sealed-secrets.ts";

export async function sealedPlaces(): Promise<readonly SealedPlace[]> {
  const [tokens, access, accounts, exchanges, mail, idempotency, signals, alerts] = await Promise.all([
    import("../registry/tokens/sealed-keys.ts"),
    import("../trading/access/sealed-secrets.ts"),
    import("../trading/accounts/sealed-second-factors.ts"),
    import("../trading/exchanges/sealed-credentials.ts"),
    import("../trading/mail/sealed-mails.ts"),
    import("../trading/idempotency/sealed-answers.ts"),
    import("../trading/signals/sealed-developer-keys.ts"),
    import("../trading/alerts/sealed-bot-tokens.ts"),
  ]);
  return [
    tokens.sealedSigningKeys,
    sealedWebhookSecrets("registry"),
    sealedWebhookSecrets("players"),
    sealedWebhookSecrets("trading"),
    access.sealedKeySecrets,
    accounts.sealedSecondFactors,
    exchanges.sealedCredentials,
    mail.sealedMails,
    signals.sealedDeveloperKeys,
    idempotency.sealedAnswers,
    alerts.sealedBotTokens,
  ];
}
