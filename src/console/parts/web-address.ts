/** Whether a text is an address of the web. Others, such as `javascript:`, are not made into links. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
