/** Whether a player is online: an expression that every query of players shares, so that no two answers differ. */

/**
 * Whether a player `p` with the account `a` is online. An account on a server makes one of its players online: the one
 * that this server's saves hold, else the one saved last.
 */
export const IS_ONLINE = `case when a.online_on is null then false else p.id = (
    select q.id from players.players q where q.platform_id = p.platform_id
    order by q.is_present desc, q.server = a.online_on desc, q.saved_at desc, q.id limit 1
  ) end`;
