/** Certificates made while a test runs, by the openssl program; none are kept in the repository. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A key and a self-signed certificate (PEM) for these names; undefined without openssl. */
export function selfSignedCertificate(names: readonly string[]): { key: string; certificate: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), "tripod-certificate-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subjects = names.map((name) => `DNS:${name}`).join(",");
  const options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subject = ["-subj", `/CN=${names[0] ?? "localhost"}`, "-addext", `subjectAltName=${subjects}`];
  try {
    execFileSync("openssl", ["req", "-x509", ...options, ...subject, "-keyout", key, "-out", certificate], {
      stdio: "ignore",
    });
    return { key: readFileSync(key, "utf8"), certificate: readFileSync(certificate, "utf8") };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
