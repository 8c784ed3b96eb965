/** Login by DNS: the domain names its keys in TXT records of its own name. */
import type { Grant } from "../core/actor.ts";
import { dnsPermissions, type Domain } from "../core/domain.ts";
import { parseProofRecords, type ProofRecords } from "../core/proof-record.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import {
  acceptDomainProof,
  noKeysFound,
  readDomainProof,
  type DomainProof,
  type DomainProofDeps,
} from "./domain-proof.ts";
import type { TxtResolver } from "./ports.ts";

/** More TXT records than this are not looked at. */
const MAX_RECORDS = 100;

/** Where people put the record who expect it to work as DKIM does. It is not accepted there. */
const WRONG_SELECTORS = ["_mcp-auth", "_mcp-registry"];

export async function exchangeDns(
  deps: DomainProofDeps & { readonly resolver: TxtResolver },
  sent: DomainProof,
): Promise<Grant> {
  const proof = readDomainProof(sent, deps.clock.now(), tokenErrors.dnsFailed);
  const records = await readRecords(deps.resolver, proof.domain);
  if (records.keys.length === 0) {
    const hint = await wrongPlaceHint(deps.resolver, proof.domain);
    throw noKeysFound(tokenErrors.dnsFailed, `the TXT records of ${proof.domain}`, records, hint);
  }
  await acceptDomainProof(deps, proof, records, tokenErrors.dnsFailed);
  return { method: "dns", subject: proof.domain, permissions: dnsPermissions(proof.domain) };
}

async function readRecords(resolver: TxtResolver, domain: Domain): Promise<ProofRecords> {
  let texts: string[][];
  try {
    texts = await resolver.txt(domain);
  } catch (cause) {
    throw unauthorized(tokenErrors.dnsFailed, `the TXT records of ${domain} could not be looked up; try again`, cause);
  }
  return parseProofRecords(texts.slice(0, MAX_RECORDS).map((pieces) => pieces.join("")));
}

async function wrongPlaceHint(resolver: TxtResolver, domain: Domain): Promise<string> {
  const found = await Promise.all(
    WRONG_SELECTORS.map(async (selector) => {
      const name = `${selector}.${domain}`;
      // A hint is worth no failure of its own.
      const texts = await resolver.txt(name).catch(() => []);
      const { keys } = parseProofRecords(texts.slice(0, MAX_RECORDS).map((pieces) => pieces.join("")));
      return keys.length > 0 ? name : undefined;
    }),
  );
  const name = found.find((each) => each !== undefined);
  return name === undefined ? "" : `. There is a record at ${name}: move it to ${domain} itself`;
}
