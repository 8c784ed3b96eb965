// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { StaffTicket, SupportSettings, Ticket } from "./schemas.ts";

export interface CreateSupportTicketParams {
  name: string;
  /** An address for mail. */
  email: string;
  subject: string;
  message: string;
  category?: "general" | "account" | "billing" | "trading" | "exchanges" | "api";
  priority?: "low" | "normal" | "high";
}

export interface CreateSupportTicketResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  ticket: Ticket;
}

export interface AddTicketParams {
  name: string;
  /** An address for mail. */
  email: string;
  subject: string;
  message: string;
  category?: "general" | "account" | "billing" | "trading" | "exchanges" | "api";
  priority?: "low" | "normal" | "high";
}

export interface AddTicketResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  ticket: Ticket;
}

export interface ListTicketsParams {
  /** Tickets on a page. 1 to 100. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
  status?: "open" | "answered" | "waiting" | "closed";
}

export interface ListTicketsResult {
  tickets: Ticket[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface ShowTicketParams {
  /** An id, as lists show it. */
  id: string;
}

export interface StaffListTicketsParams {
  /** Tickets on a page. 1 to 100. Default: 10. */
  limit?: number;
  /** Which page, from 1. 1 to 1000000. Default: 1. */
  pagenumber?: number;
  status?: "open" | "answered" | "waiting" | "closed";
  category?: "general" | "account" | "billing" | "trading" | "exchanges" | "api";
  /** An id, as lists show it. */
  uid?: string;
}

export interface StaffListTicketsResult {
  tickets: StaffTicket[];
  page: number;
  /** Entries on this page. */
  showing: number;
  /** Entries on all pages. */
  total: number;
}

export interface StaffShowTicketParams {
  /** An id, as lists show it. */
  id: string;
}

export interface StaffAnswerTicketParams {
  /** An id, as lists show it. */
  id: string;
  message: string;
  /** Default: "answered". */
  status?: "answered" | "waiting" | "closed";
}

export interface StaffAnswerTicketResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  ticket: StaffTicket;
}

export interface StaffCloseTicketParams {
  /** An id, as lists show it. */
  id: string;
}

export interface StaffCloseTicketResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  ticket: StaffTicket;
}

export interface StaffReopenTicketParams {
  /** An id, as lists show it. */
  id: string;
}

export interface StaffReopenTicketResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  ticket: StaffTicket;
}

export interface UpdateTicketParams {
  /** An id, as lists show it. */
  id: string;
  message?: string;
  status?: "open" | "closed";
}

export interface UpdateTicketResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  ticket: Ticket;
}

export interface SupportOperations {
  /** Open a support ticket. Answers are shown in the ticket and sent to the address of the account. */
  createSupportTicket(params: CreateSupportTicketParams, options?: ChangeOptions): Promise<CreateSupportTicketResult>;
  /** Open a support ticket. Answers are shown in the ticket and sent to the address of the account. */
  addTicket(params: AddTicketParams, options?: ChangeOptions): Promise<AddTicketResult>;
  /** What support tickets can be about, and how soon they are answered. */
  settings(params?: Record<string, never>, options?: CallOptions): Promise<SupportSettings>;
  /** Your support tickets. Newest first, with the latest messages of each. `/support/show-ticket` has all of one. */
  listTickets: Paged<ListTicketsParams | undefined, ListTicketsResult, Ticket>;
  /** One of your tickets with all its messages. */
  showTicket(params: ShowTicketParams, options?: CallOptions): Promise<Ticket>;
  /** Tickets of all users, for staff. Those that have waited longest for a change come first. */
  staffListTickets: Paged<StaffListTicketsParams | undefined, StaffListTicketsResult, StaffTicket>;
  /** One ticket with all its messages, for staff. */
  staffShowTicket(params: StaffShowTicketParams, options?: CallOptions): Promise<StaffTicket>;
  /**
   * Answer a ticket, for staff. The user gets a mail. `waiting` says that something is needed of the user; `closed`
   * ends the ticket.
   */
  staffAnswerTicket(params: StaffAnswerTicketParams, options?: ChangeOptions): Promise<StaffAnswerTicketResult>;
  /** Close a ticket, for staff. */
  staffCloseTicket(params: StaffCloseTicketParams, options?: ChangeOptions): Promise<StaffCloseTicketResult>;
  /** Open a closed ticket again, for staff. */
  staffReopenTicket(params: StaffReopenTicketParams, options?: ChangeOptions): Promise<StaffReopenTicketResult>;
  /**
   * Write in a ticket, close it or open it again. A message opens a closed ticket again. One of message and status is
   * needed.
   */
  updateTicket(params: UpdateTicketParams, options?: ChangeOptions): Promise<UpdateTicketResult>;
}
