/** Where clients reach the process that is connected to an exchange, as that process tells. */

/** A name and, maybe, a port, as in the header `Host`. */
const HOST = /^[A-Za-z0-9.:[\]-]{1,255}$/;

export class ExchangeHosts {
  readonly #hosts = new Map<string, string>();
  readonly #listeners = new Set<{ readonly listener: (exchange: string) => void }>();

  /** Empty where none has been reported: any process may be asked. */
  of(exchange: string): string {
    return this.#hosts.get(exchange) ?? "";
  }

  /** Calls `listener` when another process, or none, is to be asked for an exchange. */
  onChange(listener: (exchange: string) => void): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** @param host a value that is not a host counts as none */
  tell(exchange: string, host: unknown): void {
    const told = typeof host === "string" && HOST.test(host) ? host : "";
    if (told === this.of(exchange)) return;
    this.#hosts.set(exchange, told);
    for (const { listener } of this.#listeners) listener(exchange);
  }
}
