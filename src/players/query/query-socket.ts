/**
 * The UDP socket of one query. It accepts only the server that was asked, has limits, notices at once when nothing
 * listens there, and is closed with the query.
 */
import { createSocket, type Socket } from "node:dgram";
import { isIPv6 } from "node:net";

type Listener = (address: string, port: number, bytes: Buffer) => void;

export interface QuerySocket {
  /** The first call decides which sender is accepted. */
  send(bytes: Uint8Array, address: string, port: number): Promise<void>;
  addCallback(listener: Listener): void;
  removeCallback(listener: Listener): void;
  /** Rejects when the system says that the server cannot be reached. Never resolves. */
  readonly unreachable: Promise<never>;
  close(): void;
}

/** A list of 255 players with long names takes about 30 datagrams, three times at most. */
const MAX_DATAGRAMS = 512;
const MAX_BYTES = 524_288;

/** Half of a pair of answers that is compressed: no ARK server sends one, and a small one may unfold to gigabytes. */
const COMPRESSED = 0x80;
const SPLIT_START = 0xfe;
const SPLIT_ID_HIGHEST_BYTE = 7;

export function querySocket(): QuerySocket {
  const listeners = new Set<Listener>();
  let opened: Promise<Socket> | undefined;
  let socket: Socket | undefined;
  let datagrams = 0;
  let bytesHeard = 0;
  let giveUp: (error: Error) => void = () => {};
  const unreachable = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  // The caller waits for it; a finished query does not.
  unreachable.catch(() => {});

  const open = (address: string, port: number): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const fresh = createSocket(isIPv6(address) ? "udp6" : "udp4");
      socket = fresh;
      fresh.on("error", (error) => {
        giveUp(error);
        reject(error);
      });
      fresh.on("message", (bytes) => {
        datagrams++;
        bytesHeard += bytes.length;
        if (datagrams > MAX_DATAGRAMS || bytesHeard > MAX_BYTES || isCompressed(bytes)) return;
        for (const listener of listeners) listener(address, port, bytes);
      });
      fresh.connect(port, address, () => resolve(fresh));
    });

  return {
    async send(bytes, address, port) {
      opened ??= open(address, port);
      const connected = await opened;
      await new Promise<void>((resolve, reject) => {
        connected.send(bytes, (error) => (error ? reject(error) : resolve()));
      });
    },
    addCallback(listener) {
      listeners.add(listener);
    },
    removeCallback(listener) {
      listeners.delete(listener);
    },
    unreachable,
    close() {
      socket?.close();
      socket = undefined;
    },
  };
}

function isCompressed(bytes: Buffer): boolean {
  return bytes[0] === SPLIT_START && ((bytes[SPLIT_ID_HIGHEST_BYTE] ?? 0) & COMPRESSED) !== 0;
}
