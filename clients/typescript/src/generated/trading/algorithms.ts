// Made by scripts/generate.js from the OpenAPI document. Do not edit.
import type { CallOptions, ChangeOptions, Paged } from "../../operation.ts";
import type { Algorithm, AlgorithmProblem, Condition, ConditionOperator, Execution, OrderType } from "./schemas.ts";

export interface AlgorithmAddParams {
  name: string;
  group_name: string;
  /** The algorithm that undoes this one. */
  reverse_id?: string;
  status?: "draft" | "published" | "retired";
  comments?: string;
  /** Stop after so many successful transactions. 0 for no limit. 0 to 1000000000. */
  maximum_transactions_successful?: number;
  /** Stop after so many cancelled transactions. 0 for no limit. 0 to 1000000000. */
  maximum_transactions_canceled?: number;
  /** Id of the lowest package that may use it. Empty: any. */
  package_minimum?: "" | "free" | "basic" | "pro";
  /** What its users pay a month, USD, at most 10000, with at most 8 places. */
  monthly_fee?: string;
}

export interface AlgorithmAddResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  algorithm: Algorithm;
}

export interface AlgorithmUpdateParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  id: string;
  name: string;
  group_name: string;
  /** The algorithm that undoes this one. */
  reverse_id?: string;
  status?: "draft" | "published" | "retired";
  comments?: string;
  /** Stop after so many successful transactions. 0 for no limit. 0 to 1000000000. */
  maximum_transactions_successful?: number;
  /** Stop after so many cancelled transactions. 0 for no limit. 0 to 1000000000. */
  maximum_transactions_canceled?: number;
  /** Id of the lowest package that may use it. Empty: any. */
  package_minimum?: "" | "free" | "basic" | "pro";
  /** What its users pay a month, USD, at most 10000, with at most 8 places. */
  monthly_fee?: string;
  /** Charge for each successful transaction, USD, at most 10000, with at most 8 places. */
  cpa_successful?: string;
  /** Charge for each cancelled transaction, USD, at most 10000, with at most 8 places. */
  cpa_canceled?: string;
}

export interface AlgorithmUpdateResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  algorithm: Algorithm;
}

export interface ConditionAddParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  algorithm_id: string;
  /** Metric, operator and operand, such as spread_greater_than_input_number. */
  name: string;
  /** From algorithm-creator/list-condition-operators. */
  operator?: "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal" | "equal" | "not_equal" | "between" | "outside" | "crosses_above" | "crosses_below" | "increased_percent_in" | "decreased_percent_in" | "unchanged_for" | "is_true" | "is_false";
  /** A metric, or what it is compared with. */
  operand1?: "spread" | "spread_ratio" | "spread_percent" | "price_ask" | "price_bid" | "price_mid" | "price_last" | "price_depth" | "qty_level" | "qty_cumulative" | "book_imbalance" | "balance_free" | "position" | "time_of_day" | "time_elapsed" | "transactions_successful" | "transactions_canceled" | "realized_pnl" | "funding_rate" | "indicator" | "signal_status" | "news_impact" | "news_tone_anger" | "news_tone_fear" | "news_tone_joy" | "news_tone_sadness" | "news_tone_analytical" | "news_tone_confident" | "news_tone_tentative" | "system_status" | "input_number" | "input_percent" | "input_seconds" | "other_code" | "previous_value" | "average_of_n";
  /** A metric, or what it is compared with. */
  operand2?: "spread" | "spread_ratio" | "spread_percent" | "price_ask" | "price_bid" | "price_mid" | "price_last" | "price_depth" | "qty_level" | "qty_cumulative" | "book_imbalance" | "balance_free" | "position" | "time_of_day" | "time_elapsed" | "transactions_successful" | "transactions_canceled" | "realized_pnl" | "funding_rate" | "indicator" | "signal_status" | "news_impact" | "news_tone_anger" | "news_tone_fear" | "news_tone_joy" | "news_tone_sadness" | "news_tone_analytical" | "news_tone_confident" | "news_tone_tentative" | "system_status" | "input_number" | "input_percent" | "input_seconds" | "other_code" | "previous_value" | "average_of_n";
  /** A side of a book. */
  side1?: "bids" | "asks" | "buy" | "sell";
  /** A side of a book. */
  side2?: "bids" | "asks" | "buy" | "sell";
  /** `or` makes a group with the condition before. */
  join?: "and" | "or";
  /** Place among the conditions, from 0. Default: the last. 0 to 49. */
  position?: number;
}

export interface ConditionAddResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  condition: Condition;
}

export interface ConditionUpdateParams {
  /** Id of a condition, from algorithm-creator/list-conditions. */
  id: string;
  /** Metric, operator and operand, such as spread_greater_than_input_number. */
  name?: string;
  /** From algorithm-creator/list-condition-operators. */
  operator?: "greater_than" | "greater_or_equal" | "less_than" | "less_or_equal" | "equal" | "not_equal" | "between" | "outside" | "crosses_above" | "crosses_below" | "increased_percent_in" | "decreased_percent_in" | "unchanged_for" | "is_true" | "is_false";
  /** A metric, or what it is compared with. */
  operand1?: "spread" | "spread_ratio" | "spread_percent" | "price_ask" | "price_bid" | "price_mid" | "price_last" | "price_depth" | "qty_level" | "qty_cumulative" | "book_imbalance" | "balance_free" | "position" | "time_of_day" | "time_elapsed" | "transactions_successful" | "transactions_canceled" | "realized_pnl" | "funding_rate" | "indicator" | "signal_status" | "news_impact" | "news_tone_anger" | "news_tone_fear" | "news_tone_joy" | "news_tone_sadness" | "news_tone_analytical" | "news_tone_confident" | "news_tone_tentative" | "system_status" | "input_number" | "input_percent" | "input_seconds" | "other_code" | "previous_value" | "average_of_n";
  /** A metric, or what it is compared with. */
  operand2?: "spread" | "spread_ratio" | "spread_percent" | "price_ask" | "price_bid" | "price_mid" | "price_last" | "price_depth" | "qty_level" | "qty_cumulative" | "book_imbalance" | "balance_free" | "position" | "time_of_day" | "time_elapsed" | "transactions_successful" | "transactions_canceled" | "realized_pnl" | "funding_rate" | "indicator" | "signal_status" | "news_impact" | "news_tone_anger" | "news_tone_fear" | "news_tone_joy" | "news_tone_sadness" | "news_tone_analytical" | "news_tone_confident" | "news_tone_tentative" | "system_status" | "input_number" | "input_percent" | "input_seconds" | "other_code" | "previous_value" | "average_of_n";
  /** A side of a book. */
  side1?: "bids" | "asks" | "buy" | "sell";
  /** A side of a book. */
  side2?: "bids" | "asks" | "buy" | "sell";
  /** `or` makes a group with the condition before. */
  join?: "and" | "or";
  /** Place among the conditions, from 0. Default: the last. 0 to 49. */
  position?: number;
}

export interface ConditionUpdateResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  condition: Condition;
}

export interface ConditionRemoveParams {
  /** Id of a condition, from algorithm-creator/list-conditions. */
  id: string;
}

export interface ConditionRemoveResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** Those that are left, in their order. */
  positions: string[];
}

export interface ExecutionAddParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  algorithm_id: string;
  /** `from_condition`: buys or sells as the condition that held says. */
  side: "buy" | "sell" | "from_condition";
  /** From algorithm-creator/list-order-types. */
  order_type: "market" | "limit" | "maker" | "taker" | "fok" | "maker_taker" | "market_maker_taker" | "twap" | "iceberg" | "stop" | "stop_limit" | "trailing_stop" | "matrix_price_movement";
  /** Place among the rows, from 0. Default: the last. 0 to 49. */
  position?: number;
  /** Position of the row whose orders set this one off. Default: none. 0 to 49. */
  depends_on?: number;
  /** Fires with the slice, or by what happens to the row that it depends on. */
  trigger?: "on_conditions" | "on_fill" | "on_partial_fill" | "on_send";
  label?: string;
  /** Book that the price is read from: the row's own, that of another row, or the profile's reference. */
  price_source?: "same" | "other" | "reference";
  /**
   * Sells no more than the run has bought of the currency, or buys no more than it has sold. With nothing to reduce,
   * it waits, and the other rows go on.
   */
  reduce_only?: boolean;
}

export interface ExecutionAddResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  execution: Execution;
}

export interface ExecutionUpdateParams {
  /** Id of an execution, from algorithm-creator/list-executions. */
  id: string;
  /** `from_condition`: buys or sells as the condition that held says. */
  side?: "buy" | "sell" | "from_condition";
  /** From algorithm-creator/list-order-types. */
  order_type?: "market" | "limit" | "maker" | "taker" | "fok" | "maker_taker" | "market_maker_taker" | "twap" | "iceberg" | "stop" | "stop_limit" | "trailing_stop" | "matrix_price_movement";
  /** Place among the rows, from 0. Default: the last. 0 to 49. */
  position?: number;
  /** Position of the row whose orders set this one off. Default: none. 0 to 49. */
  depends_on?: number;
  /** Fires with the slice, or by what happens to the row that it depends on. */
  trigger?: "on_conditions" | "on_fill" | "on_partial_fill" | "on_send";
  label?: string;
  /** Book that the price is read from: the row's own, that of another row, or the profile's reference. */
  price_source?: "same" | "other" | "reference";
  /**
   * Sells no more than the run has bought of the currency, or buys no more than it has sold. With nothing to reduce,
   * it waits, and the other rows go on.
   */
  reduce_only?: boolean;
}

export interface ExecutionUpdateResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  execution: Execution;
}

export interface ExecutionRemoveParams {
  /** Id of an execution, from algorithm-creator/list-executions. */
  id: string;
}

export interface ExecutionRemoveResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  /** Those that are left, in their order. */
  positions: string[];
}

export interface ValidateAlgorithmParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  id: string;
}

export interface ValidateAlgorithmResult {
  /** An id, as lists show it. */
  id: string;
  valid: boolean;
  problems: AlgorithmProblem[];
}

export interface PublishAlgorithmParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  id: string;
}

export interface PublishAlgorithmResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  algorithm: Algorithm;
}

export interface UnpublishAlgorithmParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  id: string;
}

export interface UnpublishAlgorithmResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
  algorithm: Algorithm;
  subscribers_affected: number;
}

export interface AlgorithmRemoveParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  id: string;
}

export interface AlgorithmRemoveResult {
  status: true;
  /** What was changed. */
  id: string;
  message: string;
}

export interface AlgorithmStatisticsParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  id: string;
}

export interface AlgorithmStatisticsResult {
  /** An id, as lists show it. */
  id: string;
  profiles: number;
  running: number;
  transactions: {
    successful: number;
    canceled: number;
    failed: number;
    partial: number;
  };
  /** Decimal, 8 places. */
  volume_usd: string;
  /** From the request to the end, of orders that were filled wholly. */
  average_fill_ms: number | null;
  /** Quote units by which the average price of an order was worse than the price it was decided at. */
  average_slippage: string | null;
  /** Decimal, 8 places. */
  cpa_earned: string;
  /** Decimal, 8 places. */
  monthly_fee_earned: string;
  by_day: {
    /** YYYY-MM-DD. */
    date: string;
    successful: number;
    canceled: number;
    failed: number;
    /** Decimal, 8 places. */
    volume_usd: string;
    /** Decimal, 8 places. */
    earned: string;
  }[];
}

export interface AlgorithmsListAlgorithmsParams {
  /** Entries on a page. Default 200. 1 to 200. */
  limit?: number;
  /** Which page, from 1. Default 1. 1 to 1000000. */
  pagenumber?: number;
}

export interface ListConditionsParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  algorithm_id?: string;
}

export interface ListExecutionsParams {
  /** Id of an algorithm, from algorithm-creator/list-algorithms. */
  algorithm_id?: string;
}

export interface AlgorithmsOperations {
  /**
   * Create an algorithm. It starts as a draft: add conditions and executions, then publish it. Algorithms of the same
   * group name are shown together. An account has at most 100.
   */
  algorithmAdd(params: AlgorithmAddParams, options?: ChangeOptions): Promise<AlgorithmAddResult>;
  /**
   * Change an algorithm. What is not sent stays as it is. A version that is published, or that a profile may start
   * with, does not change: the change begins the next version, a draft, and what runs keeps the version that it has.
   * `status` publishes, makes a draft again, or retires.
   */
  algorithmUpdate(params: AlgorithmUpdateParams, options?: ChangeOptions): Promise<AlgorithmUpdateResult>;
  /**
   * Add a condition. All conditions must hold before a slice fires; one with `join` or forms a group with the one
   * before it. The name is the formula: a metric, a relation and an operand. Of a published algorithm this begins the
   * next version.
   */
  conditionAdd(params: ConditionAddParams, options?: ChangeOptions): Promise<ConditionAddResult>;
  /**
   * Change a condition. What is not sent stays as it is; another operator or operand makes another name. Of a
   * published algorithm this begins the next version.
   */
  conditionUpdate(params: ConditionUpdateParams, options?: ChangeOptions): Promise<ConditionUpdateResult>;
  /** Delete a condition. Those after it move up. Of a published algorithm this begins the next version. */
  conditionRemove(params: ConditionRemoveParams, options?: ChangeOptions): Promise<ConditionRemoveResult>;
  /**
   * Add an execution. A recipe for one order. Rows go out in their order; one that depends on another fires when that
   * one does, by default on each of its fills. Of a published algorithm this begins the next version.
   */
  executionAdd(params: ExecutionAddParams, options?: ChangeOptions): Promise<ExecutionAddResult>;
  /**
   * Change an execution. What is not sent stays as it is. `trigger` on_conditions makes it independent of other rows.
   * Of a published algorithm this begins the next version.
   */
  executionUpdate(params: ExecutionUpdateParams, options?: ChangeOptions): Promise<ExecutionUpdateResult>;
  /**
   * Delete an execution. Those after it move up. Refused while another depends on it; `in_use_by` then lists them. Of
   * a published algorithm this begins the next version.
   */
  executionRemove(params: ExecutionRemoveParams, options?: ChangeOptions): Promise<ExecutionRemoveResult>;
  /**
   * Check an algorithm. Lists all problems at once, and changes nothing. Warnings do not keep an algorithm from being
   * published.
   */
  validateAlgorithm(params: ValidateAlgorithmParams, options?: CallOptions): Promise<ValidateAlgorithmResult>;
  /**
   * Publish an algorithm. Others can choose its latest version from then on, and that version never changes. Refused
   * while algorithm-creator/validate-algorithm finds errors; `problems` then lists them all.
   */
  publishAlgorithm(params: PublishAlgorithmParams, options?: ChangeOptions): Promise<PublishAlgorithmResult>;
  /**
   * Make an algorithm a draft again. Others cannot choose it any more. Profiles that have it keep the version that
   * they have; `subscribers_affected` counts them.
   */
  unpublishAlgorithm(params: UnpublishAlgorithmParams, options?: ChangeOptions): Promise<UnpublishAlgorithmResult>;
  /**
   * Delete an algorithm. With all its versions. Refused while profiles use it: `in_use_by` then lists those that you
   * see, and `in_use_total` counts all.
   */
  algorithmRemove(params: AlgorithmRemoveParams, options?: ChangeOptions): Promise<AlgorithmRemoveResult>;
  /**
   * Show how an algorithm is used. What strategies of all accounts have done with one of your own algorithms, at real
   * and at simulated exchanges, and what it has earned you: charges that were paid. `volume_usd` is without trades
   * whose currency has no rate. `by_day` has the last 366 days, newest first.
   */
  algorithmStatistics(params: AlgorithmStatisticsParams, options?: CallOptions): Promise<AlgorithmStatisticsResult>;
  /**
   * List algorithms in full. Your own, then the library, then what others have published as far as your package may
   * use it, with conditions and executions. Of your own the latest version, of others the published one.
   */
  listAlgorithms: Paged<AlgorithmsListAlgorithmsParams | undefined, Algorithm[], Algorithm>;
  /** List the operators of conditions. How a condition can compare a metric of the market with its operands. */
  listConditionOperators(params?: Record<string, never>, options?: CallOptions): Promise<ConditionOperator[]>;
  /**
   * List conditions. In their order; of one algorithm, or of all your own. Of your own the latest version, of others
   * the published one.
   */
  listConditions(params?: ListConditionsParams, options?: CallOptions): Promise<Condition[]>;
  /**
   * List executions. In their order; of one algorithm, or of all your own. Of your own the latest version, of others
   * the published one.
   */
  listExecutions(params?: ListExecutionsParams, options?: CallOptions): Promise<Execution[]>;
  /**
   * List the order types of executions. Orders that an execution can place, and recipes of several. The platform does
   * what an exchange lacks.
   */
  listOrderTypes(params?: Record<string, never>, options?: CallOptions): Promise<OrderType[]>;
}
