/**
 * Whether a path is spelled exactly as its route. The router also accepts percent-encoded aliases (`/%61ddOrder`), but a
 * path that is signed, logged and filtered by proxies must have one spelling. Only parameters and wildcards are free.
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

/** Keeps log lines short. A path may have 16 KiB. */
export const shortened = (path: string, maxLength: number): string =>
  path.length <= maxLength ? path : `${path.slice(0, maxLength)}…`
