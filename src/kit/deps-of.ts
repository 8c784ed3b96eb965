/** What endpoints or jobs need together. Only the file that builds a service knows all of it. */

/** An endpoint or a job, as far as its needs are concerned. */
interface Runnable {
  readonly run: (deps: never, ...rest: never[]) => unknown;
}

/** All that the `run` functions of a table are given. A part that two of them name differently must satisfy both. */
export type DepsOf<Table extends readonly Runnable[]> = Together<Need<Table[number]>>;

/** Once for each member of the union `Each`. */
type Need<Each> = Each extends { readonly run: (deps: infer Deps, ...rest: never[]) => unknown }
  ? (deps: Deps) => void
  : never;

/** The argument that all functions of the union accept: parameters are contravariant. */
type Together<Functions> = [Functions] extends [(deps: infer Deps) => void] ? Deps : never;
