-- Finds what is too old to be kept, without reading what is not.

create index names_past on players.names (until) where until is not null;
create index tribe_names_past on players.tribe_names (until) where until is not null;
create index memberships_past on players.memberships (until) where until is not null;
create index players_gone on players.players (saved_at) where not is_present;
create index tribes_gone on players.tribes (saved_at) where not is_present;
