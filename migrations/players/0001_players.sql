-- Players, tribes, and what is known of both over time.

create schema if not exists players;

-- What a game server's save files say, file by file: a restart reads only what has changed since.
create table players.save_files (
  server text collate "C" not null,
  -- The file's name; for what a world save holds itself, the world's name, '#', 'player' or 'tribe', '-' and the id.
  file_name text collate "C" not null,
  kind text not null check (kind in ('profile', 'tribe', 'tributeTribe', 'world')),
  -- What tells this version of the file from others; see `file-stamp.ts`.
  stamp text collate "C" not null,
  modified_at timestamptz not null,
  -- Of the player or tribe in the file; null for other kinds.
  subject_id bigint,
  -- What tells the lines of a tribe's log from others, as the file last had them; see `log-window.ts`.
  log_marks bytea,
  primary key (server, file_name)
);

create index save_files_subject on players.save_files (kind, subject_id);

-- One row a person's account on a platform.
create table players.accounts (
  -- 17 digits (SteamID64) or 32 hexadecimal digits in lower case (EOS).
  platform_id text collate "C" primary key,
  -- The name that a game server's own list gave last; '' for never.
  seen_name text not null default '',
  -- How the account shows itself, as the platform last told; null for never.
  summary_name text,
  avatar_url text,
  profile_url text,
  -- What it is banned from, as of bans_at; null for never asked.
  community_banned boolean,
  anti_cheat_banned boolean,
  anti_cheat_bans integer,
  days_since_last_ban integer,
  game_bans integer,
  bans_at timestamptz,
  -- When the platform was last asked, and until when somebody is asking.
  checked_at timestamptz,
  claimed_until timestamptz,
  -- When it was last on a server, and on which one it is now (null for none).
  last_seen timestamptz,
  online_on text collate "C",
  -- The day of last_seen, for the plan of whom to ask about. An index of last_seen itself would have to be written
  -- with every poll of a server, for everybody who is online.
  active_day date generated always as ((last_seen at time zone 'UTC')::date) stored
) with (fillfactor = 80);

create index accounts_online on players.accounts (online_on) where online_on is not null;

-- Whom to ask Steam about next: those never asked about, those online, those seen this week, and the rest.
create index accounts_unchecked on players.accounts (platform_id)
  where checked_at is null and platform_id ~ '^7656119[0-9]{10}$';
create index accounts_online_checked on players.accounts (checked_at, platform_id)
  where online_on is not null and checked_at is not null and platform_id ~ '^7656119[0-9]{10}$';
create index accounts_active_checked on players.accounts (active_day, checked_at)
  where active_day is not null and checked_at is not null and platform_id ~ '^7656119[0-9]{10}$';
create index accounts_checked on players.accounts (checked_at, platform_id)
  where checked_at is not null and platform_id ~ '^7656119[0-9]{10}$';

-- One row a player: a character with its id, from the newest save that has it.
create table players.players (
  id bigint primary key,
  platform_id text collate "C" references players.accounts (platform_id),
  -- The platform's name as the save has it, which may be cut.
  save_name text not null,
  -- The name that is shown: the platform's own, else the server list's, else the save's.
  platform_name text not null,
  character_name text not null,
  level integer not null check (level >= 1),
  -- As the save says; that tribe may have no save of its own.
  tribe_id integer,
  is_female boolean not null,
  experience double precision not null,
  engram_points integer not null,
  deaths integer not null,
  map_name text,
  -- When the first save of it was made.
  created_at timestamptz not null,
  -- When the save that this row comes from was written, and by which server.
  saved_at timestamptz not null,
  server text collate "C" not null,
  -- Whether some server's saves hold it now.
  is_present boolean not null
);

create index players_platform on players.players (platform_id);
create index players_tribe on players.players (tribe_id) where is_present and tribe_id is not null;
create index players_level on players.players (level desc, id);

-- Names over time. A name that was given up and taken again has two rows.
create table players.names (
  player_id bigint not null references players.players (id) on delete cascade,
  kind text not null check (kind in ('character', 'platform')),
  name text not null,
  since timestamptz not null,
  -- Null for the present one.
  until timestamptz check (until >= since),
  primary key (player_id, kind, since)
);

create unique index names_present on players.names (player_id, kind) where until is null;

create table players.tribes (
  id integer primary key,
  name text not null,
  -- A player's id; 0 when the save names none.
  owner_id bigint not null,
  created_at timestamptz not null,
  saved_at timestamptz not null,
  server text collate "C" not null,
  map_name text,
  dino_count integer,
  -- Allied tribes, as the save lists them: [{"id", "name", "tribes": [{"id", "name"}]}].
  alliances jsonb not null default '[]',
  -- How many lines of its log have been stored: the number of the last, whether or not it is still there.
  log_count integer not null default 0,
  is_present boolean not null
);

create table players.tribe_names (
  tribe_id integer not null references players.tribes (id) on delete cascade,
  name text not null,
  since timestamptz not null,
  until timestamptz check (until >= since),
  primary key (tribe_id, since)
);

create unique index tribe_names_present on players.tribe_names (tribe_id) where until is null;

-- Whom a tribe's save lists. It may list players who have left; see the view below.
create table players.tribe_listings (
  tribe_id integer not null references players.tribes (id) on delete cascade,
  player_id bigint not null,
  name text not null,
  place integer not null,
  is_admin boolean not null,
  rank_group integer,
  primary key (tribe_id, player_id)
);

create index tribe_listings_player on players.tribe_listings (player_id);

-- Who is in a tribe: players whose own save says so, and listed ones of whom no save is known anywhere.
create view players.tribe_members as
  select p.tribe_id, p.id as player_id, true as has_profile, null::text as listed_name
  from players.players p where p.is_present and p.tribe_id is not null
  union all
  select l.tribe_id, l.player_id, false, l.name
  from players.tribe_listings l
  where not exists (select from players.players p where p.id = l.player_id and p.is_present);

-- Who was in which tribe when, by the players' own saves.
create table players.memberships (
  player_id bigint not null references players.players (id) on delete cascade,
  tribe_id integer not null,
  since timestamptz not null,
  until timestamptz check (until >= since),
  primary key (player_id, since)
);

create unique index memberships_present on players.memberships (player_id) where until is null;
create index memberships_tribe on players.memberships (tribe_id, since);

-- A tribe's log, line by line as it was first seen. Game time is the game's own calendar.
create table players.tribe_log (
  tribe_id integer not null references players.tribes (id) on delete cascade,
  -- Counts the lines of a tribe as they came.
  number integer not null,
  day integer not null,
  -- Seconds of the game's day.
  second integer not null,
  text text not null,
  -- What the line tells, where its wording is known: {"kind", ...}; ids are strings.
  event jsonb,
  seen_at timestamptz not null,
  primary key (tribe_id, number)
);

create index tribe_log_seen on players.tribe_log (seen_at);

-- Who was on which server from when to when.
create table players.sessions (
  platform_id text collate "C" not null,
  server text collate "C" not null,
  name text not null,
  started_at timestamptz not null,
  last_seen timestamptz not null check (last_seen >= started_at),
  -- Null while it lasts.
  ended_at timestamptz check (ended_at >= last_seen),
  primary key (platform_id, started_at)
) with (fillfactor = 80);

-- last_seen is written with every poll, so no index may have it: the rows are then updated in place.

create unique index sessions_open on players.sessions (platform_id) where ended_at is null;
create index sessions_open_server on players.sessions (server) where ended_at is null;
create index sessions_ended on players.sessions (ended_at);

-- How far the process that holds a server's lease has written its sessions.
create table players.presence_batches (
  server text collate "C" primary key,
  fence bigint not null,
  number bigint not null
);

-- Bans and when they were first seen.
create table players.bans (
  id bigint generated always as identity primary key,
  platform_id text collate "C" not null references players.accounts (platform_id) on delete cascade,
  seen_at timestamptz not null,
  -- True when nothing was known of the account before: the bans may be years old.
  is_first boolean not null,
  members text[] not null,
  before jsonb not null,
  after jsonb not null
);

create index bans_account on players.bans (platform_id, seen_at);

-- Calls to the platform's interface; one row a key, by a name made of its hash.
create table players.platform_keys (
  key_id text collate "C" primary key,
  -- The day in UTC that calls are counted for; null before the first.
  day date,
  calls integer not null default 0,
  busy_strikes integer not null default 0,
  failed_strikes integer not null default 0,
  paused_until timestamptz,
  last_good_at timestamptz,
  problem_at timestamptz,
  problem text
);

-- Game servers as they were last seen. Whoever holds a server's lease writes its row.
create table players.servers (
  key text collate "C" primary key,
  name text not null,
  game text not null check (game in ('ase', 'asa')),
  map_name text,
  version text,
  max_players integer,
  -- Whether it is part of the cluster's configuration.
  is_configured boolean not null,
  -- What each source said last: {"saves": {"state", "says", "at", ...}, "rcon": {...}, "query": {...}}.
  sources jsonb not null default '{}',
  -- Seconds of the game's own time, and when that was, from the world's save.
  game_time double precision,
  game_time_at timestamptz,
  read_at timestamptz
);

-- Keys of callers. The key itself is never stored.
create table players.api_keys (
  id text collate "C" primary key,
  name text not null,
  -- SHA-256 of the key, which is random and long.
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  -- The first characters, to tell keys apart in lists.
  hint text not null,
  scope text not null check (scope in ('read', 'history', 'admin')),
  -- Requests in a window of seconds. Null for the service's own.
  requests integer check (requests > 0),
  window_seconds integer check (window_seconds > 0),
  created_at timestamptz not null,
  expires_at timestamptz,
  is_enabled boolean not null,
  -- To the minute.
  last_used_at timestamptz,
  check ((requests is null) = (window_seconds is null))
);

-- Groups and points from the databases of server plugins.
create table players.plugin_records (
  platform_id text collate "C" primary key,
  groups text[] not null,
  -- [{"group", "from", "until"}], times in RFC 3339 or null.
  timed_groups jsonb not null,
  points bigint,
  total_spent bigint,
  read_at timestamptz not null
);

-- Players who want no history to be kept or shown.
create table players.opt_outs (
  player_id bigint primary key,
  at timestamptz not null
);

-- People who were erased: hashes of their ids, so that the next save does not bring them back.
create table players.tombstones (
  hash bytea primary key check (octet_length(hash) = 32),
  at timestamptz not null
);
