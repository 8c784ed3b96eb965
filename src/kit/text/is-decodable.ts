/** Whether percent signs stand before two hexadecimal digits, and the bytes that they name are UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
