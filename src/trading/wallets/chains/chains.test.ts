/** Vectors: BIP 84, BIP 173 and BIP 350, EIP-55, and the first addresses of the well-known development mnemonic. */
import { HDKey } from "@scure/bip32";
import { describe, expect, test } from "vitest";
import { UserError } from "../../../kit/errors/user-error.ts";
import { TPUB, VPUB, XPUB, ZPUB } from "./account-key.ts";
import { bitcoinAccount, bitcoinAddress, readBitcoinAddress } from "./bitcoin.ts";
import { ethereumAccount, ethereumAddress, readEthereumAddress } from "./ethereum.ts";

/** BIP 84, test vectors: account 0 of "abandon ... about". */
const BIP84_ZPUB =
  "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs";
const BIP84_ZPRV =
  "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE";
/** Seed of "test test test test test test test test test test test junk", without words: BIP 39 of the above. */
const JUNK_SEED =
  "9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0";

const seeded = (path: string): HDKey => HDKey.fromMasterSeed(Buffer.from(JUNK_SEED, "hex")).derive(path);

function publicForm(key: HDKey, publicVersion: number): string {
  const { publicKey, chainCode, depth, index, parentFingerprint } = key;
  if (!publicKey || !chainCode) throw new Error("no key");
  const versions = { public: publicVersion, private: 0 };
  return new HDKey({ publicKey, chainCode, depth, index, parentFingerprint, versions }).publicExtendedKey;
}

describe("a Bitcoin account", () => {
  test("has the receiving addresses of BIP 84's test vectors", () => {
    const account = bitcoinAccount(BIP84_ZPUB, "mainnet", "KEY");
    expect(bitcoinAddress(account, "mainnet", 0)).toBe("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu");
    expect(bitcoinAddress(account, "mainnet", 1)).toBe("bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g");
    expect(Buffer.from(account.publicKeyAt(0)).toString("hex")).toBe(
      "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c",
    );
  });

  test("is the same whether it is written as zpub or as xpub", () => {
    const key = HDKey.fromExtendedKey(BIP84_ZPUB, { public: ZPUB.publicVersion, private: 0 });
    const asXpub = bitcoinAccount(publicForm(key, XPUB.publicVersion), "mainnet", "KEY");
    expect(asXpub.fingerprint).toBe(bitcoinAccount(BIP84_ZPUB, "mainnet", "KEY").fingerprint);
    expect(bitcoinAddress(asXpub, "mainnet", 0)).toBe("bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu");
    expect(asXpub.fingerprint).not.toContain("0330d54f");
  });

  test("of a test network has addresses of that network", () => {
    const key = seeded("m/84'/1'/0'");
    for (const version of [VPUB.publicVersion, TPUB.publicVersion]) {
      expect(bitcoinAddress(bitcoinAccount(publicForm(key, version), "testnet", "KEY"), "testnet", 0)).toMatch(/^tb1q/);
      expect(bitcoinAddress(bitcoinAccount(publicForm(key, version), "regtest", "KEY"), "regtest", 0)).toMatch(
        /^bcrt1q/,
      );
    }
  });
});

describe("an Ethereum account", () => {
  test("has the well-known addresses of the development mnemonic", () => {
    const account = ethereumAccount(publicForm(seeded("m/44'/60'/0'"), XPUB.publicVersion), "KEY");
    expect([0, 1, 2].map((index) => ethereumAddress(account, index))).toEqual([
      "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
      "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
      "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    ]);
  });
});

describe("a key that could spend is refused, and never repeated:", () => {
  const privateForms: [string, string][] = [
    ["zprv", BIP84_ZPRV],
    ["zprv with spaces around", `  ${BIP84_ZPRV}\n`],
    ["xprv", seeded("m/44'/60'/0'").privateExtendedKey],
    ["a mistyped xprv", seeded("m/44'/60'/0'").privateExtendedKey.slice(0, -3)],
    ["hexadecimal", `0x${"ab".repeat(32)}`],
    ["seed words", "test test test test test test test test test test test junk"],
    ["a key in the form of wallets", "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn"],
  ];
  test.each(privateForms)("%s", (_name, key) => {
    for (const open of [
      () => bitcoinAccount(key, "mainnet", "THE_SETTING"),
      () => ethereumAccount(key, "THE_SETTING"),
    ]) {
      expect(open).toThrow(UserError);
      expect(open).toThrow(/^THE_SETTING holds a private key/);
      expect(open).not.toThrow(key.trim());
    }
  });

  test.each([
    ["of another network", publicForm(seeded("m/84'/1'/0'"), VPUB.publicVersion), "must be a public key that begins"],
    ["that is mistyped", `${BIP84_ZPUB.slice(0, -1)}t`, "not a complete extended public key"],
    ["that is cut off", BIP84_ZPUB.slice(0, 60), "not a complete extended public key"],
    ["of a whole wallet", publicForm(seeded("m"), XPUB.publicVersion), "must be the key of an account"],
    ["that is none", "hello", "must be a public key that begins"],
  ])("and so is one %s", (_name, key, sentence) => {
    const open = () => bitcoinAccount(key, "mainnet", "THE_SETTING");
    expect(open).toThrow(UserError);
    expect(open).toThrow(sentence);
    expect(open).not.toThrow(key);
  });
});

describe("Bitcoin addresses are taken", () => {
  test.each([
    ["pay to public key hash", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["pay to script hash", "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"],
    ["segwit", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
    ["segwit script", "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3"],
    ["taproot", "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"],
  ])("of the kind %s", (_kind, address) => {
    expect(readBitcoinAddress(address, "mainnet")).toBe(address);
    expect(readBitcoinAddress(address, "testnet")).toBeUndefined();
  });

  test("in capitals, as QR codes have them", () => {
    expect(readBitcoinAddress("BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU", "mainnet")).toBe(
      "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    );
  });

  test.each([
    "",
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv",
    "Bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3",
    "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
    "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs",
    "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    "x".repeat(100),
  ])("but %j is refused", (address) => {
    expect(readBitcoinAddress(address, "mainnet")).toBeUndefined();
  });
});

describe("Ethereum addresses are taken", () => {
  const examples = [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
  ];
  test.each(examples)("with the checksum of EIP-55: %s", (address) => {
    expect(readEthereumAddress(address)).toBe(address);
    expect(readEthereumAddress(address.toLowerCase())).toBe(address);
    expect(readEthereumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  test.each([
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed",
    "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
    `0x${"0".repeat(40)}`,
    "",
  ])("but %j is refused", (address) => {
    expect(readEthereumAddress(address)).toBeUndefined();
  });
});
