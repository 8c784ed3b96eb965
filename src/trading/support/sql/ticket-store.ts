/** Tickets on PostgreSQL. */
import type { Database } from "../../../kit/sql/database.ts";
import type { TicketStore } from "../store.ts";
import { changeAnyTicket, changeOwnTicket, createTicket } from "./change-tickets.ts";
import { countTickets, findTicket, listAnyTickets, listOwnTickets } from "./read-tickets.ts";

export function ticketStore(db: Database): TicketStore {
  return {
    create: (doing, ticket) => db.transaction((tx) => createTicket(tx, doing, ticket)),
    changeOwn: (doing, id, stepsFor) => db.transaction((tx) => changeOwnTicket(tx, doing, id, stepsFor)),
    changeAny: (doing, id, stepsFor) => db.transaction((tx) => changeAnyTicket(tx, doing, id, stepsFor)),
    listOwn: (uid, filter, page) =>
      db.snapshot(async (tx) => ({
        entries: await listOwnTickets(tx, uid, filter, page),
        total: await countTickets(tx, { ...filter, uid }),
      })),
    listAny: (filter, page) =>
      db.snapshot(async (tx) => ({
        entries: await listAnyTickets(tx, filter, page),
        total: await countTickets(tx, filter),
      })),
    findOwn: (uid, id) => db.snapshot((tx) => findTicket(tx, uid, id)),
    findAny: (id) => db.snapshot((tx) => findTicket(tx, undefined, id)),
  };
}
