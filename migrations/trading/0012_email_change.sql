-- Another mail address of a user counts once a link that was sent there was opened.
alter table trading.user_tokens drop constraint user_tokens_purpose_check;
alter table trading.user_tokens add constraint user_tokens_purpose_check
  check (purpose in ('verifyEmail', 'resetPassword', 'changeEmail'));
