/** Parsers of the trading platform: codes, keys, messages and texts. */
import { readRange } from "../../../src/trading/access/address-ranges.ts";
import { parseExact } from "../../../src/trading/access/core/exact-json.ts";
import { readNonce } from "../../../src/trading/access/core/nonce.ts";
import { readToken } from "../../../src/trading/access/core/signed-token.ts";
import { passwordProblem } from "../../../src/trading/accounts/core/password-problem.ts";
import { plainRecoveryCode } from "../../../src/trading/accounts/core/recovery-codes.ts";
import { isTimeZone } from "../../../src/kit/time/time-zone.ts";
import { cleanBody } from "../../../src/trading/articles/article-body.ts";
import { tidyLine } from "../../../src/trading/articles/core/article-texts.ts";
import { parseFormula } from "../../../src/trading/algorithms/core/formula.ts";
import { readIndicator } from "../../../src/trading/algorithms/core/indicator-ref.ts";
import { parseClientId } from "../../../src/trading/engine/core/client-ids.ts";
import { scrub } from "../../../src/trading/exchanges/core/scrub.ts";
import { isMultiple } from "../../../src/trading/exchanges/core/steps.ts";
import { select } from "../../../src/trading/indicators/core/selection.ts";
import { readMarketChoice } from "../../../src/trading/market/core/choose-markets.ts";
import { placesOf } from "../../../src/trading/market/core/places.ts";
import { readHeading } from "../../../src/trading/market/core/succession.ts";
import { tickGrid } from "../../../src/trading/market/core/tick-grid.ts";
import { parseFeedDate } from "../../../src/trading/news/core/article-times.ts";
import { decodeBody } from "../../../src/trading/news/core/decode-body.ts";
import { canonicalUrl } from "../../../src/trading/news/core/canonical-url.ts";
import { languageOf } from "../../../src/trading/news/core/language.ts";
import { plainText } from "../../../src/trading/news/core/plain-text.ts";
import { readSitemap } from "../../../src/trading/news/core/read-sitemap.ts";
import { parseRobots } from "../../../src/trading/news/core/robots.ts";
import { tonesOf } from "../../../src/trading/news/core/tone.ts";
import { readLanguages, readNewsPairs } from "../../../src/trading/news/settings.ts";
import { readExchangeChoice } from "../../../src/trading/market/settings.ts";
import { readClientMessage } from "../../../src/trading/push/client-message.ts";
import { parseChannel } from "../../../src/trading/push/core/channel-name.ts";
import { parseHookText } from "../../../src/trading/signals/core/hook-text.ts";
import { readSocketIoMessage } from "../../../src/trading/push/socket-io-message.ts";
import { isToken } from "../../../src/trading/sessions/core/session-token.ts";
import { dayStart } from "../../../src/trading/tape/core/days.ts";
import { parseFileName } from "../../../src/trading/tape/core/file-names.ts";
import { exchangeOf, parseCombination } from "../../../src/trading/tape/core/service-code.ts";
import { readAccountKey, XPUB } from "../../../src/trading/wallets/chains/account-key.ts";
import { readBitcoinAddress } from "../../../src/trading/wallets/chains/bitcoin.ts";
import { readEthereumAddress } from "../../../src/trading/wallets/chains/ethereum.ts";
import { named, type Parser } from "./parser.ts";

export const TRADING_PARSERS: readonly Parser[] = [
  {
    name: "isMultiple",
    parse: (text) => isMultiple(text, "0.01"),
    worst: [
      ["0.", "1", ""],
      ["", "9", ""],
    ],
  },
  { name: "isMultiple of a step", parse: (text) => isMultiple("1.5", text), worst: [["0.", "0", "1"]] },
  named(placesOf, [
    ["1.", "0", "1"],
    ["", "10", ""],
  ]),
  named(tickGrid, [
    ["0.", "0", "1"],
    ["1e", "1", ""],
  ]),
  {
    name: "parseFormula",
    parse: (text) => parseFormula(text, new Map()),
    worst: [
      ["indicator_", "1_", "1h_equal_input_number"],
      ["spread", "_equal", "_input_number"],
    ],
  },
  { name: "readIndicator", parse: (text) => readIndicator(text, new Map()), worst: [["", "a_", "1h"]] },
  { name: "parseClientId", parse: (text) => parseClientId("ab", text), worst: [["ab", "1", ""]] },
  named(dayStart, [["2024-01-", "1", ""]]),
  named(isTimeZone, [["Europe", "/A", ""]]),
  named(readToken, [
    ["", "a.", ""],
    ["eyJ.", "a", ".b"],
  ]),
  named(readNonce, [["", "1", ""]]),
  named(isToken),
  named(readRange, [
    ["", "/1", ""],
    ["::", ":", "/64"],
  ]),
  {
    name: "readAccountKey",
    parse: (text) => readAccountKey(text, [XPUB], "the test"),
    worst: [
      ["", "a ", ""],
      ["xpub", "1", ""],
      ["5", "K", ""],
    ],
  },
  named(passwordProblem, [["a", "\u0301\u0316", ""]]),
  named(parseChannel, [
    ["spread/", "a-", "+"],
    ["asks/", "a-", "1"],
  ]),
  named(parseHookText, [
    ["", "buy ", ""],
    ["", "a:", ""],
    ["{", '"id":1,', "}"],
  ]),
  named(parseCombination, [
    ["", "a-b+", ""],
    ["", "a", "-b+c"],
  ]),
  named(exchangeOf, [["", "a-", "!"]]),
  named(parseFileName, [
    ["day-", "1-", ".parquet"],
    ["day-1-1-1-", "1", ".parquet"],
  ]),
  named(readHeading, [
    ["#", "1", " "],
    ["#1", " ", "1"],
  ]),
  named(readExchangeChoice, [
    ["", "a:b,", ""],
    ["", " ,", ""],
  ]),
  named(parseFeedDate, [["2026-01-02T", "1", ""]]),
  { name: "decodeBody", parse: (text) => decodeBody(Buffer.from(text), text), worst: [["text/xml;", " ", "charset"]] },
  named(canonicalUrl, [["https://e.com/?", "a=1&", ""]]),
  { name: "languageOf", parse: (text) => languageOf(text, "en"), worst: [["", "the ", ""]] },
  {
    name: "plainText",
    parse: (text) => plainText(text, 300),
    worst: [
      ["", "<script>", ""],
      ["", "<script></script>", ""],
      ["", "<!--", ""],
      ["", "&#", ""],
    ],
  },
  {
    name: "readSitemap",
    parse: (text) => readSitemap(text, 500),
    worst: [
      ["", "<url>", ""],
      ["", "<url></url>", ""],
      ["<url>", "<loc>", "</url>"],
    ],
  },
  {
    name: "parseRobots",
    parse: (text) => parseRobots(text, "tripod-trading"),
    worst: [
      ["", "user-agent: a\n", ""],
      ["user-agent: *\n", "allow: /a\n", ""],
    ],
  },
  named(tonesOf, [["", "surges ", ""]]),
  named(readLanguages, [["", "en,", ""]]),
  named(readNewsPairs, [["", "BTC/USDT,", ""]]),
  named(readMarketChoice, [
    ["", "BTC/USDT,", ""],
    ["top:", "1", ""],
  ]),
  {
    name: "select",
    parse: (text) => select([text]),
    worst: [
      ["bb(", "1,", ")"],
      ["bb", "(", ")"],
    ],
  },
  named(plainRecoveryCode, [["", "- ", "x"]]),
  named(readEthereumAddress, [["0x", "0", ""]]),
  { name: "readBitcoinAddress", parse: (text) => readBitcoinAddress(text, "mainnet"), worst: [["bc1", "q", ""]] },
  named(parseExact, [
    ['{"a":', "1", "}"],
    ['{"', '\\"', ""],
    ['{"a":"', "1,", '"}'],
    ["", '"', ""],
  ]),
  named(readClientMessage, [
    ['{"ping":"', "a", '"}'],
    ['{"a":', "[", ""],
  ]),
  {
    name: "readSocketIoMessage",
    parse: (text) => readSocketIoMessage("message", text),
    worst: [
      ["{", '"a":1,', "}"],
      ['{"a":', "{", ""],
    ],
  },
  {
    name: "scrub",
    parse: (text) => scrub(text, ["a secret"]),
    worst: [
      ["", "key ", ""],
      ["", "key=", ""],
      ["", "basic ", ""],
      ["", "://a", ""],
      ["", "a+", ""],
    ],
  },
  named(tidyLine, [
    ["a", " ", "b"],
    ["", "\0a", ""],
  ]),
  named(cleanBody, [
    ["", "<p>", ""],
    ["", "<!--", ""],
    ["", '<a href="', ""],
    ["", "&#", ""],
    ["", "\r", ""],
  ]),
];
