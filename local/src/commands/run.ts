/** A command of the machine: its words and options in, its exit code out. Its help is in `@specie/cli/machine.ts`. */
export type Run = (
  words: readonly (string | undefined)[],
  given: { readonly [option: string]: unknown },
) => Promise<number>
