/** The questions of `tripod init`, in this order. Each question is also an option, so that a script can answer it. */
import { withoutTrailing } from "../../kit/text/without-trailing.ts";
import { SERVICE_NAMES, type ServiceName } from "../services.ts";

export interface Question {
  /** The option, without dashes: `public-url`. */
  readonly flag: string;
  readonly placeholder: string;
  /** Its meaning, for the help. */
  readonly about: string;
  /** As it is asked at a terminal. */
  readonly asks: string;
  /** Taken for an empty answer and by `--yes`; undefined where there must be an answer. */
  readonly byDefault: string | undefined;
  /** The services that need it; undefined for all. */
  readonly services?: readonly ServiceName[];
  /** Whether it is asked, by the answers before it; always without this. */
  readonly isNeeded?: (answers: Answers) => boolean;
  readonly isSecret?: boolean;
  /** The only answers, where there are few. */
  readonly choices?: readonly string[];
  /** The same answer as it is kept. */
  readonly tidy?: (answer: string) => string;
  /** Why another answer, tidy, cannot be used, as the end of a sentence; undefined for one that can. */
  readonly problem?: (answer: string) => string | undefined;
}

/** By flag. A question that was not asked is missing; an empty text says "none". */
export type Answers = Readonly<Record<string, string>>;

const ISSUER_FORM = /^https?:\/\/[^\s?#@]{1,490}$/;
/** As the settings `publicUrl` and `trading.baseUrl` take it, by a test. */
const PUBLIC_FORM = /^https?:\/\/[^\s/?#@]{1,290}$/;
const EMAIL_FORM = /^[^\s@]{1,64}@[^\s@]{1,190}$/;
const USERNAME_FORM = /^[A-Za-z0-9][A-Za-z0-9_.-]{2,31}$/;

export const QUESTIONS: readonly Question[] = [
  {
    flag: "service",
    placeholder: "name",
    about: "what to serve",
    asks: `Which service (${SERVICE_NAMES.join(", ")}, all)?`,
    byDefault: "all",
    choices: [...SERVICE_NAMES, "all"],
  },
  {
    flag: "port",
    placeholder: "port",
    about: "the port to listen on",
    asks: "Port to listen on?",
    byDefault: "8080",
    problem: (text) =>
      /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? undefined : "must be a number from 0 to 65535",
  },
  {
    flag: "data",
    placeholder: "folder",
    about: "the folder for everything that is kept in files",
    asks: "Folder for the data?",
    byDefault: "./data",
    problem: notEmpty,
  },
  {
    flag: "database-url",
    placeholder: "url",
    about: "your own PostgreSQL; it is written to a file that only you can read",
    asks: "Your own PostgreSQL, as postgres://... (empty: the built-in one)?",
    byDefault: "",
    isSecret: true,
    problem: (text) =>
      text === "" || (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text))
        ? undefined
        : "must begin with postgres://",
  },
  {
    flag: "public-url",
    placeholder: "url",
    about: "where browsers reach this server, for signing in at an issuer, cookies, and links in mails",
    asks: "Where do browsers reach this server, as https://... (empty: only on this machine)?",
    byDefault: "",
    tidy: (text) => withoutTrailing(text, "/"),
    problem: emptyOr(PUBLIC_FORM, "must be a URL without a path, such as https://tripod.example.com"),
  },
  {
    flag: "private-reads",
    placeholder: "answer",
    about: "whether readers of the registry need a token too",
    asks: "Do readers of the registry need a token (yes, no)?",
    byDefault: "no",
    services: ["registry"],
    choices: ["yes", "no"],
  },
  {
    flag: "issuer",
    placeholder: "url",
    about: "the OpenID Connect issuer whose people may log in to the registry",
    asks: "Your OpenID Connect issuer for logins to the registry (empty: none)?",
    byDefault: "",
    services: ["registry"],
    problem: emptyOr(ISSUER_FORM, "must be a URL without a query, such as https://login.example.com"),
  },
  {
    flag: "issuer-client-id",
    placeholder: "id",
    about: "the client id that id tokens of the issuer are made for",
    asks: "The client id that its id tokens are made for?",
    byDefault: undefined,
    services: ["registry"],
    isNeeded: ({ issuer = "" }) => issuer !== "",
    problem: notEmpty,
  },
  {
    flag: "issuer-publishes",
    placeholder: "patterns",
    about: "servers that people of the issuer may publish, with commas between",
    asks: "What may its people publish, such as com.example/*?",
    byDefault: undefined,
    services: ["registry"],
    isNeeded: ({ issuer = "" }) => issuer !== "",
    problem: notEmpty,
  },
  {
    flag: "exchanges",
    placeholder: "names",
    about: "the exchanges to connect, with commas between; simulated needs no network",
    asks: "Which exchanges, such as binance,kraken (simulated: invented ones, no network)?",
    byDefault: "simulated",
    services: ["trading"],
    problem: (text) =>
      /^[a-z0-9]+(?:,[a-z0-9]+)*$/.test(text) && text.length < 1000
        ? undefined
        : "must be names in small letters with commas and no spaces between, such as binance,kraken",
  },
  {
    flag: "mode",
    placeholder: "kind",
    about: "paper: real prices, and orders that are filled here; live: orders go to the exchanges",
    asks: "Orders on paper or live?",
    byDefault: "paper",
    services: ["trading"],
    isNeeded: ({ exchanges }) => exchanges !== "simulated",
    choices: ["paper", "live"],
  },
  {
    flag: "user",
    placeholder: "name",
    about: "the name of the first user of the trading platform",
    asks: "Name of the first user of the trading platform?",
    byDefault: "trader",
    services: ["trading"],
    problem: (text) =>
      USERNAME_FORM.test(text) ? undefined : "must be 3 to 32 letters, digits, and the characters _.-",
  },
  {
    flag: "email",
    placeholder: "address",
    about: "the mail address of the first user",
    asks: "Mail address of that user?",
    byDefault: undefined,
    services: ["trading"],
    problem: (text) => (EMAIL_FORM.test(text) ? undefined : "must be a mail address"),
  },
];

/** The services that the answers name. */
export function chosenServices({ service = "all" }: Answers): readonly ServiceName[] {
  return SERVICE_NAMES.filter((name) => service === "all" || service === name);
}

/** Whether a question is to be asked after these answers. */
export function isAsked(question: Question, answers: Answers): boolean {
  const { services, isNeeded } = question;
  if (services && !chosenServices(answers).some((name) => services.includes(name))) return false;
  return isNeeded?.(answers) ?? true;
}

/** An answer as it is kept: what means the same is written alike. */
export function tidied({ tidy }: Question, answer: string): string {
  return tidy?.(answer) ?? answer;
}

/** Why a tidy answer cannot be used, as the end of a sentence; undefined for one that can. */
export function problemOf({ choices, problem }: Question, answer: string): string | undefined {
  if (choices && !choices.includes(answer)) return `must be one of ${choices.join(", ")}`;
  return problem?.(answer);
}

function notEmpty(text: string): string | undefined {
  return text.trim() !== "" && text.length <= 1000 ? undefined : "must have 1 to 1000 characters";
}

function emptyOr(form: RegExp, why: string): (text: string) => string | undefined {
  return (text) => (text === "" || form.test(text) ? undefined : why);
}
