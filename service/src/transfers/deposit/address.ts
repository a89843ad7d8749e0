import { parseAccountId } from '@specie/payments/account.ts'
import { type AssetCode, isAsset } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { depositAddress as DepositAddress } from '@specie/protocol/endpoints/transfers.ts'
import type { Env } from '../../base/env.ts'
import { finality } from '../../chains/outbox/operations.ts'
import { ApiError } from '../../base/http/errors.ts'
import { paidByBank } from '../../base/http/unknown-blockchain.ts'
import { clientAccount } from '../../banking/account/own-accounts.ts'
import type { Currency } from '../../banking/payout/row.ts'
import { fundingReference } from '../../banking/wire/references.ts'
import { depositAddressOf } from '../../chains/deposit-address/deposit-address.ts'
import { chainTermsOf } from '../chain-terms.ts'
import { isFiat } from '../fiat.ts'

type Answer = ResponseOf<typeof DepositAddress>

/** The deposit address or bank details of an institution, by which its deposits are recognized. */
export async function depositAddress(
  env: Env,
  institutionId: string,
  { asset, blockchain }: RequestOf<typeof DepositAddress>,
): Promise<Answer> {
  if (!isAsset(asset)) throw new ApiError('unknown_asset', { field: 'asset', asset })
  if (!isFiat(asset)) return addressOnChain(env, institutionId, asset, blockchain)
  if (blockchain !== undefined) throw paidByBank(asset)
  return bankDetails(env, institutionId, asset)
}

async function addressOnChain(
  env: Env,
  institutionId: string,
  asset: AssetCode,
  blockchain: string | undefined,
): Promise<Answer> {
  const { chain, minDeposit } = chainTermsOf(asset, blockchain)
  const { address } = await depositAddressOf(env, institutionId, chain)
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    asset,
    blockchain: chain,
    address,
    memo: null,
    min_deposit: formatAmount({ asset, minor: minDeposit }),
    confirmations: (await finality(env)).get(chain)!,
    currency: null,
    iban: null,
    bic: null,
    accountname: null,
    reference: null,
    sortcode: null,
    accountnumber: null,
  }
}

async function bankDetails(env: Env, institutionId: string, asset: Currency): Promise<Answer> {
  const own = await clientAccount(env, asset)
  const reference = await env.db.tx((tx) => fundingReference(env, tx, institutionId, asset))
  // For CHF payers quote the reference with our QR-IBAN; for GBP the account number itself identifies the institution.
  const virtual = asset === 'GBP' ? parseAccountId(reference) : null
  const uk = virtual?.kind === 'uk' ? virtual : null
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    asset,
    blockchain: null,
    address: null,
    memo: null,
    min_deposit: '0.01',
    confirmations: null,
    currency: asset,
    iban: own.qriban ?? own.iban,
    bic: own.bic,
    accountname: own.name,
    reference,
    sortcode: uk && uk.sortcode.replace(/(..)(..)(..)/, '$1-$2-$3'),
    accountnumber: uk && uk.account,
  }
}
