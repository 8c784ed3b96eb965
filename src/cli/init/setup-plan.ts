/** The result of the answers: the text of `tripod.yaml`, and the secrets that are in files beside it. */
import { sharedSettings } from "../../kit/config/shared-settings.ts";
import { settingsFileText, type WrittenSection } from "../../kit/config/settings-file.ts";
import { chosenServices, type Answers } from "./questions.ts";

/** The folder of secrets, beside the settings' file. */
export const SECRETS_FOLDER = "secrets";

export interface NewSecret {
  /** In the folder of secrets. */
  readonly file: string;
  readonly text: string;
}

export interface SetupPlan {
  readonly text: string;
  readonly secrets: readonly NewSecret[];
}

export type Sections = Awaited<ReturnType<typeof loadSections>>;

/** Every section of settings. Those of services are loaded with their code. */
export async function loadSections() {
  const [{ registrySettings }, { playersSettings }, { tradingSettings }] = await Promise.all([
    import("../../registry/config.ts"),
    import("../../players/config.ts"),
    import("../../trading/config.ts"),
  ]);
  return { shared: sharedSettings, registry: registrySettings, players: playersSettings, trading: tradingSettings };
}

const HEAD =
  "Settings of Tripod, made by `tripod init`. docs/generated/config.md lists them all. Variables of the environment " +
  "(TRIPOD_PORT=9000) and of .env come before this file. After a change: tripod check";

/**
 * @param cluster the text of a cluster's file, `players:` and what is below it; empty for no game servers
 * @param serverSecrets the secrets that it names
 */
export function planSetup(
  { shared, registry, trading }: Sections,
  answers: Answers,
  cluster: string,
  serverSecrets: readonly NewSecret[],
): SetupPlan {
  const { "database-url": databaseUrl = "", "public-url": publicUrl = "" } = answers;
  const services = chosenServices(answers);
  const sections: WrittenSection[] = [
    {
      section: shared,
      values: {
        port: Number(answers["port"]),
        publicUrl: publicUrl === "" ? undefined : publicUrl,
        dataDir: answers["data"],
        databaseUrl: databaseUrl === "" ? undefined : { file: `./${SECRETS_FOLDER}/database-url` },
      },
    },
    ...(services.includes("registry") ? [registrySection(registry, answers)] : []),
    ...(services.includes("trading") ? [tradingSection(trading, answers)] : []),
  ];
  const players = services.includes("players") && cluster !== "" ? `\n${cluster}` : "";
  return {
    text: `${settingsFileText(HEAD, sections)}${players}`,
    secrets: [...(databaseUrl === "" ? [] : [{ file: "database-url", text: databaseUrl }]), ...serverSecrets],
  };
}

function registrySection(
  section: Sections["registry"],
  {
    "private-reads": privateReads,
    issuer = "",
    "issuer-client-id": clientId,
    "issuer-publishes": patterns = "",
  }: Answers,
): WrittenSection {
  const hasIssuer = issuer !== "";
  return {
    section,
    values: {
      privateReads: privateReads === "yes",
      oidcIssuer: hasIssuer ? issuer : undefined,
      oidcClientId: hasIssuer ? clientId : undefined,
      oidcPublishPatterns: hasIssuer ? patterns.split(",").map((each) => each.trim()) : undefined,
    },
  };
}

function tradingSection(section: Sections["trading"], { exchanges = "", mode }: Answers): WrittenSection {
  const named = exchanges.split(",").map((name) => (mode === "paper" && name !== "simulated" ? `paper:${name}` : name));
  return {
    section,
    values: { exchanges: named.join(",") },
  };
}
