-- Mails with links go to addresses that their users have not verified, which may be a stranger's. They are counted by address.
-- Mails before this migration count as others.

alter table trading.mails add column carries_link boolean not null default false;

create index mails_links on trading.mails (lower(recipient), created_at) where carries_link;
