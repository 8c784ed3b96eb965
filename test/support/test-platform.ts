/** The basis of services in tests: a database of their own, everything else real and silent. */
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { sealer } from "../../src/kit/auth/seal.ts";
import type { SelfReport } from "../../src/kit/checks/self-check.ts";
import { systemIds, systemRandom } from "../../src/kit/ids/ids.ts";
import { silentLog } from "../../src/kit/log/log.ts";
import type { Platform } from "../../src/kit/platform.ts";
import { systemClock } from "../../src/kit/time/clock.ts";
import type { TestDatabase } from "./database.ts";

/** The self-report of a program whose database works and one of whose settings does not. */
function reportOf(service: string): SelfReport {
  const lines = [
    { what: "database", isRight: true, says: "PostgreSQL answers" },
    { what: service, isRight: false, says: "something is to be mended" },
  ];
  return { version: "0.0.0", checkedAt: systemClock().now(), lines, news: [{ kind: "Added", says: "A test." }] };
}

const SEALER = sealer([{ id: "test", key: randomBytes(32) }]);

export function testPlatform(database: TestDatabase): Platform {
  return {
    db: database.db,
    connection: database.connection,
    directConnection: database.connection,
    clock: systemClock(),
    ids: systemIds(),
    random: systemRandom(),
    log: silentLog(),
    sealer: SEALER,
    redisUrl: undefined,
    dataDir: tmpdir(),
    role: "all",
    node: `test-${randomBytes(4).toString("hex")}`,
    allowPrivateOutbound: [],
    selfCheck: (service) => Promise.resolve(reportOf(service)),
  };
}
