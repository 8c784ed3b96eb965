-- The audit trail knows when earlier imports wrote versions. An entry of several versions names them; one of an older
-- release does not, and counts for all versions of its server.
with arrivals as materialized (
  select a.server_name, coalesce(a.version, c.version) as version, max(a.at) as at
  from registry.audit a
  left join lateral jsonb_array_elements_text(a.detail -> 'changed') as c (version) on a.version is null
  where a.action = 'import' and (a.version is not null or c.version is not null or not a.detail ? 'changed')
  group by 1, 2
)
update registry.versions v set arrived_at = latest.at
from (
  select w.server_name, w.version, max(a.at) as at
  from registry.versions w
  join arrivals a on a.server_name = w.server_name and (a.version is null or a.version = w.version)
  group by 1, 2
) as latest
where v.server_name = latest.server_name and v.version = latest.version;
