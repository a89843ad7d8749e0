/** The start failed. The message is one sentence for the person at the terminal; no stack is shown. */
export class CannotStart extends Error {}

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
