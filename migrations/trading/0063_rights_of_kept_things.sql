-- What a user must be allowed to see for things that were kept for it while it was: they ask for the right again when they
-- are read.

-- What a delivery is about; null in deliveries of earlier releases, whose bodies say it.
alter table trading.webhook_deliveries
  -- Whose it is; null also for what every user of the account sees.
  add column about_uid bigint,
  -- Whether it is about an exchange key, and at which exchange.
  add column about_key boolean,
  add column about_exchange text;

-- Whether the file has what only users see who see all strategies of the account; null in exports of earlier releases.
alter table trading.exports add column shows_account boolean;
