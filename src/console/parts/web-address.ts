/** Whether a text is an address of the web. Others, such as `javascript:`, are not made into links. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

/** The host of an address, with its port: it names a receiver, and is short enough to be typed. The text where it has none. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
