/** A cluster as its file describes it: its game servers, where their data comes from, and the plugins' databases. */

export type Game = "ase" | "asa";

/** The place of a password. Never print one: `text` is the password itself. */
export type Secret =
  | { readonly from: "text"; readonly text: string }
  | { readonly from: "environment"; readonly name: string }
  /** An absolute path. */
  | { readonly from: "file"; readonly file: string };

export interface SavesSource {
  /** Absolute. */
  readonly folder: string;
  /** Whether players are in files of their own, or in the world's file (`-usestore`). */
  readonly store: "files" | "world";
  /** Absolute; there when `store` is `world`. */
  readonly worldFile: string | undefined;
}

export interface RconSource {
  readonly host: string;
  readonly port: number;
  readonly password: Secret;
}

export interface QuerySource {
  readonly host: string;
  /** The query port of `ase`, the game port of `asa`. */
  readonly port: number;
}

export interface GameServer {
  /** Names the server in addresses and for good: renaming it makes another server. */
  readonly key: string;
  readonly name: string;
  readonly game: Game;
  readonly saves: SavesSource | undefined;
  readonly rcon: RconSource | undefined;
  readonly query: QuerySource | undefined;
  readonly pollSeconds: number;
  /** Reading a game log or chat takes it from every other reader, so that both are off unless wanted. Chat is sent on. */
  readonly gameLog: boolean;
  readonly chat: boolean;
}

export type PluginDatabase =
  /** An absolute path. */
  | { readonly kind: "sqlite"; readonly file: string }
  | {
      readonly kind: "mysql";
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: Secret | undefined;
      readonly database: string;
      /** Undefined where the connection is not encrypted. An absolute path, or the authorities that Node knows. */
      readonly tls: { readonly caFile: string | undefined } | undefined;
    };

export interface Plugin {
  readonly database: PluginDatabase;
  readonly tables: { readonly players: string };
}

export interface Plugins {
  readonly permissions: Plugin | undefined;
  readonly arkShop: Plugin | undefined;
}

export interface Cluster {
  readonly name: string;
  /** True for the cluster of `--demo`, never for one that a file describes. */
  readonly isInvented?: boolean;
  readonly servers: readonly GameServer[];
  readonly plugins: Plugins;
}

/** The defaults of the file. */
export const CLUSTER_DEFAULTS = {
  name: "ARK cluster",
  host: "127.0.0.1",
  rconPort: 27_020,
  queryPort: 27_015,
  gamePort: 7_777,
  pollSeconds: 15,
  mysqlPort: 3_306,
} as const;

export const CLUSTER_LIMITS = { servers: 200, pollSeconds: { min: 5, max: 600 } } as const;
