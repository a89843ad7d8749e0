import { formatAccountId } from '@specie/payments/account.ts'
import { isCountry } from '@specie/payments/country.ts'
import { assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { bankText } from '../../banking/payout/row.ts'
import { isOwnAccount } from '../../banking/account/is-own-account.ts'
import { payable } from '../../banking/payout/payable.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { OwnAccount } from '../../base/ports/ports.ts'
import { checkedAddress } from '../../chains/addresses.ts'
import { screenNames } from '../../compliance/parties.ts'
import { assertNotOurs, type Wallet, whitelistedWallet } from '../../institutions/address/row.ts'
import { coinCodes, fiatOf, isCoin } from '../../treasury/coin.ts'
import type { Party } from './row.ts'

// Can this rail be served? What cannot is refused with a sentence for a person.

/** Why a rail is refused for good. */
export class Unserved extends Error {}

export type Parties = { sender: Party; recipient?: Party | undefined }

/** Throws when one of the parties is not served; true when people must look at them first. */
export async function partiesNeedReview(env: Env, parties: Parties): Promise<boolean> {
  const named = Object.entries({ sender: parties.sender, recipient: parties.recipient }).flatMap(([role, party]) =>
    party === undefined ? [] : [{ role, name: party.partyname.name, country: party.address.country }],
  )
  for (const { role, name, country } of named) {
    if (!isCountry(country)) throw new Unserved(`There is no country with the code ${country} (${role}).`)
    if (env.config.railRefusedCountries.includes(country)) {
      throw new Unserved(`Parties in ${nameOf(country)} are not served (${role}).`)
    }
    // The name has to come back from the payer's bank, or to go to the payee's.
    if (bankText(name) !== name.normalize('NFC')) {
      throw new Unserved(`Banks carry Latin letters only: spell the name of the ${role} in these.`)
    }
  }
  const hits = await screenNames(
    env.db,
    named.map(({ name }) => name),
  )
  const refused = named.find(({ name }) => hits.get(name)?.effect === 'refuse')
  if (refused) throw new Unserved(`The ${refused.role} is not served.`)
  return hits.size > 0
}

const regions = new Intl.DisplayNames('en', { type: 'region' })
const nameOf = (country: string): string => regions.of(country) ?? country

export type Instructions = { asset: CoinCode; currency: OwnAccount['currency']; blockchain: ChainCode }

/** Coin, currency and chain, if they belong together. */
export function checkedInstructions(given: { asset: string; currency: string; blockchain: string }): Instructions {
  const { asset, currency, blockchain } = given
  if (!isCoin(asset)) throw new Unserved(`${asset} is no coin of ours: ${coinCodes.join(' and ')} are.`)
  const fiat = fiatOf(asset)
  if (currency !== fiat) throw new Unserved(`${asset} is exchanged for ${fiat}, not for ${currency}.`)
  const carriers = assets[asset].blockchains.map((carrier) => carrier.blockchain)
  const carrier = carriers.find((code) => code === blockchain)
  if (carrier === undefined) throw new Unserved(`${blockchain} does not carry ${asset}: ${carriers.join(', ')} do.`)
  return { asset, currency: fiat, blockchain: carrier }
}

/** A bank account that can be paid to, in its one spelling. */
export async function checkedAccount(sql: Sql, currency: OwnAccount['currency'], destination: string): Promise<string> {
  const account = payable(currency, destination)
  if ('why' in account) throw new Unserved(account.why)
  if (await isOwnAccount(sql, destination))
    throw new Unserved('This account is one of Specie itself: name another one.')
  return formatAccountId(account)
}

/** The whitelisted wallet that is named. What is neither on the list nor an address at all is refused for good. */
export async function checkedWallet(
  env: Env,
  institutionId: string,
  chain: ChainCode,
  destination: string,
): Promise<Wallet> {
  try {
    return await whitelistedWallet(env.db, institutionId, chain, destination)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.details['reason'] === 'unknown_destination') assertAddress(env, chain, destination)
    throw named(error)
  }
}

/** Once more in the transaction of the request: an address may have become ours since it was looked at. */
export async function assertWalletNotOurs(sql: Sql, chain: string, address: string): Promise<void> {
  try {
    await assertNotOurs(sql, chain as ChainCode, address)
  } catch (error) {
    throw error instanceof ApiError ? named(error) : error
  }
}

/** The same refusal, under the name that the caller gave the field. */
const named = (error: ApiError): ApiError =>
  new ApiError(error.code, { ...error.details, field: 'wallet.destination' }, error.message)

function assertAddress({ config }: Env, chain: ChainCode, text: string): void {
  try {
    checkedAddress(chain, text, { environment: config.environment, field: 'wallet.destination' })
  } catch (error) {
    throw error instanceof ApiError ? new Unserved(error.message) : error
  }
}
