-- Admins manage tokens and webhooks over HTTP, and the trail tells who did: such a row is about no server.
alter table registry.audit alter column server_name drop not null;

-- Pages of the trail, newest first: of all, of one actor, and of one action, which may be rare among imports.
create index audit_at on registry.audit (at, id);
create index audit_actor on registry.audit (actor_subject, at, id);
create index audit_action on registry.audit (action, at, id);
