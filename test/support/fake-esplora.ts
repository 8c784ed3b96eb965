/** A block chain behind an Esplora interface, on loopback: a test mines, pays, undoes blocks, and lets it misbehave. */
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { loopbackServer, type LoopbackServer } from "./loopback-server.ts";

export interface FakePayment {
  readonly txid: string;
  readonly outputs: readonly { readonly address: string; readonly value: number }[];
  readonly isCoinbase: boolean;
}

interface FakeBlock {
  readonly hash: string;
  readonly payments: readonly FakePayment[];
}

export interface FakeEsplora extends LoopbackServer {
  /** Answers in the place of the chain when it answers true; `path` is without the base. */
  misbehave: (path: string, response: ServerResponse) => boolean;
  readonly height: number;
  hashAt(height: number): string;
  /** Announces a payment that waits for a block; amounts in satoshi. */
  pay(
    address: string,
    value: number,
    options?: { readonly isCoinbase?: boolean; readonly others?: number },
  ): FakePayment;
  /** Puts what waits into a block, or only these, and adds empty ones up to `count`. */
  mine(count?: number, payments?: readonly FakePayment[]): void;
  /**
   * Takes the last blocks away and puts as many others in their place, and one more. Their payments wait again, but for
   * those in `drop`, which are gone.
   */
  reorganise(depth: number, drop?: readonly FakePayment[]): void;
  /** Forgets a payment that waits. */
  drop(payment: FakePayment): void;
  /** Begins another chain of this many blocks. */
  restart(blocks: number): void;
}

/** Of every block. */
export const FAKE_DIFFICULTY = 4_096.5;

const PAGE = 25;
let made = 0;

/** Starts with `blocks` empty blocks. Names of blocks and transactions are never used again. */
export async function fakeEsplora(blocks = 200): Promise<FakeEsplora> {
  let chain: FakeBlock[] = [];
  let waiting: FakePayment[] = [];

  const server = await loopbackServer((request, response) => {
    if (esplora.misbehave(request.path, response)) return;
    const found = answerTo(request.path);
    if (found === undefined) response.writeHead(404).end("not found");
    else response.writeHead(200).end(typeof found === "string" ? found : JSON.stringify(found));
  });

  function answerTo(path: string): unknown {
    const [, kind, name = "", ...rest] = path.split("/").map(decodeURIComponent);
    if (path === "/blocks/tip/hash") return chain.at(-1)?.hash;
    if (path === "/blocks/tip/height") return String(chain.length - 1);
    if (kind === "block-height") return chain[Number(name)]?.hash;
    if (kind === "block") {
      const height = chain.findIndex(({ hash }) => hash === name);
      if (height < 0) return undefined;
      return { id: name, height, previousblockhash: chain[height - 1]?.hash ?? null, difficulty: FAKE_DIFFICULTY };
    }
    if (kind !== "address") return undefined;
    const of = (payment: FakePayment): boolean => payment.outputs.some(({ address }) => address === name);
    const inBlocks = chain
      .flatMap(({ hash, payments }, height) => payments.filter(of).map((payment) => view(payment, height, hash)))
      .toReversed();
    const inPool = waiting.filter(of).map((payment) => view(payment));
    if (rest.join("/") === "txs/mempool") return inPool.slice(0, 50);
    if (rest.join("/") === "txs") return [...inPool.slice(0, 50), ...inBlocks.slice(0, PAGE)];
    const from = inBlocks.findIndex(({ txid }) => txid === rest[2]) + 1;
    return inBlocks.slice(from, from + PAGE);
  }

  const esplora: FakeEsplora = {
    ...server,
    misbehave: () => false,
    get height() {
      return chain.length - 1;
    },
    hashAt: (height) => chain[height]?.hash ?? "",
    pay(address: string, value: number, { isCoinbase = false, others = 0 } = {}) {
      const outputs = [...Array.from({ length: others }, () => ({ address: "another", value: 7 })), { address, value }];
      const payment = { txid: nameOf("tx"), outputs, isCoinbase };
      waiting.push(payment);
      return payment;
    },
    mine(count = 1, payments: readonly FakePayment[] = waiting) {
      for (let index = 0; index < count; index++) {
        chain.push({ hash: nameOf("block"), payments: index === 0 ? payments : [] });
      }
      waiting = waiting.filter((payment) => !payments.includes(payment));
    },
    reorganise(depth: number, drop: readonly FakePayment[] = []) {
      const undone = chain.splice(chain.length - depth);
      waiting.push(...undone.flatMap(({ payments }) => payments).filter((payment) => !drop.includes(payment)));
      esplora.mine(depth + 1, []);
    },
    drop(payment: FakePayment) {
      waiting = waiting.filter((other) => other !== payment);
    },
    restart(count: number) {
      [chain, waiting] = [[], []];
      esplora.mine(count);
    },
  };
  esplora.mine(blocks);
  return esplora;
}

function view({ txid, outputs, isCoinbase }: FakePayment, height?: number, hash?: string) {
  return {
    txid,
    vin: [{ is_coinbase: isCoinbase }],
    vout: outputs.map(({ address, value }) => ({ scriptpubkey_address: address, value })),
    status: height === undefined ? { confirmed: false } : { confirmed: true, block_height: height, block_hash: hash },
  };
}

function nameOf(kind: string): string {
  return createHash("sha256").update(`${kind} ${made++}`).digest("hex");
}
