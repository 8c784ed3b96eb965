/** Everything that a plan limits: the tree that `subscriptions/details` shows, as a schema. */
import { Type, type Static } from "typebox";

const range = Type.Object({ minimum: Type.Number(), maximum: Type.Number() }, { additionalProperties: false });
const places = Type.Object(
  { active: Type.Array(Type.String()), inactive: Type.Array(Type.String()) },
  { additionalProperties: false },
);
const strict = { additionalProperties: false } as const;

export const planLimits = Type.Object(
  {
    user_settings: Type.Object(
      {
        enabled: Type.Boolean(),
        twofactor: Type.Boolean(),
        private_hosting: Type.Boolean(),
        private_hive: Type.Boolean(),
        api_access: Type.Boolean(),
        ratelimit: Type.Object(
          {
            ms: Type.Integer({ minimum: 0, description: "Shortest time between two requests of a key" }),
            minute: Type.Integer({ minimum: 1, description: "Requests a minute" }),
          },
          strict,
        ),
      },
      strict,
    ),
    strategies: Type.Object(
      {
        enabled: Type.Boolean(),
        commissions: Type.Number({ description: "Percent of the volume of each successful transaction" }),
        orderbook_refresh: Type.Integer({ description: "Milliseconds between two evaluations" }),
        liquidity_check_maximum: Type.Integer(),
        algos_excluded: Type.Array(Type.String()),
        maximum: Type.Object(
          {
            strategies: Type.Integer(),
            templates: Type.Integer(),
            concurrent_exchange_api_key: Type.Integer(),
            duration: Type.Integer({ description: "Seconds that a strategy may run without drivetime" }),
          },
          strict,
        ),
        ratelimit: Type.Object({ orders_per_second: Type.Integer() }, strict),
        spread: range,
        price_offset: range,
        qty_parent: range,
        qty_child: range,
        sleep_interval: range,
        export: Type.Object(
          {
            transactions_rows: Type.Integer(),
            maximum_storage_time: Type.Integer({ description: "Seconds that an export is kept" }),
          },
          strict,
        ),
        servers: Type.Object(
          {
            speed_testing: Type.Boolean(),
            shared_resource: Type.Boolean(),
            private_resource: Type.Boolean(),
            locations: Type.Object({ private: places, shared: places }, strict),
          },
          strict,
        ),
      },
      strict,
    ),
    subaccounts: Type.Object(
      {
        enabled: Type.Boolean(),
        maximum_accounts: Type.Integer(),
        qty_parent: Type.Object({ maximum: Type.Number() }, strict),
        qty_child: Type.Object({ minimum: Type.Number() }, strict),
        exchanges: Type.Array(Type.String()),
        see_all_strategies: Type.Boolean(),
        export: Type.Boolean(),
        exchange_api_keys: Type.Object({ share_master: Type.Boolean(), add_own: Type.Boolean() }, strict),
        api_access: Type.Boolean(),
        force_twofactor: Type.Boolean(),
      },
      strict,
    ),
    exchange_api_keys: Type.Object({ enabled: Type.Boolean(), maximum_stored: Type.Integer() }, strict),
  },
  { ...strict, title: "PlanLimits" },
);

/** Quantities are in units of the base currency, prices and spreads in the quote's. */
export type PlanLimits = Static<typeof planLimits>;
