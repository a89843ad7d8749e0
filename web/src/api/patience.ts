/** After this time without an answer the page says that its data is old. */
export const readMs = 20_000

/** Ends with the caller's signal, and after so long by itself. */
export function within(ms: number, signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(ms)
  return signal ? AbortSignal.any([signal, limit]) : limit
}
