/** The endpoints of the algorithms area. */
import { algorithmAdd } from "./algorithm-add.ts";
import { algorithmRemove } from "./algorithm-remove.ts";
import { algorithmStatistics } from "./algorithm-statistics.ts";
import { algorithmUpdate } from "./algorithm-update.ts";
import { conditionAdd } from "./condition-add.ts";
import { conditionRemove } from "./condition-remove.ts";
import { conditionUpdate } from "./condition-update.ts";
import { executionAdd } from "./execution-add.ts";
import { executionRemove } from "./execution-remove.ts";
import { executionUpdate } from "./execution-update.ts";
import { listAlgorithms } from "./list-algorithms.ts";
import { listConditionOperators } from "./list-condition-operators.ts";
import { listConditions } from "./list-conditions.ts";
import { listExecutions } from "./list-executions.ts";
import { listOrderTypes } from "./list-order-types.ts";
import { publishAlgorithm } from "./publish-algorithm.ts";
import { unpublishAlgorithm } from "./unpublish-algorithm.ts";
import { validateAlgorithm } from "./validate-algorithm.ts";

export const algorithmEndpoints = [
  algorithmAdd,
  algorithmUpdate,
  conditionAdd,
  conditionUpdate,
  conditionRemove,
  executionAdd,
  executionUpdate,
  executionRemove,
  validateAlgorithm,
  publishAlgorithm,
  unpublishAlgorithm,
  algorithmRemove,
  algorithmStatistics,
  listAlgorithms,
  listConditionOperators,
  listConditions,
  listExecutions,
  listOrderTypes,
];
