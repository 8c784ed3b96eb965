/** The common part of both kinds of rented servers: listing, renting and giving up. */
import type { Static } from "typebox";
import type { Caller } from "../caller.ts";
import { rowsOf } from "../page.ts";
import type { ClockDeps } from "../platform-deps.ts";
import type { Paging } from "../shapes.ts";
import { cheapestType, serverType, type ServerKind, type ServerType } from "./core/server-types.ts";
import { billingErrors } from "./errors.ts";
import { viewServer, type serverRecord } from "./records.ts";
import type { BillingDeps, ServerUseDeps } from "./deps.ts";
import type { Listed, Server, ServerView } from "./store.ts";

type ServerRecord = Static<typeof serverRecord>;
type Owner = Pick<Caller, "ownerUid" | "uid" | "plan">;

/** A page of the servers of a kind that an account has. */
export async function listServersOf(
  { billing, activeStrategiesOn }: BillingDeps & ServerUseDeps,
  actor: Owner,
  type: ServerKind,
  page: Paging,
): Promise<{ servers: ServerRecord[]; page: number; showing: number; total: number }> {
  const { items, total }: Listed<Parameters<typeof viewServer>[0]> = await billing.listServers(
    viewOf(actor, type),
    rowsOf(page),
  );
  const servers = await Promise.all(
    items.map(async (server) => viewServer(server, (await activeStrategiesOn(String(server.id))).length)),
  );
  return { servers, page: page.pagenumber, showing: servers.length, total };
}

/**
 * A server of either kind that an account has.
 *
 * @throws billingErrors.noServer
 */
export async function readServer({ billing }: BillingDeps, actor: Owner, id: string): Promise<Server> {
  const number = /^[0-9]{1,15}$/.test(id) ? Number(id) : undefined;
  for (const type of ["private", "shared"] as const) {
    const found = number === undefined ? undefined : await billing.findServer(viewOf(actor, type), number);
    if (found) return found;
  }
  throw billingErrors.noServer({ id });
}

/** Rents a machine in a region of the plan, for a time that is paid now. */
export async function enableServer(
  { billing, clock }: BillingDeps & ClockDeps,
  actor: Owner,
  wanted: {
    readonly type: ServerKind;
    readonly region: string;
    readonly server_package?: string;
    readonly duration: number;
  },
): Promise<{ status: true; id: string; message: string; state: "provisioning"; server: ServerRecord }> {
  const { type, region } = wanted;
  checkPlan(actor, type, region);
  const server = await billing.rentServer({
    ownerUid: actor.ownerUid,
    uid: actor.uid,
    at: clock.now(),
    region,
    machine: machineOf(type, wanted.server_package),
    durationSeconds: wanted.duration,
  });
  return {
    status: true,
    id: String(server.id),
    message: "The server is being set up; its time begins when it is active",
    state: "provisioning",
    server: viewServer(server, 0),
  };
}

/** Gives a rented server up, unless strategies run on it. */
export async function disableServer(
  { billing, clock }: BillingDeps & ClockDeps,
  actor: Owner,
  type: ServerKind,
  id: string,
): Promise<{ status: true; id: string; message: string; server: ServerRecord }> {
  const found = await billing.findServer(viewOf(actor, type), Number(id));
  if (found === undefined) throw billingErrors.noServer({ id });
  if (found.isDefault) throw billingErrors.defaultServer({ id });
  const change = { ownerUid: actor.ownerUid, uid: actor.uid, at: clock.now() };
  const server = await billing.stopServer(change, type, Number(id));
  if (server === undefined) throw billingErrors.noServer({ id });
  const message =
    server.status === "stopping"
      ? "The server is being stopped; whole hours that are left are paid back"
      : "The server was over already";
  return { status: true, id, message, server: viewServer(server, 0) };
}

function checkPlan({ plan }: Owner, type: ServerKind, region: string): void {
  const { servers } = plan.limits.strategies;
  const isHosted = type === "shared" || plan.limits.user_settings.private_hosting;
  if (!servers[`${type}_resource`] || !isHosted) throw billingErrors.notInPlan({ plan: plan.name, type });
  const regions = servers.locations[type].active;
  if (!regions.includes(region)) throw billingErrors.noRegion({ type, region, details: { regions } });
}

function machineOf(type: ServerKind, id: string | undefined): ServerType {
  const machine = id === undefined ? cheapestType(type) : serverType(id, type);
  if (machine === undefined) throw billingErrors.noServerPackage({ type, id: id ?? "" });
  return machine;
}

/** The shared servers of packages are seen in the regions of the plan. */
function viewOf({ ownerUid, plan }: Owner, type: ServerKind): ServerView {
  const { servers } = plan.limits.strategies;
  const defaultRegions = type === "shared" && servers.shared_resource ? servers.locations.shared.active : [];
  return { ownerUid, type, defaultRegions };
}
