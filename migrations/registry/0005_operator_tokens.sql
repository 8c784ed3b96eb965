-- Tokens that the operator made on the command line. They may live for years, so they are listed and can be revoked one
-- by one. The token itself is not kept.

create table registry.operator_tokens (
  -- The `jti` of the token.
  token_id text collate "C" primary key,
  subject text not null,
  -- As in the token: a list of { action, resource }.
  permissions jsonb not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  -- Since when it does not count, though it has not expired.
  revoked_at timestamptz
);

create index operator_tokens_revoked on registry.operator_tokens (expires_at) where revoked_at is not null;
