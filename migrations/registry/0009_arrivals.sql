-- When an import last wrote a version here, which may be long after its last change elsewhere. Null where none did.
alter table registry.versions add column arrived_at timestamptz;
