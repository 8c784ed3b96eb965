/** Looks at one address: which payments to it there are, each in a block that is proven to be in the chain, or waiting. */
import type { DepositPlace } from "../core/deposit.ts";
import { EsploraError, type AddressTx, type Esplora } from "./esplora.ts";

/** A payment to the address: one output of one transaction. Amounts in units of 1e-8, which a satoshi is. */
export interface Sighting {
  readonly txid: string;
  readonly outputIndex: number;
  readonly amount: bigint;
  readonly isCoinbase: boolean;
  readonly place: Exclude<DepositPlace, { readonly kind: "nowhere" }>;
}

/** `isWhole`: what is not among the sightings is in no block from `fromHeight` on, and does not wait. */
export interface Observation {
  readonly sightings: readonly Sighting[];
  readonly isWhole: boolean;
}

/** The chain as it was proven at the beginning of the run. */
export interface ProvenChain {
  readonly tipHeight: number;
  /** The hash at a height up to the top. */
  hashAt(height: number): Promise<string | undefined>;
}

/**
 * @throws EsploraError when the answers contradict each other, as they do for a moment when the chain changes: then
 *   nothing is known.
 */
export async function observeAddress(
  esplora: Esplora,
  address: string,
  fromHeight: number,
  chain: ProvenChain,
  signal: AbortSignal,
): Promise<Observation> {
  // Waiting ones first: a payment that enters a block in between is found in both answers, not in neither.
  const waiting = await esplora.waiting(address, signal);
  const confirmed = await esplora.confirmed(address, fromHeight, signal);
  const sightings = new Map<string, Sighting>();
  for (const transaction of [...waiting.transactions, ...confirmed]) {
    const place = await placeOf(transaction, chain);
    for (const [outputIndex, { scriptpubkey_address: to, value }] of transaction.vout.entries()) {
      const key = `${transaction.txid}:${outputIndex}`;
      if (to !== address || value === 0 || (place.kind === "waiting" && sightings.has(key))) continue;
      sightings.set(key, {
        txid: transaction.txid,
        outputIndex,
        amount: BigInt(value),
        isCoinbase: transaction.vin.some((input) => input.is_coinbase === true),
        place,
      });
    }
  }
  return { sightings: [...sightings.values()], isWhole: waiting.isWhole };
}

async function placeOf({ status }: AddressTx, chain: ProvenChain): Promise<Sighting["place"]> {
  // A block that came during this run is proven in the next.
  if (!status.confirmed || status.block_height > chain.tipHeight) return { kind: "waiting" };
  if ((await chain.hashAt(status.block_height)) !== status.block_hash) {
    throw new EsploraError(`a transaction is said to be in a block at height ${status.block_height} that is not there`);
  }
  return { kind: "block", height: status.block_height, hash: status.block_hash };
}
