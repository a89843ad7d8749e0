import { firstTxid } from '../chains/outbox/operations.ts'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { assetCode, chainCode, decimal } from '@specie/protocol/fields.ts'
import { MoneyError, parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import { isSqlState } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest } from '../base/http/errors.ts'
import type { App } from '../base/http/shell.ts'
import { depositAddressOf } from '../chains/deposit-address/deposit-address.ts'
import { issueFromExcess } from '../issuance/faucet.ts'
import { chainTermsOf } from '../transfers/carrier.ts'
import { isCoin } from '../treasury/coin.ts'
import { controlChain } from './chains.ts'
import { mintUsdc } from './usdc.ts'

export const depositAsk = z.strictObject({
  institutionid: z.uuid(),
  asset: assetCode,
  blockchain: chainCode,
  quantity: decimal,
})

/** Real tokens or coins arrive at the institution's deposit address on a chain of UAT. */
export function depositRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/deposits', async (request) => {
    const ask = fields(depositAsk, readBody(request.body, request.headers['content-type'], 'json').value)
    if (assets[ask.asset].type === 'fiat') {
      throw new ApiError('unknown_asset', { field: 'asset' }, `${ask.asset} comes by wire: use /sandbox/v1/wires.`)
    }
    const { chain } = chainTermsOf(ask.asset, ask.blockchain)
    const amount = amountOf(ask.quantity, ask.asset, 'quantity')
    const { address } = await depositAddressOf(env, ask.institutionid, chain).catch((error: unknown) => {
      if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
      throw error
    })
    const given = { asset: ask.asset, chain, to: address, amount, field: 'quantity' }
    return { txid: await give(env, given), address }
  })
}

/** Minor units, above zero; a refusal names the field. */
export function amountOf(quantity: string, asset: AssetCode, field: string): bigint {
  try {
    const { minor } = parseAmount(quantity, asset)
    if (minor > 0n) return minor
  } catch (error) {
    if (error instanceof MoneyError) throw badRequest(error.rule, error.message, field)
    throw error
  }
  throw badRequest('positive', 'There is nothing to send: it is zero.', field)
}

type Given = { asset: AssetCode; chain: ChainCode; to: string; amount: bigint; field: string }

/** Answers the transaction's hash; empty when coins are not signed for within that time. */
export async function give(env: Env, given: Given, waitMs?: number): Promise<string> {
  const { asset, chain, to, amount, field } = given
  if (isCoin(asset)) {
    const subject = env.ids.uuid(env.clock.now())
    await env.db.tx((tx) => issueFromExcess(env, tx, { subject, chain, asset, to, amount, field }))
    return firstTxid(env, 'faucet', subject, waitMs)
  }
  if (asset === 'USDC') return mintUsdc(env, to, amount)
  const { txid } = await controlChain(env, chain, 'faucet', { address: to, amount: String(amount) })
  return txid as string
}
