/**
 * How much of request bodies a process holds before it knows whose they are. A body is collected before its caller is
 * known and before any limit of requests counts, and a caller may take half a minute to send it.
 */
import { networkOf } from "../limits/network-of.ts";

export interface BodyLimits {
  /** Of all bodies that are being collected, in bytes. */
  readonly totalBytes: number;
  /** Of those of one address, of IPv6 one network of 64 bits. A part of the total: the others share the rest. */
  readonly addressBytes: number;
}

const MEBIBYTE = 1024 * 1024;

/** 64 bodies of the largest kind at the same time, 16 of them from one address. They usually arrive within milliseconds. */
export const DEFAULT_BODY_LIMITS: BodyLimits = { totalBytes: 64 * MEBIBYTE, addressBytes: 16 * MEBIBYTE };

/**
 * From this size on a body counts. Smaller ones take as much as the connection that they come over, and arrive also while
 * large ones are refused.
 */
export const COUNTED_FROM_BYTES = 16_384;

/** A body's part of the budget. */
export interface BodyShare {
  /** Makes the share this large, or answers false and leaves it as it is. A share does not shrink. */
  growTo(bytes: number): boolean;
  /** Gives everything back. Nothing more can be taken, and a second call does nothing. */
  release(): void;
}

export class BodyBudget {
  readonly #limits: BodyLimits;
  readonly #byNetwork = new Map<string, number>();
  #used = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Bytes that are taken now. */
  get used(): number {
    return this.#used;
  }

  /** Addresses, or networks, that have taken some. */
  get holders(): number {
    return this.#byNetwork.size;
  }

  /** An empty share of a caller. */
  open(address: string): BodyShare {
    const network = networkOf(address);
    let held = 0;
    let released = false;
    return {
      growTo: (bytes) => {
        const more = Math.max(0, bytes - held);
        if (released || !this.#take(network, more)) return false;
        held += more;
        return true;
      },
      release: () => {
        this.#giveBack(network, held);
        held = 0;
        released = true;
      },
    };
  }

  #take(network: string, bytes: number): boolean {
    const before = this.#byNetwork.get(network) ?? 0;
    if (this.#used + bytes > this.#limits.totalBytes || before + bytes > this.#limits.addressBytes) return false;
    if (bytes > 0) this.#byNetwork.set(network, before + bytes);
    this.#used += bytes;
    return true;
  }

  #giveBack(network: string, bytes: number): void {
    const left = (this.#byNetwork.get(network) ?? 0) - bytes;
    if (left > 0) this.#byNetwork.set(network, left);
    else this.#byNetwork.delete(network);
    this.#used -= bytes;
  }
}
