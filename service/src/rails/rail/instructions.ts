import { formatAccountId } from '@specie/payments/account.ts'
import { isCountryCode } from '@specie/protocol/countries.ts'
import { assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { bankText } from '../../banking/payout/row.ts'
import { isOwnAccount } from '../../banking/account/is-own-account.ts'
import { payable } from '../../banking/payout/payable.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { addressVerdict } from '../../chains/addresses.ts'
import { refusedNames } from '../../compliance/screening/refused.ts'
import type { ScreeningMode } from '../../compliance/screening.ts'
import { namingOf } from '../../destinations/address/labels.ts'
import { assertNotOurs, type Wallet, whitelistedWallet } from '../../destinations/address/row.ts'
import { coinCodes, fiatOf, isCoin } from '../../ledger/coin.ts'
import type { Party } from './row.ts'

// Checks whether a rail can be served. A refusal has a reason in words.

export class Unserved extends Error {}

export type Parties = { sender: Party; recipient?: Party | undefined }

/**
 * Throws if we do not serve a party. A dry run does not compare them with the lists: repeated with other names, it would
 * reveal who is listed.
 */
export async function assertServed(
  env: Env,
  institutionId: string,
  parties: Parties,
  look: ScreeningMode = 'request',
): Promise<void> {
  const named = Object.entries({ sender: parties.sender, recipient: parties.recipient }).flatMap(([role, party]) =>
    party === undefined ? [] : [{ institutionId, role, name: party.partyname.name, country: party.address.country }],
  )
  for (const { role, name, country } of named) {
    if (!isCountryCode(country)) throw new Unserved(`There is no country with the code ${country} (${role}).`)
    if (env.config.railRefusedCountries.includes(country)) {
      throw new Unserved(`Parties in ${nameOf(country)} are not served (${role}).`)
    }
    // The payer's bank must be able to send the name, and the payee's bank to receive it.
    if (bankText(name) !== name.normalize('NFC')) {
      throw new Unserved(`Banks accept only Latin letters. Spell the name of the ${role} in Latin letters.`)
    }
  }
  if (look === 'rehearsal') return
  const [refused] = await refusedNames(env, env.db, named)
  if (refused) throw new Unserved(`The ${refused.role} is not served.`)
}

const regions = new Intl.DisplayNames('en', { type: 'region' })
const nameOf = (country: string): string => regions.of(country) ?? country

export type Instructions = { asset: CoinCode; currency: OwnAccount['currency']; blockchain: ChainCode }

/** Coin, currency and chain, if they fit together. */
export function checkedInstructions(fields: { asset: string; currency: string; blockchain: string }): Instructions {
  const { asset, currency, blockchain } = fields
  if (!isCoin(asset)) throw new Unserved(`${asset} is not one of our coins ${coinCodes.join(' and ')}.`)
  const fiat = fiatOf(asset)
  if (currency !== fiat) throw new Unserved(`${asset} is exchanged for ${fiat}, not for ${currency}.`)
  const supported = assets[asset].blockchains.map((one) => one.blockchain)
  const chain = supported.find((code) => code === blockchain)
  if (chain === undefined) throw new Unserved(`${blockchain} does not carry ${asset}: ${supported.join(', ')} do.`)
  return { asset, currency: fiat, blockchain: chain }
}

/** A bank account that can receive payments, in canonical form. */
export async function checkedAccount(sql: Sql, currency: OwnAccount['currency'], destination: string): Promise<string> {
  const account = payable(currency, destination)
  if ('why' in account) throw new Unserved(account.why)
  if (await isOwnAccount(sql, destination)) throw new Unserved('This is an account of Specie itself. Name another one.')
  return formatAccountId(account)
}

/** The whitelisted wallet. An address that is invalid on this chain is refused for good. */
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
    if (error.code === 'invalid_address') throw new Unserved(error.message)
    if (error.details['reason'] === 'unknown_destination') assertAddress(env, chain, destination)
    throw named(error)
  }
}

/** Checked again in the transaction of the request. The address may have become ours since the first check. */
export async function assertWalletNotOurs(sql: Sql, chain: string, address: string): Promise<void> {
  try {
    await assertNotOurs(sql, chain as ChainCode, address)
  } catch (error) {
    throw error instanceof ApiError ? named(error) : error
  }
}

/** The same refusal, with the caller's name of the field. */
const named = (error: ApiError): ApiError =>
  new ApiError(error.code, { ...error.details, field: 'wallet.destination' }, error.message)

/** Throws for a text that looks like an address and is invalid. A label that is not listed may be listed later. */
function assertAddress({ config }: Env, chain: ChainCode, text: string): void {
  if (namingOf(text) !== 'address' && !/^0x/i.test(text)) return
  const verdict = addressVerdict(chain, text, config.environment)
  if ('rule' in verdict) throw new Unserved(verdict.message)
}
