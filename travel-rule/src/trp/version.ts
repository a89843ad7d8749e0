// Versions of TRP. 3.0 has mutual TLS, 3.1 travel addresses, 3.2 the DTI, 3.2.1 more identifiers of a VASP. Services accept
// different ranges, and some answer an unknown version with 400 and nothing else.

/** Newest first. */
export const versions = ['3.2.1', '3.2.0', '3.1.0'] as const
export type Version = (typeof versions)[number]

type Parts = readonly [major: number, minor: number, patch: number]

function partsOf(text: string): Parts | null {
  const found = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/.exec(text.trim())
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : null
}

const compare = (a: Parts, b: Parts): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** Is the version at least this one? */
export const isSince = (version: Version, first: Version): boolean => compare(partsOf(version)!, partsOf(first)!) >= 0

/** The version of our answer to a request of this one; null when it is before 3.1 or of another major version. */
export function answerVersion(asked: string): Version | null {
  const parts = partsOf(asked)
  if (parts === null || parts[0] !== 3) return null
  return versions.find((version) => compare(partsOf(version)!, parts) <= 0) ?? null
}

/**
 * The next version to try after a refusal; null when all were tried. The refusal may name versions or a range, such as
 * `>=2.1.0 <3.2.0`; without, it is the next older one.
 */
export function nextVersion(tried: readonly Version[], refusal: string): Version | null {
  const left = versions.filter((version) => !tried.includes(version))
  return left.find((version) => isNamed(refusal, version)) ?? left[0] ?? null
}

const bound = /(>=|<=|>|<|\^|~|=)?\s*v?(\d{1,4}\.\d{1,4}(?:\.\d{1,4})?)/g

function isNamed(refusal: string, version: Version): boolean {
  const own = partsOf(version)!
  const bounds = [...refusal.matchAll(bound)].map(([, operator = '=', text]) => [operator, partsOf(text!)!] as const)
  const ranges = bounds.filter(([operator]) => operator !== '=')
  if (ranges.length === 0) return bounds.some(([, named]) => compare(own, named) === 0)
  return ranges.every(([operator, limit]) => isWithin(own, operator, limit))
}

function isWithin(own: Parts, operator: string, limit: Parts): boolean {
  const order = compare(own, limit)
  switch (operator) {
    case '>=':
      return order >= 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '<':
      return order < 0
    case '^':
      return order >= 0 && own[0] === limit[0]
    default: // ~
      return order >= 0 && own[0] === limit[0] && own[1] === limit[1]
  }
}
