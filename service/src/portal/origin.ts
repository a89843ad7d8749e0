import type { Config } from '../base/config.ts'
import { ApiError } from '../base/http/errors.ts'
import type { Site } from '../people/approval/challenge.ts'
import type { Request } from '../base/http/shell.ts'

/**
 * Refuses a call that another site's page has sent (CSRF). The browser sets Origin, and no page can change it. Without
 * PORTAL_ORIGIN, in UAT, our origin is the address that was called, on this machine.
 */
export function assertOwnOrigin(request: Request, { portalOrigin }: Config): void {
  const { origin } = request.headers
  const own = portalOrigin ?? localOrigin(request)
  if (origin === undefined || origin !== own) throw new ApiError('foreign_origin', { origin: origin ?? null })
}

/** Where people reach this installation: passkeys belong to its host name. */
export function siteOf(request: Request, { portalOrigin }: Config): Site {
  const own = portalOrigin ?? localOrigin(request)
  if (own === null) throw new ApiError('foreign_origin', { origin: null })
  return { rpId: new URL(own).hostname, origins: [own] }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Null where the service was called by a name that could be anybody's (DNS rebinding). */
function localOrigin({ host, protocol }: Request): string | null {
  const name = host.replace(/:\d+$/, '')
  return loopback.has(name) ? `${protocol}://${host}` : null
}
