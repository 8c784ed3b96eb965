/** Where links in mails and answers lead. */
interface Places {
  /** The operator's own; `""` for none. */
  readonly consoleUrl: string;
  /** Where the platform is reached from outside; `""` where that is not known. */
  readonly baseUrl: string;
}

interface Served {
  /** Where browsers reach this installation, if that is known. */
  readonly publicUrl?: string | undefined;
  /** Whether the console is served here. */
  readonly hasConsole?: boolean | undefined;
}

/** Where the API is reached, for links in answers: a path alone where that is not known. */
export function apiUrlOf({ baseUrl }: Pick<Places, "baseUrl">, { publicUrl = "" }: Served): string {
  return `${baseUrl === "" ? publicUrl : baseUrl}/api/v2`;
}

/** The operator's own console, or the one that is served here; undefined where mails hold a code to be copied. */
export function consoleUrlOf({ consoleUrl, baseUrl }: Places, { publicUrl, hasConsole }: Served): string | undefined {
  if (consoleUrl !== "") return consoleUrl;
  const place = publicUrl ?? baseUrl;
  return hasConsole === true && place !== "" ? `${place}/console` : undefined;
}
