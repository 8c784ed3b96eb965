/** The script that signs a request in Bruno: `crypto-js` is the one library that its safe mode brings. */
export const SIGN_REQUEST = `const key = bru.interpolate("{{tradingKey}}");
const secret = bru.interpolate("{{tradingSecret}}");
// Public operations need no key.
if (key && secret && !key.includes("{{")) {
  const CryptoJS = require("crypto-js");
  const url = (text) => text.replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=+$/, "");
  const part = (text) => url(CryptoJS.enc.Base64.stringify(CryptoJS.enc.Utf8.parse(text)));
  // Nanoseconds since 1970. The last digits keep requests of a millisecond apart.
  const nonce = Date.now() + String(Math.floor(Math.random() * 1000000)).padStart(6, "0");
  const signed = part('{"typ":"JWT","alg":"HS256"}') + "." + part('{"nonce":' + nonce + "}");
  const signature = url(CryptoJS.enc.Base64.stringify(CryptoJS.HmacSHA256(signed, secret)));
  req.setHeader("Key", key);
  req.setHeader("Authorization", signed + "." + signature);
}`;
