/** The lease that a process needs to judge a server. */

/**
 * The name of the lease of a game server, by its key: its holder polls the server, reads its saves and writes its
 * sessions.
 */
export function serverLeaseName(server: string): string {
  return `players server ${server}`;
}
