import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { mayConnect } from '@specie/travel-rule/may-connect.ts'
import { OutsideError } from './outside.ts'

// Hosts that others name: a counterparty, or the redirect of a publisher. Such a host could be one of ours.

type Resolved = { readonly address: string; readonly family: number }

/**
 * How to connect to this host. It is resolved once and each of its addresses is checked, so that a second resolution cannot
 * lead elsewhere. Throws if one of them is not public; in UAT this machine and private networks may be called, too.
 */
export async function checkedHost(hostname: string, inUat: boolean): Promise<{ readonly lookup: LookupFunction }> {
  const addresses = await allowed(hostname.replace(/^\[|\]$/g, ''), inUat)
  return {
    lookup: (_host, options, done) =>
      options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family),
  }
}

async function allowed(host: string, inUat: boolean): Promise<Resolved[]> {
  const addresses = isIP(host) === 0 ? await resolved(host) : [{ address: host, family: isIP(host) }]
  const refused = addresses.find(({ address }) => !mayConnect(address, inUat))
  if (refused) throw new OutsideError(`${host} resolves to ${refused.address}, which is not a public address.`)
  return addresses
}

async function resolved(host: string): Promise<Resolved[]> {
  try {
    return await lookup(host, { all: true })
  } catch (error) {
    throw new OutsideError(`${host} cannot be resolved (${(error as Error).message}).`, { cause: error })
  }
}
