/** The content of a save, all of it optional: a missing or undefined part is left out of the file. */
export type Sketch<Saved> = { readonly [Name in keyof Saved]?: Saved[Name] | undefined };
