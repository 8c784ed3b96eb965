/** The door of algorithms: templates of conditions and executions that profiles fill with values. */
export type { ProfileValue, ProfileValues } from "./core/profile-cells.ts";
export type { ProfileProblem } from "./core/profile-rows.ts";
export type { OptionLimits } from "./core/strategy-options.ts";
export { shownOptions, STRATEGY_OPTIONS } from "./core/strategy-options.ts";
export type { AlgorithmDeps } from "./deps.ts";
export { listPage } from "./parameters.ts";
export { outlineOf, readValues, type AlgorithmOutline } from "./profile-reading.ts";
export { problemsOf } from "./require-publishable.ts";
export { algorithmStore } from "./sql/algorithm-store.ts";
export { holdAlgorithm, holdVersion } from "./sql/hold-algorithm.ts";
export { installLibrary } from "./sql/install-library.ts";
export type { StoredAlgorithm } from "./store.ts";
export { viewerOf } from "./viewer.ts";
