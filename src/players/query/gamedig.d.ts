/** The part of gamedig 5.3 that is used here; the package brings no types. */
declare module "gamedig" {
  export class GameDig {
    readonly queryRunner: {
      /** Where its protocols send from and listen; read again at each query. */
      udpSocket: {
        send(bytes: Uint8Array, address: string, port: number): Promise<void>;
        addCallback(callback: (address: string, port: number, bytes: Buffer) => void): void;
        removeCallback(callback: (address: string, port: number, bytes: Buffer) => void): void;
      };
    };
    query(options: {
      type: "ase" | "asa";
      host: string;
      port: number;
      /** 4 or 6 for names that have both; 0 for whatever comes first. */
      ipFamily: number;
      /** Do not try ports that other servers of the game often use. */
      givenPortOnly: boolean;
      maxRetries: number;
      requestRules?: boolean;
      /** For one datagram or request to be answered. */
      socketTimeout: number;
      /** For one attempt as a whole. */
      attemptTimeout: number;
    }): Promise<unknown>;
  }
}
