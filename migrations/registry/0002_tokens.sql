-- Who may write: the keys that sign registry tokens, and the proofs that were exchanged for one.

create schema if not exists registry;

create table registry.signing_keys (
  -- RFC 7638 thumbprint of the public key.
  kid text collate "C" primary key,
  -- 32 bytes of Ed25519, base64url.
  public_key text not null,
  -- Null for a key that is given by configuration: the table then holds only what others need to check its tokens.
  sealed_private_key text,
  created_at timestamptz not null,
  -- Since when it signs no more; what it signed still counts.
  retired_at timestamptz,
  -- Since when nothing that it signed counts.
  revoked_at timestamptz
);

-- At most one key of our own making signs. An advisory lock sees to it; this proves it.
create unique index signing_keys_one_signs on registry.signing_keys ((true))
  where sealed_private_key is not null and retired_at is null and revoked_at is null;

-- Proofs that were exchanged already. A row outlives the seconds in which its proof would be accepted, then it may go.
create table registry.used_proofs (
  hash bytea primary key,
  expires_at timestamptz not null
);

create index used_proofs_expires_at on registry.used_proofs (expires_at);
