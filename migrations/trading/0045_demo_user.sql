-- The user that --demo makes: a demo signs it in without a password.
alter table trading.users add column is_demo boolean not null default false;

create unique index users_demo on trading.users (is_demo) where is_demo;
