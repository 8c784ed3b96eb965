-- Statuses that were set here on versions of an upstream: a sync does not undo them.

create table registry.status_holds (
  server_name text collate "C" not null,
  version text collate "C" not null,
  status text not null check (status in ('deprecated', 'deleted')),
  status_message text check (char_length(status_message) <= 500),
  status_changed_at timestamptz not null,
  -- When it was set here, or its message was changed.
  held_at timestamptz not null,
  primary key (server_name, version),
  foreign key (server_name, version) references registry.versions (server_name, version)
);

-- What was taken down before: versions of upstreams whose last change was a change of status here.
insert into registry.status_holds (server_name, version, status, status_message, status_changed_at, held_at)
select v.server_name, v.version, v.status, v.status_message, v.status_changed_at, v.updated_at
from registry.versions v
join registry.servers s on s.name = v.server_name
where s.origin <> 'local' and v.status <> 'active' and exists (
  select from registry.audit a
  where a.server_name = v.server_name and a.at = v.updated_at
    and a.action in ('status', 'status-all', 'delete') and (a.version is null or a.version = v.version)
);
