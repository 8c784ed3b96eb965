/** Where links in mails lead. */
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

/** The operator's own console, or the one that is served here; undefined where mails hold a code to be copied. */
export function consoleUrlOf({ consoleUrl, baseUrl }: Places, { publicUrl, hasConsole }: Served): string | undefined {
  if (consoleUrl !== "") return consoleUrl;
  const place = publicUrl ?? baseUrl;
  return hasConsole === true && place !== "" ? `${place}/console` : undefined;
}
