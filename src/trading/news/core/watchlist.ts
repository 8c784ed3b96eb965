/** The keywords that are watched for everybody: coins, exchanges, people and events, each with its synonyms. */
import { wordsOf } from "./words.ts";

export type KeywordKind = "coin" | "exchange" | "person" | "event";

export interface WatchedKeyword {
  /** Stable: lower case letters, digits and hyphens. */
  readonly id: string;
  readonly kind: KeywordKind;
  /** Its names in the news; the first is the one shown. */
  readonly words: readonly string[];
  /** Of a coin: its currency code, which decides which pairs an article concerns. */
  readonly currency?: string;
  /** Of an exchange: its code. */
  readonly exchange?: string;
}

const COINS = `
BTC: bitcoin, btc, xbt, bitcoins
ETH: ethereum, ether, eth
USDT: tether, usdt
USDC: usdc, usd coin
BNB: bnb, binance coin
SOL: solana, $sol
XRP: xrp, ripple
ADA: cardano
DOGE: dogecoin, doge
TRX: tron, trx, tronix
AVAX: avalanche network, avax, avalanche
LINK: chainlink
DOT: polkadot
MATIC: polygon network, matic
TON: toncoin
LTC: litecoin, ltc
BCH: bitcoin cash, bch
XLM: stellar lumens, xlm
XMR: monero, xmr
ATOM: cosmos hub, cosmos network
ETC: ethereum classic
FIL: filecoin
UNI: uniswap
AAVE: aave
SHIB: shiba inu, shib
NEAR: near protocol
APT: aptos
ARB: arbitrum
OP: optimism network, op mainnet
SUI: sui network, sui
PEPE: pepe coin, pepecoin
DAI: dai stablecoin, makerdao
ZEC: zcash
EOS: eos
ALGO: algorand`;

const EXCHANGES = `
binance: binance
coinbase: coinbase
kraken: kraken
okx: okx, okex
bybit: bybit
kucoin: kucoin
bitfinex: bitfinex
bitstamp: bitstamp
gate: gate io
htx: huobi, htx
gemini: gemini exchange
bitget: bitget
mexc: mexc
cryptocom: crypto com
upbit: upbit
bithumb: bithumb
deribit: deribit
bitmex: bitmex
ftx: ftx
mtgox: mt gox, mtgox`;

const PEOPLE = `
satoshi-nakamoto: satoshi nakamoto
vitalik-buterin: vitalik buterin, vitalik
changpeng-zhao: changpeng zhao, cz
brian-armstrong: brian armstrong
michael-saylor: michael saylor, saylor
sam-bankman-fried: sam bankman fried, sbf
gary-gensler: gary gensler, gensler
jerome-powell: jerome powell, powell
elon-musk: elon musk, musk
cathie-wood: cathie wood
larry-fink: larry fink
justin-sun: justin sun`;

const EVENTS = `
etf: etf, etfs, exchange traded fund
sec: sec, securities and exchange commission
cftc: cftc
federal-reserve: federal reserve, fomc, the fed
interest-rates: interest rate, interest rates, rate cut, rate hike, rate cuts, rate hikes
inflation: inflation, cpi
halving: halving, halvening
hack: hack, hacked, hacker, hackers, exploit, exploited
bankruptcy: bankruptcy, bankrupt, insolvent, insolvency, chapter 11
lawsuit: lawsuit, sues, sued, class action
listing: listing, lists, will list, new listing
delisting: delist, delists, delisting
stablecoin: stablecoin, stablecoins
cbdc: cbdc, digital dollar, digital euro, digital yuan, central bank digital currency
mining: bitcoin mining, miners, hashrate, hash rate
defi: defi, decentralized finance
nft: nft, nfts
airdrop: airdrop, airdrops
hard-fork: hard fork, network upgrade, mainnet launch
liquidation: liquidation, liquidations, liquidated
sanctions: sanctions, ofac
whale: whale, whales
layer-2: layer 2, rollup, rollups
mica: mica, markets in crypto assets
tokenization: tokenization, tokenized, tokenisation, real world assets
outage: outage, withdrawals paused, suspends withdrawals, halts withdrawals`;

/** The watchlist that is there from the start. */
export const STARTING_WATCHLIST: readonly WatchedKeyword[] = [
  ...linesOf(COINS).map(([code, words]): WatchedKeyword => ({
    id: code.toLowerCase(),
    kind: "coin",
    words,
    currency: code,
  })),
  ...linesOf(EXCHANGES).map(([code, words]): WatchedKeyword => ({ id: code, kind: "exchange", words, exchange: code })),
  ...linesOf(PEOPLE).map(([id, words]): WatchedKeyword => ({ id, kind: "person", words })),
  ...linesOf(EVENTS).map(([id, words]): WatchedKeyword => ({ id, kind: "event", words })),
];

/** How a keyword is shown. */
export function keywordName({ words: [first = ""] }: WatchedKeyword): string {
  return first;
}

/** Each way in which a keyword is written, as words, beside the keyword's place in the list. */
export function waysOf(watchlist: readonly WatchedKeyword[]): { readonly place: number; readonly words: string[] }[] {
  return watchlist.flatMap(({ words }, place) => words.map((written) => ({ place, words: wordsOf(written) })));
}

function linesOf(text: string): [name: string, words: string[]][] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", words = ""] = line.split(": ");
      return [name, words.split(", ")];
    });
}
