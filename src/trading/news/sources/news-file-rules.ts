/** The form of the texts in a file of news sources. */

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/** How articles name a feed. */
export function feedNameRule(text: string): string | undefined {
  return text.length <= 100 && /^[^\s,].*$/.test(text)
    ? undefined
    : "must be a name of 1 to 100 characters on one line that does not begin with a comma";
}

/** `URL` allows more than there can be: a placeholder such as `{host}`. */
export function addressRule(text: string): string | undefined {
  if (text.length > 1_000 || !/^https?:\/\/[^\s]+$/.test(text))
    return "must be a web address of up to 1000 characters, such as https://example.com/feed.xml";
  // After `URL` has written the host in ASCII.
  const isUsable = URL.canParse(text) && HOST.test(new URL(text).hostname);
  return isUsable ? undefined : "is not a web address: check its host and its port";
}

/** ISO 639-1. */
export function languageRule(text: string): string | undefined {
  return /^[a-z]{2}$/.test(text) ? undefined : "must be a language in two small letters, such as en";
}

/** Names a keyword. */
export function idRule(text: string): string | undefined {
  return /^[a-z0-9-]{1,60}$/.test(text) ? undefined : "must be 1 to 60 small letters, digits and -, such as our-coin";
}

/** One way to write a keyword. */
export function wordsRule(text: string): string | undefined {
  return text !== "" && text.length <= 100 ? undefined : "must be 1 to 100 characters";
}

/** Of a currency. */
export function codeRule(text: string): string | undefined {
  return /^[A-Z0-9]{1,20}$/.test(text) ? undefined : "must be 1 to 20 capital letters and digits, such as BTC";
}

/** As exchanges are named in settings. */
export function exchangeRule(text: string): string | undefined {
  return /^[a-z0-9_]{1,40}$/.test(text) ? undefined : "must be 1 to 40 small letters, digits and _, such as kraken";
}
