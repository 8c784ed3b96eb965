/** Asks an Esplora interface, and rejects every answer that does not have its form. */
import { Type, type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import type { Outbound } from "../../../kit/outbound/outbound.ts";
import { withoutTrailing } from "../../../kit/text/without-trailing.ts";

/** The questions to the chain. Every question may throw `EsploraError`. */
export interface Esplora {
  /** The block at the top. */
  tip(signal: AbortSignal): Promise<Block>;
  /** The block before this one. */
  parent(block: Block, signal: AbortSignal): Promise<Block>;
  /** Hash of the block at a height of the best chain; undefined when there is none. */
  hashAt(height: number, signal: AbortSignal): Promise<string | undefined>;
  /** Transactions of an address that wait for a block. `isWhole`: these are all. */
  waiting(address: string, signal: AbortSignal): Promise<{ transactions: AddressTx[]; isWhole: boolean }>;
  /** Transactions of an address in blocks, newest first, down to those below `fromHeight`. */
  confirmed(address: string, fromHeight: number, signal: AbortSignal): Promise<AddressTx[]>;
}

export interface Block {
  readonly height: number;
  readonly hash: string;
  /** Hash of the block before it; undefined for the first one, and where it is not remembered. */
  readonly parentHash?: string | undefined;
  /** How much harder it was to find than the first one; undefined where the interface does not tell. */
  readonly difficulty?: number | undefined;
}

/** The answer was missing or unreliable. The next run asks again. */
export class EsploraError extends Error {
  override readonly name = "EsploraError";
}

const hash = Type.String({ pattern: "^[0-9a-f]{64}$" });
const heightText = Type.String({ pattern: "^[0-9]{1,9}$" });
const height = Type.Integer({ minimum: 0, maximum: 1e9 });

/** Most that there can ever be: 21 million bitcoins. */
const satoshi = Type.Integer({ minimum: 0, maximum: 2_100_000_000_000_000 });

const block = Type.Object({
  id: hash,
  height,
  previousblockhash: Type.Optional(Type.Union([hash, Type.Null()])),
  difficulty: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
});

const transaction = Type.Object({
  txid: hash,
  vin: Type.Array(Type.Object({ is_coinbase: Type.Optional(Type.Boolean()) })),
  vout: Type.Array(Type.Object({ scriptpubkey_address: Type.Optional(Type.String()), value: satoshi })),
  status: Type.Union([
    Type.Object({ confirmed: Type.Literal(true), block_height: height, block_hash: hash }),
    Type.Object({ confirmed: Type.Literal(false) }),
  ]),
});

export type AddressTx = Static<typeof transaction>;

const transactions = Type.Array(transaction, { maxItems: 1000 });

const TIMEOUT_MS = 10_000;
/** A page of 75 transactions of the largest kind that are relayed. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Transactions in blocks on one page, and waiting ones at most: what Esplora answers. */
const PAGE = 25;
const MAX_WAITING = 50;
/** Ten thousand payments to one address: not a real deposit address. */
const MAX_PAGES = 400;

/** `url` is the base, without a slash at the end or with one; `http` must be allowed to reach it. */
export function esplora(url: string, http: Outbound): Esplora {
  const base = withoutTrailing(url, "/");

  async function ask(path: string, signal: AbortSignal): Promise<string | undefined> {
    const request = { url: `${base}${path}`, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, redirects: 2, signal };
    const answer = await http.request(request).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new EsploraError("the Esplora interface could not be asked", { cause: error });
    });
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new EsploraError(`the Esplora interface answered with status ${answer.status}`);
    return answer.body.toString("utf8").trim();
  }

  async function read<Schema extends TSchema>(path: string, schema: Schema, signal: AbortSignal) {
    const text = await ask(path, signal);
    if (text === undefined) throw new EsploraError("the Esplora interface does not know what was asked for");
    return fitting(schema, parsed(text));
  }

  async function readBlock(wanted: string, signal: AbortSignal): Promise<Block> {
    const found = await read(`/block/${wanted}`, block, signal);
    if (found.id !== wanted) throw new EsploraError("the Esplora interface answered with another block");
    const { height: foundHeight, previousblockhash, difficulty } = found;
    return { height: foundHeight, hash: wanted, parentHash: previousblockhash ?? undefined, difficulty };
  }

  return {
    async tip(signal) {
      const least = fitting(heightText, await ask("/blocks/tip/height", signal));
      // The block that the hash names cannot be half of one chain and half of another, as two answers could.
      const top = await readBlock(fitting(hash, await ask("/blocks/tip/hash", signal)), signal);
      if (top.height < Number(least)) throw new EsploraError("the Esplora interface is about to change its chain");
      return top;
    },
    async parent({ height: above, parentHash }, signal) {
      if (parentHash === undefined) throw new EsploraError("the Esplora interface names no block below one");
      const below = await readBlock(parentHash, signal);
      if (below.height !== above - 1) throw new EsploraError("the Esplora interface skips a height");
      return below;
    },
    async hashAt(at, signal) {
      const text = await ask(`/block-height/${at}`, signal);
      return text === undefined ? undefined : fitting(hash, text);
    },
    async waiting(address, signal) {
      const found = await read(`/address/${encodeURIComponent(address)}/txs/mempool`, transactions, signal);
      return { transactions: found, isWhole: found.length < MAX_WAITING };
    },
    async confirmed(address, fromHeight, signal) {
      const all: AddressTx[] = [];
      const path = `/address/${encodeURIComponent(address)}/txs`;
      let next = path;
      for (let page = 0; page < MAX_PAGES; page++) {
        const found = await read(next, transactions, signal);
        all.push(...found);
        const inBlocks = found.filter(({ status }) => status.confirmed);
        const last = inBlocks.at(-1);
        if (inBlocks.length < PAGE || !last?.status.confirmed || last.status.block_height < fromHeight) return all;
        next = `${path}/chain/${last.txid}`;
      }
      throw new EsploraError(`an address has more than ${MAX_PAGES} pages of transactions`);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new EsploraError("the Esplora interface answered with something that is not JSON");
  }
}

function fitting<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  if (!Value.Check(schema, value)) throw new EsploraError("the Esplora interface answered in another form");
  return value;
}
