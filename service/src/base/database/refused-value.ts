/** The SQLSTATE when PostgreSQL refused a value (class 22, data exception); otherwise null. */
export function refusedValue(error: unknown): string | null {
  const state = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^22[0-9A-Z]{3}$/.test(state) ? state : null
}
