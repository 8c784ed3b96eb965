/** A websocket connection of the ccxt library, in types of our own. */

export interface CcxtClient {
  readonly url: string;
  readonly isConnected?: boolean;
  readonly subscriptions: Record<string, unknown>;
  readonly futures: Record<string, unknown>;
  readonly rejections: Record<string, unknown>;
  readonly connection?: { terminate?(): void; ping?(): void };
  /** The other side has answered a ping. */
  onPong?: (...of: unknown[]) => unknown;
  /** The options of the websocket. */
  options?: Readonly<Record<string, unknown>> | undefined;
  /** Opens the connection, unless that has begun. */
  connect: (delayMs?: number) => Promise<unknown>;
  readonly connected: Promise<unknown>;
  future: (messageHash: string) => Promise<unknown>;
  resolve: (result: unknown, messageHash?: string) => unknown;
  reject: (error: unknown, messageHash?: string) => unknown;
  onError(error: unknown): void;
  onMessage(event: { readonly data: unknown }): void;
}
