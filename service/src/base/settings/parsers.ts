import { isIP } from 'node:net'
import { isAbsolute } from 'node:path'
import { formatAccountId, parseAccountId } from '@specie/payments/account.ts'
import { type ListCode, listCodes } from '@specie/screening/lists/entry.ts'
import { addressesOf, hostOf } from '../database/url.ts'

// How a setting's text becomes its value. An error's message continues the sentence after the setting's name.

export type Environment = 'uat' | 'production'

export type Read<T> = (given: string, environment: Environment) => T

export const text: Read<string> = (given) => given

/** `Bahnhofstrasse 1, 8001 Zürich, CH`. */
export const postalAddress: Read<string> = (given) => {
  if (!/^[^"<>&,]{1,70}, [^\s"<>&,]{1,16} [^"<>&,]{1,35}, [A-Z]{2}$/.test(given))
    throw new Error('must read as street, postcode and town, country: Bahnhofstrasse 1, 8001 Zürich, CH')
  return given
}

export const secret: Read<string> = (given) => {
  if (given.length < 16) throw new Error(`must be at least 16 characters long; it has ${given.length}`)
  return given
}

/** The key is not repeated in the message. */
export function key32(given: string): Buffer {
  const key = Buffer.from(given, 'base64')
  if (key.length !== 32 || key.toString('base64') !== given) throw new Error('must be 32 bytes in base64')
  return key
}

export function whole(minimum: number, maximum: number): Read<number> {
  return (given) => {
    const number = /^\d{1,15}$/.test(given) ? Number(given) : -1
    if (number < minimum || number > maximum)
      throw new Error(`must be a whole number from ${minimum} to ${maximum}; it is "${given}"`)
    return number
  }
}

export function oneOf<const T extends string>(...allowed: T[]): Read<T> {
  return (given) => {
    const found = allowed.find((value) => value === given)
    if (found === undefined) throw new Error(`must be ${allowed.join(' or ')}; it is "${given}"`)
    return found
  }
}

export const address: Read<string> = (given) => {
  if (isIP(given) === 0 && given !== 'localhost')
    throw new Error(`must be an IP address to listen on; it is "${given}"`)
  return given
}

export const networks: Read<string[]> = (given) =>
  given.split(',').map((item) => {
    const [ip = '', bits, ...more] = item.trim().split('/')
    const whole = isIP(ip) === 6 ? 128 : 32
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= whole)
    if (isIP(ip) === 0 || more.length > 0 || !isRange)
      throw new Error(`must list IP addresses or networks; "${item}" is neither`)
    return item.trim()
  })

export const names: Read<string[]> = (given) => [...new Set(given.split(',').map((item) => item.trim()))]

export const countries: Read<string[]> = (given) =>
  given.split(',').map((item) => {
    const code = item.trim()
    if (!/^[A-Z]{2}$/.test(code)) throw new Error(`must list countries by two capital letters; "${item}" is none`)
    return code
  })

export const bankAccounts: Read<string[]> = (given) =>
  given.split(',').map((item) => {
    const id = parseAccountId(item)
    if (id === null) throw new Error(`must list IBANs, or sort codes with account numbers; "${item.trim()}" is neither`)
    return formatAccountId(id)
  })

/**
 * In production connections to other machines are encrypted and verified. The message does not repeat the URL. It may
 * hold a password.
 */
export const databaseUrl: Read<string> = (given, environment) => {
  const isAddress = /^(postgres|postgresql|socket):/.test(given) && addressesOf(given).every((one) => URL.canParse(one))
  if (!isAddress)
    throw new Error(
      'must be an address that begins with postgres:// (the one given is not shown; it may hold a password)',
    )
  const open = addressesOf(given).find((one) => !isOnThisMachine(one) && sslModeOf(one) !== 'verify-full')
  if (environment === 'production' && open !== undefined)
    throw new Error(
      `must have sslmode=verify-full in production, because the server at ${hostOf(open) || 'no named host'} is not on this ` +
        'machine (and sslrootcert=FILE where its certificate is from an authority of your own)',
    )
  return given
}

/** A socket, or a loopback address. Without a host the driver takes one from its own environment. */
function isOnThisMachine(address: string): boolean {
  const host = hostOf(address)
  return address.startsWith('socket:') || host.startsWith('/') || isLoopback(host.replace(/:\d+$/, ''))
}

/** In other modes the driver and libpq verify different things. */
const sslModeOf = (address: string): string | null => new URL(address).searchParams.get('sslmode')

export const httpUrl: Read<string> = (given) => {
  if (!/^https?:/.test(given) || !URL.canParse(given))
    throw new Error(`must be an http or https address; it is "${given}"`)
  return given
}

/** In production outside connections are encrypted. The URL is not repeated in the message. It may hold a secret. */
export const outsideUrl: Read<string> = (given, environment) => {
  const url = httpUrl(given, environment)
  const { protocol, hostname } = new URL(url)
  if (environment === 'production' && protocol !== 'https:' && !isLoopback(hostname))
    throw new Error(`must be an https address in production; that of ${hostname} is plain http`)
  return url
}

/** An address, and the name by which its owner knows us. */
export type NamedUrl = { readonly url: string; readonly key: string }

/** `https://our-name@host`. The default name is `specie`. */
export const namedUrl: Read<NamedUrl> = (given, environment) => {
  const url = new URL(outsideUrl(given, environment))
  const { username, password } = url
  if (password !== '') throw new Error(`must not hold a password (${url.hostname}): only the name that we have there`)
  if (username === '') return { url: given, key: 'specie' }
  url.username = ''
  return { url: url.href, key: decodeURIComponent(username) }
}

/** A browser's origin: scheme, host and port, and nothing else. */
export const origin: Read<string> = (given, environment) => {
  const own = new URL(outsideUrl(given, environment)).origin
  if (own !== given.replace(/\/$/, '')) throw new Error(`must be an origin like https://desk.example; it is "${given}"`)
  return own
}

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)

export const outsideUrls: Read<string[]> = (given, environment) =>
  given.split(',').map((one) => outsideUrl(one.trim(), environment))

/** `alpha=https://…,beta=https://…` */
export const venues: Read<ReadonlyMap<string, NamedUrl>> = (given, environment) =>
  new Map(
    [...pairs(given, environment)].map(([name, at]) => {
      if (!/^[a-z][a-z0-9-]{0,31}$/.test(name))
        throw new Error(`must name venues with small letters, digits and dashes; "${name}" is not`)
      try {
        return [name, namedUrl(at, environment)]
      } catch (error) {
        throw new Error((error as Error).message.replace('must be', `must give ${name}`), { cause: error })
      }
    }),
  )

/** Where a sanctions list is read: an address, or a path of a file or a folder. */
export type ListSource = { readonly kind: 'url' | 'path'; readonly at: string }

/** `ofac=https://…,uk=/srv/lists/uk.csv`, or `none`. */
export const listSources: Read<ReadonlyMap<ListCode, ListSource>> = (given, environment) => {
  if (given === 'none') return new Map()
  return new Map(
    [...pairs(given, environment)].map(([name, at]): [ListCode, ListSource] => {
      const list = listCodes.find((code) => code === name && code !== 'own')
      if (list === undefined)
        throw new Error(
          `must name lists of ${listCodes.filter((code) => code !== 'own').join(', ')}; "${name}" is none of them`,
        )
      if (isAbsolute(at)) return [list, { kind: 'path', at }]
      if (!/^https?:/.test(at))
        throw new Error(`must give ${list} an https address, or a path that begins with /; it is "${at}"`)
      return [list, { kind: 'url', at: outsideUrl(at, environment) }]
    }),
  )
}

export const pairs: Read<ReadonlyMap<string, string>> = (given) =>
  new Map(
    given.split(',').map((pair) => {
      const [name = '', ...value] = pair.trim().split('=')
      if (value.length === 0) throw new Error(`must list name=value; "${pair}" is not`)
      return [name, value.join('=')]
    }),
  )

export type Fees = { readonly mint: number; readonly redeem: number; readonly rail: number }

/** `mint=10,redeem=10`, in basis points. */
export const fees: Read<Fees> = (given, environment) => {
  const charged = { mint: 0, redeem: 0, rail: 0 }
  for (const [name, value] of pairs(given, environment)) {
    if (!Object.hasOwn(charged, name)) throw new Error(`must name mint, redeem and rail; "${name}" is none of them`)
    charged[name as keyof Fees] = whole(0, 1_000)(value, environment)
  }
  return charged
}
