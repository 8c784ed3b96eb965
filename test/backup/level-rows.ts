/** Rows as programs of earlier levels wrote them: `$LEVEL` is the level, which makes them differ. */

export interface LevelRows {
  readonly room: "registry" | "players" | "trading";
  /** The first and the last migration at which a program could write them in this form. */
  readonly since: number;
  readonly until: number;
  /** Where they are found at the end: one for each level. */
  readonly table: string;
  readonly where?: string;
  readonly text: string;
}

const EVER = 9_999;

export const LEVEL_ROWS: readonly LevelRows[] = [
  {
    room: "registry",
    since: 1,
    until: EVER,
    table: "registry.servers",
    where: "origin = 'local'",
    text: `
      insert into registry.servers (name, latest_version, version_count, revision) values ('com.example/s$LEVEL', '1.0.0', 1, 1);
      insert into registry.versions (server_name, version, status, status_changed_at, published_at, updated_at, document)
        values ('com.example/s$LEVEL', '1.0.0', 'active', now(), now(), now(),
          '{"name":"com.example/s$LEVEL","description":"A server","version":"1.0.0"}');
      insert into registry.webhooks (id, url, sealed_secret, events, pattern, created_at)
        values ('whk$LEVEL', 'https://example.test', '', '{published}', '*', now());
      insert into registry.webhook_deliveries (webhook_id, event, payload, created_at)
        values ('whk$LEVEL', 'published', '{}', now());`,
  },
  {
    // A status that was set here on a version of an upstream, before that was kept on its own.
    room: "registry",
    since: 1,
    until: 3,
    table: "registry.status_holds",
    text: `
      insert into registry.servers values ('com.mirror/m$LEVEL', '1.0.0', 1, 1, 'upstream');
      insert into registry.versions (server_name, version, status, status_changed_at, published_at, updated_at, document)
        values ('com.mirror/m$LEVEL', '1.0.0', 'deprecated', now(), now(), now(),
          '{"name":"com.mirror/m$LEVEL","description":"A mirror","version":"1.0.0"}');
      insert into registry.audit (at, action, server_name, version, actor_method, actor_subject, request_id, detail)
        values (now(), 'status', 'com.mirror/m$LEVEL', '1.0.0', 'none', 'a', 'r', '{}');`,
  },
  {
    room: "players",
    since: 1,
    until: EVER,
    table: "players.players",
    text: `
      insert into players.servers (key, name, game, is_configured) values ('server$LEVEL', 'Server', 'ase', true);
      insert into players.accounts (platform_id, seen_name, last_seen, summary_name, checked_at)
        values (lpad('$LEVEL', 17, '0'), 'Ann', now(), 'Ann', now());
      insert into players.players (id, platform_id, save_name, platform_name, character_name, level, is_female, experience,
          engram_points, deaths, created_at, saved_at, server, is_present)
        values ($LEVEL, lpad('$LEVEL', 17, '0'), 'a', 'b', 'c', 1, true, 0.5, 0, 0, now(), now(), 'server$LEVEL', true);
      insert into players.names (player_id, kind, name, since) values ($LEVEL, 'character', 'c', now());
      insert into players.sessions (platform_id, server, name, started_at, last_seen)
        values (lpad('$LEVEL', 17, '0'), 'server$LEVEL', 'Ann', now(), now());`,
  },
  {
    room: "trading",
    since: 1,
    until: EVER,
    table: "trading.users",
    where: "username like 'user%'",
    text: `
      insert into trading.users (username, name, email, password_hash, password_changed_at, referral_code, created_at)
        values ('user$LEVEL', 'User', 'user$LEVEL@example.test', '', now(), 'code$LEVEL', now());`,
  },
  {
    room: "trading",
    since: 4,
    until: EVER,
    table: "trading.ledger_entries",
    text: `
      perform trading.post_entry('entry:$LEVEL', 'deposit', (select max(id) from trading.users), 'A deposit',
        sha256('$LEVEL'), now(), array['platform:cash', 'user:' || (select max(id) from trading.users)],
        array['USDT', 'USDT'], array[-100, 100]::numeric[]);`,
  },
  {
    room: "trading",
    since: 6,
    until: 14,
    table: "trading.withdrawals",
    where: "txid = '0xabc'",
    text: `
      insert into trading.wallets (owner_id, currency, created_at)
        select max(id), 'ETH', now() from trading.users;
      insert into trading.withdrawals (wallet_id, owner_id, requested_by, currency, address, amount, fee, approvals_needed,
          state, txid, created_at, completed_at)
        select max(w.id), max(w.owner_id), max(w.owner_id), 'ETH', '0x1', 1, 0, 1, 'completed', 'abc', now(), now()
        from trading.wallets w;`,
  },
  {
    room: "trading",
    since: 9,
    until: EVER,
    table: "trading.exchange_keys",
    text: `
      insert into trading.exchange_keys (owner_uid, uid, exchange, label, token_masked, sealed_credentials, created_at)
        select max(id), max(id), 'simalpha', 'Mine', 'to...en', '', now() from trading.users;`,
  },
  {
    room: "trading",
    since: 19,
    until: 25,
    table: "trading.traded",
    text: `
      insert into trading.orders (id, client_order_id, intent, owner_uid, uid, key_id, exchange, market_id, side, type, amount,
          price, created_ms, send_at_ms, has_command, updated_ms, state, is_settled)
        select $LEVEL, 'ab$LEVEL', 'intent $LEVEL', max(owner_uid), max(owner_uid), $LEVEL, 'simalpha', 'BTC/USDT', 'buy',
          'limit', 1, 100, 1, 1, false, 1, 'filled', true from trading.exchange_keys;
      insert into trading.order_fills (key_id, market_id, trade_id, order_id, price, amount, fee_currency, fee_amount,
          is_maker, at_ms)
        values ($LEVEL, 'BTC/USDT', 't$LEVEL', $LEVEL, 100, 1, 'BTC', 0.001, false, 1);`,
  },
  {
    room: "trading",
    since: 23,
    until: 36,
    table: "trading.news_keyword_matches",
    text: `
      insert into trading.news_articles (source, url, domain, title, brief, author, image, language, first_seen_at,
          published_at, keywords, currencies, codes, words, tones)
        values ('a', 'https://a.test/$LEVEL', 'a.test', 'Bitcoin', '', '', '', 'en', now(), now(), '{}', '{BTC}', '{}',
          ' bitcoin ', '{}');
      insert into trading.news_keywords (uid, owner_uid, name, words, articles, created_at)
        select max(id), max(id), 'bitcoin', ' bitcoin$LEVEL ', 1, now() from trading.users;
      insert into trading.news_keyword_matches (keyword_id, article_id)
        select max(k.id), max(a.id) from trading.news_keywords k, trading.news_articles a;`,
  },
  {
    room: "trading",
    since: 27,
    until: EVER,
    table: "trading.runs",
    text: `
      insert into trading.profiles (owner_uid, uid, name, description, settings, created_at, updated_at)
        select max(id), max(id), 'Profile', '', '{}', now(), now() from trading.users;
      insert into trading.strategies (profile_id, owner_uid, uid, created_at)
        select max(id), max(owner_uid), max(owner_uid), now() from trading.profiles;
      insert into trading.runs (strategy_id, owner_uid, uid, number, algorithm_id, algorithm_version, settings, is_active,
          started_ms, maximum_ms)
        select max(id), max(owner_uid), max(owner_uid), 1, 900001, 1, '{}', false, 1, 1 from trading.strategies;`,
  },
];
