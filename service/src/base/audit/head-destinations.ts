import { fileURLToPath, pathToFileURL } from 'node:url'

// Destinations outside the database for signed heads of the audit chain:
// AUDIT_HEADS=file:/path,https://…,syslog://host:514,syslog+tcp://host:601,syslog+tls://host:6514

export type HeadDestination =
  | { readonly kind: 'file'; readonly name: string; readonly path: string }
  | { readonly kind: 'http'; readonly name: string; readonly url: string }
  | {
      readonly kind: 'syslog'
      readonly name: string
      readonly by: 'udp' | 'tcp' | 'tls'
      readonly host: string
      readonly port: number
    }

const transports = { 'syslog:': ['udp', 514], 'syslog+tcp:': ['tcp', 601], 'syslog+tls:': ['tls', 6514] } as const

/** Parses the setting. An error's message continues a sentence that begins with the setting's name. */
export function headDestinations(given: string, environment: string): HeadDestination[] {
  const all = given.split(',').map((item) => destination(item.trim(), environment))
  // The database stores the progress of each destination by its name.
  if (new Set(all.map(({ name }) => name)).size < all.length) throw new Error('must name each destination once')
  return all
}

function destination(text: string, environment: string): HeadDestination {
  if (text.startsWith('file:')) return fileAt(text)
  if (!URL.canParse(text))
    throw new Error(`must list file:/path, https://… or syslog://host:port; "${text}" is neither`)
  const url = new URL(text)
  if (url.protocol === 'https:' || url.protocol === 'http:') return httpAt(url, environment)
  const transport = transports[url.protocol as keyof typeof transports]
  if (transport === undefined || url.hostname === '')
    throw new Error(`must list file:/path, https://… or syslog://host:port; "${text}" is neither`)
  const [by, defaultPort] = transport
  const port = url.port === '' ? defaultPort : Number(url.port)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { kind: 'syslog', name: `${url.protocol}//${url.hostname}:${port}`, by, host, port }
}

/** Formats a path for the setting. A comma would end the path, so it is escaped. */
export const fileDestination = (path: string): string => pathToFileURL(path).href.replaceAll(',', '%2C')

function fileAt(text: string): HeadDestination {
  if (!/^file:(\/\/)?\/[^/]/.test(text))
    throw new Error(`must name files by their whole path, as file:/path; it says "${text}"`)
  const path = fileURLToPath(new URL(text))
  return { kind: 'file', name: `file:${path}`, path }
}

/** The name omits the query, which may hold a secret. Names are logged. */
function httpAt(url: URL, environment: string): HeadDestination {
  const isNear = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (environment === 'production' && url.protocol === 'http:' && !isNear)
    throw new Error(`must use https in production; ${url.origin} does not`)
  if (url.username !== '' || url.password !== '')
    throw new Error(`must not hold a password (${url.host}): set AUDIT_HEADS_TOKEN`)
  return { kind: 'http', name: `${url.origin}${url.pathname}`, url: url.href }
}
