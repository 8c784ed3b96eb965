/** The allowed content of a cluster's file, member by member. Rules that combine members are in `mistakes.ts`. */
import { Type, type Static, type TProperties } from "typebox";
import { ruledText, type TextRule } from "../../../kit/config/ruled-text.ts";
import { CLUSTER_DEFAULTS, CLUSTER_LIMITS } from "../core/cluster.ts";
import { environmentNameRule, fileNameRule, hostRule, passwordRule, pathRule } from "../core/text-rules.ts";
import { serverKeyRule, tableNameRule, titleRule } from "../core/text-rules.ts";

export type ServerEntry = Static<typeof serverEntry>;
export type ClusterEntry = Static<ReturnType<typeof clusterSection>>;
export type SecretEntry = Pick<NonNullable<ServerEntry["rcon"]>, keyof typeof passwords>;
export type DatabaseEntry = Pick<NonNullable<NonNullable<ClusterEntry["plugins"]>["arkShop"]>, keyof typeof databases>;

const { min, max } = CLUSTER_LIMITS.pollSeconds;
/** Only one of them may be there. */
const passwords = {
  password: optional(passwordRule),
  passwordEnv: optional(environmentNameRule),
  passwordFile: optional(pathRule),
};

export const serverEntry = Type.Object(
  {
    key: ruledText(serverKeyRule),
    name: optional(titleRule),
    game: Type.Union([Type.Literal("ase"), Type.Literal("asa")]),
    saves: map("such as `saves: { folder: ./ShooterGame/Saved/SavedArks }`", {
      folder: ruledText(pathRule),
      store: Type.Optional(Type.Union([Type.Literal("files"), Type.Literal("world")])),
      worldFile: optional(fileNameRule),
      // Nothing reads it. It is taken so that files in which it stands still count.
      tributeFolder: optional(pathRule),
    }),
    rcon: map("such as `rcon: { port: 27020, passwordEnv: RCON_PASSWORD }`", {
      host: optional(hostRule),
      port: whole(1, 65_535, CLUSTER_DEFAULTS.rconPort),
      ...passwords,
    }),
    query: map("such as `query: { port: 27015 }` for ase, `query: { host: 203.0.113.7, port: 7777 }` for asa", {
      host: optional(hostRule),
      port: whole(1, 65_535, "27015 for ase, 7777 for asa"),
    }),
    pollSeconds: whole(min, max, CLUSTER_DEFAULTS.pollSeconds),
    gameLog: Type.Optional(Type.Boolean()),
    chat: Type.Optional(Type.Boolean()),
  },
  { hint: "beginning with `- key: island`" },
);

/** Only one of them may be there. */
const databases = {
  sqlite: optional(pathRule),
  mysql: map("such as `mysql: { host: 127.0.0.1, user: ark, database: ark }`", {
    host: optional(hostRule),
    port: whole(1, 65_535, CLUSTER_DEFAULTS.mysqlPort),
    user: ruledText(titleRule),
    ...passwords,
    database: ruledText(titleRule),
    tls: Type.Optional(Type.Union([Type.Literal("off"), Type.Literal("required")])),
    caFile: optional(pathRule),
  }),
};
const table = optional(tableNameRule);

/** Of the section `players`, what describes the cluster. */
export const clusterMembers = {
  cluster: optional(titleRule),
  servers: Type.Optional(Type.Array(serverEntry, { maxItems: CLUSTER_LIMITS.servers })),
  plugins: map("such as `plugins: { permissions: { sqlite: ./Permissions/ArkDB.db } }`", {
    permissions: map("such as `permissions: { sqlite: ./Permissions/ArkDB.db }`", {
      ...databases,
      tables: map("such as `tables: { players: Players }`", { players: table }),
    }),
    arkShop: map("such as `arkShop: { sqlite: ./ArkShop/ArkShop.db }`", {
      ...databases,
      tables: map("such as `tables: { players: ArkShopPlayers }`", { players: table }),
    }),
  }),
};

/** The section; `readElsewhere` are names of settings in it. */
export function clusterSection(readElsewhere: readonly string[]) {
  return Type.Object(clusterMembers, { hint: "such as `servers:`", readElsewhere });
}

function optional(rule: TextRule) {
  return Type.Optional(ruledText(rule));
}

function whole(minimum: number, maximum: number, usual: number | string) {
  return Type.Optional(Type.Integer({ minimum, maximum, hint: `such as ${usual}` }));
}

function map<Properties extends TProperties>(hint: string, properties: Properties) {
  return Type.Optional(Type.Object(properties, { hint }));
}
