/** How long what is known of people is kept: members of the players' settings. */
import { Type, type Static } from "typebox";

/** A century is for ever, too. */
const MAX_DAYS = 36_500;

function days(byDefault: number, description: string) {
  return Type.Integer({ minimum: 0, maximum: MAX_DAYS, default: byDefault, description: `${description} 0 for ever.` });
}

/** Properties to be spread into the players' settings. */
export const retentionSettings = {
  retentionSessionDays: days(365, "How long it is kept who was on which server; days since the end of the session."),
  retentionTribeLogDays: days(365, "How long lines of tribes' logs are kept; days since they were first seen."),
  retentionNameDays: days(730, "How long former names are kept; days since they were given up."),
  retentionMembershipDays: days(730, "How long it is kept who was in which tribe; days since they left it."),
  retentionDeliveryDays: days(30, "How long deliveries of webhooks are kept, days."),
  retentionGoneDays: days(
    730,
    "How long players and tribes are kept that no save holds any more; days since their last save, or since the player was last on a server.",
  ),
};

const retentionSchema = Type.Object(retentionSettings);

export type RetentionConfig = Readonly<Static<typeof retentionSchema>>;
