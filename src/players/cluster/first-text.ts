/** The first file of an operator who has none yet: its comments are the first help. */

const HEAD = `# The cluster that Tripod looks after. Relative paths begin at the folder of this file.
# After a change: tripod players doctor

players:
  # How the cluster is called.
  cluster: My cluster

  # One entry for each game server. Only key, game and one of saves, rcon and query are needed.
  #
  #   key          names the server for good: small letters, digits and -
  #   name         what people see
  #   game         ase (ARK: Survival Evolved) or asa (ARK: Survival Ascended)
  #   saves        folder: where the .arkprofile and .arktribe files are
  #                store: files, or world for servers with -usestore (then also worldFile: TheIsland.ark)
  #   rcon         host and port (127.0.0.1 and 27020), and one of
  #                passwordEnv: name of an environment variable
  #                passwordFile: a file with the password in it
  #                password: "the password itself"
  #   query        host and port: for ase the query port (27015),
  #                for asa the public address and the game port (7777), by which Epic lists the server
  #   pollSeconds  how often RCON and query are asked (15)
  #   gameLog      true reads the game log for joins and leaves, and takes it from other tools that read it
  #   chat         true sends what players say to all readers of /Online/Events, and takes it from other tools
  servers:
`;

const TAIL = `
  # Plugins whose groups and points are shown with the players. Each has sqlite, or mysql:
  #
  # plugins:
  #   permissions:
  #     sqlite: ./ShooterGame/Binaries/Win64/ArkApi/Plugins/Permissions/ArkDB.db
  #   arkShop:
  #     mysql: { host: 127.0.0.1, port: 3306, user: ark, passwordEnv: ARK_MYSQL_PASSWORD, database: ark }
  #
  # A database on another machine: give its name as host and add tls: required, and caFile: ./ca.pem for an own authority.
`;

/** `server` is the first entry of the list, beginning with `- `, not indented. */
export function firstClusterText(server: string): string {
  const indented = server.split("\n").map((line) => `    ${line}`);
  return `${HEAD}${indented.join("\n")}\n${TAIL}`;
}
