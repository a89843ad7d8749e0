/**
 * Whether a path is spelled as its route. The router also takes percent-encoded aliases (`/%61ddOrder`): what is signed,
 * logged and guarded by a proxy is to have one name. Only where the route leaves room is the spelling free.
 */
export function isSpelledAs(route: string, path: string): boolean {
  if (path === route) return true
  if (!route.includes(':') && !route.includes('*')) return false
  const parts = path.split('/')
  const expected = route.split('/')
  const wildcard = expected.indexOf('*')
  if (wildcard < 0 && parts.length !== expected.length) return false
  return expected.every((part, n) => n === wildcard || part.startsWith(':') || part === parts[n])
}

/** A log line is short whatever was asked for: a path may have 16 KiB. */
export const shortened = (path: string, maxLength: number): string =>
  path.length <= maxLength ? path : `${path.slice(0, maxLength)}…`
