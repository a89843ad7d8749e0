import { firstTxid } from '../../chains/outbox/operations.ts'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { deposits } from '@specie/protocol/sandbox/money.ts'
import { isSqlState } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { App } from '../../base/http/shell.ts'
import { depositAddressOf } from '../../chains/deposit-address/deposit-address.ts'
import { issueFromExcess } from '../../issuance/faucet.ts'
import { chainTermsOf } from '../../transfers/chain-terms.ts'
import { isCoin } from '../../ledger/coin.ts'
import { controlChain } from './chains.ts'
import { mount } from './mount.ts'
import { mintUsdc } from './usdc.ts'
import { readField } from '../../base/http/read-field.ts'

/** Real tokens or coins arrive at the institution's deposit address on a chain of UAT. */
export function depositRoutes(app: App, env: Env): void {
  mount(app, deposits, async (deposit) => {
    if (assets[deposit.asset].type === 'fiat') {
      throw new ApiError(
        'unknown_asset',
        { field: 'asset' },
        `${deposit.asset} arrives by wire. Use /sandbox/v1/wires.`,
      )
    }
    const { chain } = chainTermsOf(deposit.asset, deposit.blockchain)
    const amount = amountOf(deposit.quantity, deposit.asset, 'quantity')
    const { address } = await depositAddressOf(env, deposit.institutionid, chain).catch((error: unknown) => {
      if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
      throw error
    })
    const transfer = { asset: deposit.asset, chain, to: address, amount, field: 'quantity' }
    return { txid: await sendFromFaucet(env, transfer), address }
  })
}

/** Minor units, above zero; a refusal names the field. */
export function amountOf(quantity: string, asset: AssetCode, field: string): bigint {
  const { minor } = readField(field, () => parseAmount(quantity, asset))
  if (minor > 0n) return minor
  throw badRequest('positive', 'The amount is zero. Send a larger one.', field)
}

type Transfer = { asset: AssetCode; chain: ChainCode; to: string; amount: bigint; field: string }

/** Returns the transaction's hash; empty when coins are not signed within that time. */
export async function sendFromFaucet(env: Env, transfer: Transfer, waitMs?: number): Promise<string> {
  const { asset, chain, to, amount, field } = transfer
  if (isCoin(asset)) {
    const subject = env.ids.uuid(env.clock.now())
    await env.db.tx((tx) => issueFromExcess(env, tx, { subject, chain, asset, to, amount, field }))
    return firstTxid(env, 'faucet', subject, waitMs)
  }
  if (asset === 'USDC') return mintUsdc(env, to, amount)
  const { txid } = await controlChain(env, chain, 'faucet', { address: to, amount: String(amount) })
  return txid as string
}
