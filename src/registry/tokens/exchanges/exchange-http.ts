/** Login by HTTP: the domain names its keys in a file of its web server. */
import { OutboundError } from "../../../kit/outbound/error.ts";
import type { Grant } from "../core/actor.ts";
import { httpPermissions, type Domain } from "../core/domain.ts";
import { parseProofRecords, type ProofRecords } from "../core/proof-record.ts";
import { tokenErrors, unauthorized } from "../errors.ts";
import {
  acceptDomainProof,
  noKeysFound,
  readDomainProof,
  type DomainProof,
  type DomainProofDeps,
} from "./domain-proof.ts";
import type { HttpFetch } from "./ports.ts";

const PATH = "/.well-known/mcp-registry-auth";
const MAX_BYTES = 4096;
const TIMEOUT_MS = 10_000;

export async function exchangeHttp(
  deps: DomainProofDeps & { readonly http: HttpFetch },
  sent: DomainProof,
): Promise<Grant> {
  const proof = readDomainProof(sent, deps.clock.now(), tokenErrors.httpFailed);
  const records = await readRecords(deps.http, proof.domain);
  if (records.keys.length === 0) throw noKeysFound(tokenErrors.httpFailed, urlOf(proof.domain), records);
  await acceptDomainProof(deps, proof, records, tokenErrors.httpFailed);
  return { method: "http", subject: proof.domain, permissions: httpPermissions(proof.domain) };
}

function urlOf(domain: Domain): string {
  return `https://${domain}${PATH}`;
}

async function readRecords(http: HttpFetch, domain: Domain): Promise<ProofRecords> {
  const url = urlOf(domain);
  let answer: { status: number; body: Buffer };
  try {
    // With redirects, a user who may redirect one path could speak for the whole domain.
    answer = await http.request({ url, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, redirects: 0 });
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    throw unauthorized(tokenErrors.httpFailed, `${url} could not be read: ${cause.reason}`, cause);
  }
  if (answer.status !== 200) {
    throw unauthorized(tokenErrors.httpFailed, `${url} answered with status ${answer.status} instead of 200`);
  }
  return parseProofRecords(answer.body.toString("utf8").split(/\r?\n/));
}
