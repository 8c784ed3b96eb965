/** Version 2 of the client, as far as tests use it; it brings no types of its own. */
declare module "socket.io-client-v2" {
  interface Socket {
    readonly connected: boolean;
    on(event: string, listener: (value: unknown) => void): this;
    emit(event: string, ...values: unknown[]): this;
    send(value: unknown): this;
    close(): this;
  }
  function io(url: string, options?: object): Socket;
  export = io;
}
