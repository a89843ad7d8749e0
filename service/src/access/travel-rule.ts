import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { HeldKind } from '@specie/protocol/holds.ts'
import { legalNames } from '@specie/travel-rule/ivms101/latin.ts'
import type { LegalPerson, Person } from '@specie/travel-rule/ivms101/types.ts'
import type { Tx } from '../base/database/db.ts'
import type { Config } from '../base/config.ts'
import type { Env } from '../base/env.ts'
import { type Leaving, openExchanges, type Parties } from '../compliance/travel-rule/open.ts'
import { personOf } from '../destinations/address/beneficiary.ts'
import { type Host, hostsOf } from '../destinations/address/hosts.ts'
import { legalPersonsOf } from '../onboarding/legal-person.ts'

// Transfers to whitelisted wallets wait for the Travel Rule: each has one exchange with the provider of its wallet.

/** A transfer of any product that is ready to leave. */
export type WalletTransfer = {
  readonly id: string
  readonly institution_id: string
  readonly asset: AssetCode
  readonly blockchain: ChainCode
  readonly quantity: bigint
  readonly address_id: string
}

/** Opens the exchanges of these transfers, which have none yet. */
async function beginExchanges(env: Env, tx: Tx, kind: HeldKind, transfers: readonly WalletTransfer[]): Promise<void> {
  if (transfers.length === 0) return
  const hosts = await hostsOf(
    tx,
    transfers.map((one) => one.address_id),
  )
  const payers = await legalPersonsOf(tx, [...new Set(transfers.map((one) => one.institution_id))])
  const leaving = transfers.map((one): Leaving => {
    const wallet = hosts.get(one.address_id)!
    const host = wallet.vasp === null ? null : hostOf(env.config, one, wallet, payers.get(one.institution_id) ?? null)
    return { ...one, amount: one.quantity, wallet: wallet.address, host }
  })
  await openExchanges(env, tx, kind, leaving)
}

/**
 * The ids of the transfers that may leave now. Opens an exchange for each transfer that has none; the others wait for
 * theirs.
 */
export async function agreedAmong(
  env: Env,
  tx: Tx,
  kind: HeldKind,
  transfers: readonly WalletTransfer[],
): Promise<Set<string>> {
  if (transfers.length === 0) return new Set()
  const ids = transfers.map(({ id }) => id)
  const known = await tx.query<{ id: string }>(
    'select subject_id as id from compliance.transfer_exchange where subject_id = any($1::uuid[])',
    [ids],
  )
  const begun = new Set(known.map(({ id }) => id))
  await beginExchanges(
    env,
    tx,
    kind,
    transfers.filter(({ id }) => !begun.has(id)),
  )
  const agreed = await tx.query<{ id: string }>('select id from unnest($1::uuid[]) id where compliance.agreed(id)', [
    ids,
  ])
  return new Set(agreed.map(({ id }) => id))
}

/** SQL: the transfer `id` has no exchange yet. */
export const lacksExchange = (id: string): string =>
  `not exists (select from compliance.transfer_exchange x where x.subject_id = ${id})`

/** SQL: the provider of the wallet does not keep the transfer waiting, or was not asked yet. */
export const mayLeave = (id: string, addressId: string): string =>
  `(${addressId} is null or not compliance.lacks_agreement(${id}, ${addressId}) or ${lacksExchange(id)})`

function hostOf(config: Config, transfer: WalletTransfer, wallet: Host, payer: LegalPerson | null): Leaving['host'] {
  const parties =
    wallet.travel_address === null
      ? { problem: 'The travel address of the provider is missing.' }
      : partiesOf(config, transfer, wallet, payer)
  return { vasp: wallet.vasp!, travelAddress: wallet.travel_address, parties }
}

function partiesOf(config: Config, transfer: WalletTransfer, wallet: Host, payer: LegalPerson | null): Parties {
  const payee: Person | null =
    wallet.beneficiary === null ? payer && { legalPerson: payer } : personOf(wallet.beneficiary)
  if (payer === null || payee === null)
    return { problem: 'A name is not in Latin letters. Ask the institution for its transliteration.' }
  const we = ourselves(config)
  const vasp = legalNames(wallet.vasp!)
  return {
    originator: { originatorPerson: [{ legalPerson: payer, accountNumber: [transfer.institution_id] }] },
    beneficiary: { beneficiaryPerson: [{ ...payee, accountNumber: [wallet.address] }] },
    ...(we === null ? {} : { originatingVASP: { originatingVASP: { legalPerson: we } } }),
    ...(vasp === null ? {} : { beneficiaryVASP: { beneficiaryVASP: { legalPerson: { name: vasp } } } }),
  }
}

function ourselves({ companyName, companyLei }: Config): LegalPerson | null {
  const name = companyName === null ? null : legalNames(companyName)
  if (name === null) return null
  const nationalIdentification = { nationalIdentifier: companyLei ?? '', nationalIdentifierType: 'LEIX' as const }
  return { name, ...(companyLei === null ? {} : { nationalIdentification }) }
}
