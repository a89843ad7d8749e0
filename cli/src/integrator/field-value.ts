/** What people type, as the API takes it: days without a time, sides in lower case, switches as words. */
export function fieldValue(field: string, typed: unknown): unknown {
  if (typed === true) return 'true'
  if (typeof typed !== 'string') return typed
  if (field === 'side') return typed.charAt(0).toUpperCase() + typed.slice(1).toLowerCase()
  if ((field === 'from' || field === 'to') && /^\d{4}-\d\d-\d\d$/.test(typed)) return `${typed}T00:00:00Z`
  return typed
}
