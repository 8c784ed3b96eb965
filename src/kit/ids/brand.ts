declare const brand: unique symbol;

/** A `Base` that only a parse function may make, so that unchecked text cannot pass for it. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
