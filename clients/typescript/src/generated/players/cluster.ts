// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions } from "../../operation.ts";
import type { Cluster, DoctorReport, RemovedServer, ServerSetup } from "./schemas.ts";

export interface AddServerParams {
  body: {
    /** Names the server for good: small letters, digits, `-` and `_`. */
    Key: string;
    /** What people see; the key without it. */
    Name?: string;
    /** ARK: Survival Evolved or Ascended. */
    Game: "ase" | "asa";
    /** `Port` is 27020 without one. */
    Rcon?: {
      /** Name or address of the machine; `127.0.0.1` without it. */
      Host?: string;
      /** 1 to 65535. */
      Port?: number;
      /** Written to the cluster's file, and never shown. */
      Password?: string;
    };
    /** The query port of `ase` (27015), or the public address and game port of `asa` (7777). */
    Query?: {
      /** Name or address of the machine; `127.0.0.1` without it. */
      Host?: string;
      /** 1 to 65535. */
      Port?: number;
    };
    /** How often it is asked. 5 to 600. */
    PollSeconds?: number;
    /** Reads joins and leaves from the game log. */
    GameLog?: boolean;
    /** Sends chat to readers of `/Online/Events`. */
    Chat?: boolean;
    /** Refused: folders of saves are named by the operator. */
    Saves?: unknown;
  };
}

export interface EditServerParams {
  /** Names the server for good: small letters, digits, `-` and `_`. */
  key: string;
  body: {
    Name?: string | null;
    Rcon?: {
      /** Name or address of the machine; `127.0.0.1` without it. */
      Host?: string;
      /** 1 to 65535. */
      Port?: number;
      /** Written to the cluster's file, and never shown. */
      Password?: string;
    } | null;
    Query?: {
      /** Name or address of the machine; `127.0.0.1` without it. */
      Host?: string;
      /** 1 to 65535. */
      Port?: number;
    } | null;
    PollSeconds?: number | null;
    GameLog?: boolean | null;
    Chat?: boolean | null;
    /** Refused: folders of saves are named by the operator. */
    Saves?: unknown;
  };
}

export interface RemoveServerParams {
  /** Names the server for good: small letters, digits, `-` and `_`. */
  key: string;
}

export interface ClusterOperations {
  /**
   * Add a game server. With RCON, a query address, or both. The file keeps its comments, is checked as at a start,
   * and is replaced as a whole. The server is read at once; other processes that share the file follow within
   * seconds. Folders of saves are named by the operator: `tripod players add-server --saves`. `/Doctor` tells whether
   * the server answers.
   */
  addServer(params: AddServerParams, options?: CallOptions): Promise<ServerSetup>;
  /** How game servers are set up. As the cluster's file describes them, in its order, without passwords. */
  getCluster(params?: Record<string, never>, options?: CallOptions): Promise<Cluster>;
  /**
   * Try every source of every server. What `tripod players doctor` tells: saves, RCON and query of each server,
   * plugins and Steam, each with a sentence and the next step. Takes up to 20 seconds; a source that takes longer is
   * wrong here, where the command waits for it.
   */
  examineSources(params?: Record<string, never>, options?: CallOptions): Promise<DoctorReport>;
  /**
   * Change a game server. Null takes a member away; what is left out stays as it is. `Rcon` and `Query` are replaced
   * as a whole, but the password stays without a new one. It does not go to a new address: that needs the password,
   * too.
   */
  editServer(params: EditServerParams, options?: CallOptions): Promise<ServerSetup>;
  /**
   * Remove a game server. It is read no longer, and the sessions on it end. Players, tribes and past sessions stay.
   */
  removeServer(params: RemoveServerParams, options?: CallOptions): Promise<RemovedServer>;
}
