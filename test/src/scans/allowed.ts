/** Statements that may read a growing table as a whole, and why. */
export const allowed: readonly { readonly table: string; readonly statement: RegExp; readonly why: string }[] = []
