import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { mayConnect } from '@specie/travel-rule/may-connect.ts'
import { OutsideError } from './outside.ts'

type Connection = { readonly lookup: LookupFunction }
type Resolved = { readonly address: string; readonly family: number }

/** Which resolved addresses may be called; `kind` says it for people: «a public». */
export type Allowed = { readonly kind: string; readonly includes: (address: string) => boolean }

/**
 * A connection to a checked address of this host: the host is resolved once, each of its addresses is checked, and the
 * connection goes to one of these.
 */
export async function pinnedConnection(hostname: string, allowed: Allowed): Promise<Connection> {
  const addresses = await addressesOf(hostname.replace(/^\[|\]$/g, ''), allowed)
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family)
  return { lookup: pinned }
}

/**
 * To a host that others name: a counterparty, or the redirect of a publisher. Such a host could be one of ours. In UAT this
 * machine and private networks may be called, too.
 */
export const publicConnection = (hostname: string, inUat: boolean): Promise<Connection> =>
  pinnedConnection(hostname, { kind: 'a public', includes: (address) => mayConnect(address, inUat) })

/** Throws if one of them may not be called. */
async function addressesOf(host: string, { kind, includes }: Allowed): Promise<Resolved[]> {
  const addresses = isIP(host) === 0 ? await resolved(host) : [{ address: host, family: isIP(host) }]
  const refused = addresses.find(({ address }) => !includes(address))
  if (refused) throw new OutsideError(`${host} resolves to ${refused.address}, which is not ${kind} address.`)
  return addresses
}

async function resolved(host: string): Promise<Resolved[]> {
  try {
    return await lookup(host, { all: true })
  } catch (error) {
    throw new OutsideError(`${host} cannot be resolved (${(error as Error).message}).`, { cause: error })
  }
}
