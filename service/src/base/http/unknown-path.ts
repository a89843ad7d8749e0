import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { nearest } from '@specie/protocol/nearest.ts'
import { consolePath, portalPath } from '@specie/protocol/web-api/call.ts'
import { sandboxPath } from '@specie/protocol/sandbox/call.ts'
import { ApiError } from './errors.ts'
import { isSpelledAs, shortened } from './spelling.ts'

// The answer to an unknown path or method: the likely route, and the place that lists all paths.

export type Route = { readonly method: string; readonly url: string }

/** The parts of the service whose paths people type, and the lists of their paths. */
const parts = [
  { prefix: `${basePath}/`, read: `${basePath}/client/openapi.json lists all paths, /docs explains them.` },
  {
    prefix: `${sandboxPath}/`,
    read: `${sandboxPath}/openapi.json lists all paths of the sandbox, /docs/sandbox explains them.`,
  },
  { prefix: `${portalPath}/`, read: `${portalPath}/openapi.json lists all paths of people.` },
  { prefix: `${consolePath}/`, read: `${portalPath}/openapi.json lists all paths of people.` },
]

/** Longer paths are not compared. No route is as long, and comparing costs time. */
const maxComparedPath = 120
const maxShownPath = 200

export function unknownPath(routes: readonly Route[], path: string): ApiError {
  const part = parts.find(({ prefix }) => path.startsWith(prefix) && routes.some(({ url }) => url.startsWith(prefix)))
  const meant = part === undefined || path.length > maxComparedPath ? null : suggestedRoute(routes, path, part.prefix)
  const sentences = [
    'This path does not exist.',
    ...(meant === null ? [] : [`Did you mean ${meant}?`]),
    part?.read ?? parts[0]!.read,
  ]
  const details = { path: shortened(path, maxShownPath), ...(meant === null ? {} : { meant }) }
  return new ApiError('not_found', details, sentences.join(' '))
}

/** `POST /sandbox/v1/holds/{id}/release` for `/sandbox/v1/hold/4711/release`. */
function suggestedRoute(routes: readonly Route[], path: string, prefix: string): string | null {
  // Each GET also answers HEAD.
  const known = routes.filter(({ method, url }) => method !== 'HEAD' && url.startsWith(prefix) && !url.includes('*'))
  const byPath = Map.groupBy(known, ({ url }) => filledFrom(path, url))
  const same = byPath.get(nearestPath(path, [...byPath.keys()], prefix) ?? '')
  if (same === undefined) return null
  return `${same.map(({ method }) => method).join(' or ')} ${same[0]!.url.replaceAll(/:(\w+)/g, '{$1}')}`
}

/**
 * A route that continues the typed path; else one of the same folder; else any other. The common part is left out,
 * because it would make names look alike.
 */
function nearestPath(path: string, known: readonly string[], prefix: string): string | null {
  const longer = known.filter((one) => one.startsWith(path)).toSorted((a, b) => a.length - b.length)[0]
  if (longer !== undefined && !path.endsWith('/')) return longer
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const isBeside = (one: string): boolean => one.startsWith(folder) && !one.slice(folder.length).includes('/')
  const beside = nearestAfter(folder, path, known.filter(isBeside))
  return (
    beside ??
    nearestAfter(
      prefix,
      path,
      known.filter((one) => !isBeside(one)),
    )
  )
}

function nearestAfter(start: string, path: string, known: readonly string[]): string | null {
  const near = nearest(
    path.slice(start.length),
    known.map((one) => one.slice(start.length)),
  )
  return near === null ? null : start + near
}

/** The route with the typed values in place of its parameters. */
function filledFrom(path: string, url: string): string {
  const typed = path.split('/')
  return url
    .split('/')
    .map((part, n) => (part.startsWith(':') ? (typed[n] ?? part) : part))
    .join('/')
}

/** Methods of the routes at this path. Wildcards are left out. They match every path. */
export const methodsAt = (routes: readonly Route[], path: string): ReadonlySet<string> =>
  new Set(routes.filter(({ url }) => !url.includes('*') && isSpelledAs(url, path)).map(({ method }) => method))
