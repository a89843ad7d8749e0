import type { Config } from '../base/config.ts'
import { ApiError, badRequest } from '../base/http/errors.ts'
import type { Request } from '../base/http/shell.ts'
import { rpIdOf } from '../people/factor/rp-id.ts'
import type { Site } from '../people/factor/passkey.ts'

/**
 * Refuses a call from another site's page (CSRF). The browser sets Origin, and no page can change it. Without PORTAL_ORIGIN,
 * in UAT, our origin is the called address, on this machine.
 */
export function assertOwnOrigin(request: Request, config: Config): void {
  const { origin } = request.headers
  const own = ownOrigin(request, config)
  if (origin === undefined || origin !== own) throw new ApiError('foreign_origin', { origin: origin ?? null })
}

/** The address of this service in a browser; null if it was called by a foreign name. */
export const ownOrigin = (request: Request, { portalOrigin }: Config): string | null =>
  portalOrigin ?? localOrigin(request)

/** The same, for calls that require it. */
export function requireOrigin(request: Request, config: Config): string {
  const own = ownOrigin(request, config)
  if (own === null) throw new ApiError('foreign_origin', { origin: request.headers.origin ?? null })
  return own
}

/** The relying party of passkeys; on this machine the name is localhost. */
export function siteOf(request: Request, config: Config): Site | null {
  const origin = ownOrigin(request, config)
  if (origin === null) return null
  const rpId = rpIdOf(origin)
  return rpId === null ? null : { rpId, origin }
}

export function requireSite(request: Request, config: Config): Site {
  const site = siteOf(request, config)
  if (site !== null) return site
  throw badRequest('passkey_host', 'Passkeys need a host name. Open this service as localhost, not by an IP address.')
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The origin in UAT. Null if the service was called by a name that a foreign site could control (DNS rebinding). */
function localOrigin({ host, protocol }: Request): string | null {
  const name = host.replace(/:\d+$/, '')
  return loopback.has(name) ? `${protocol}://${host}` : null
}
