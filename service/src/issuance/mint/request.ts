import type { ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { mintTokens as MintTokens } from '@specie/protocol/endpoints/supply.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { machines, publicState } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import { onceInBatch } from '../../base/idempotency/batch.ts'
import {
  type Answered,
  dryRun,
  type IdempotentRequest as Request,
  isAnsweredRequest,
  isDryRun,
  once,
  requestOf,
} from '../../base/idempotency/once.ts'
import { perProcess } from '../../base/per-process.ts'
import { limitsOn } from '../../compliance/limit/left.ts'
import { holdView } from '../../compliance/hold-view.ts'
import { fiatOf } from '../../ledger/coin.ts'
import { signed, type Unsigned, validated } from '../request.ts'
import { type Coins, coinsOf, operationMaximum } from '../supply-change.ts'
import { type Stored, storeMints, type Wanted } from './store.ts'
import { type Minter, type MintRequest, type Order, validOrder } from './validate.ts'

type Answer = ResponseOf<typeof MintTokens>

/**
 * Mints coins. One transaction stores the request, holds its money and, unless something blocks the mint, queues it for the
 * chain.
 */
export async function mintTokens(env: Env, by: Minter, ask: MintRequest): Promise<Answered<Answer>> {
  const coins = await coinsOf(env, ask)
  const request = requestOf(by.institutionId, 'mintTokens', ask)
  // A repeated request gets its answer without new checks, because the facts may have changed (O2).
  const order = (await isAnsweredRequest(env, request)) ? null : await validOrder(env, by, ask, coins)
  const { answer, replayed } = isDryRun(ask)
    ? await validated(env, 'mint', await dryRunMint(env, request, by, order), await limitsOf(env, by, coins))
    : await signed(env, 'mint', request, await requestMint(env, request, by, order))
  // An old receipt is reported too. It never changes.
  return { answer: { ...answer, estimated: answer.spent_currency !== fiatOf(coins.asset) }, replayed }
}

const limitsOf = async (env: Env, { institutionId }: Minter, { asset }: Coins): Promise<LimitLeft[]> => [
  operationMaximum(env, asset),
  ...(await limitsOn(env.db, institutionId, 'mint', [asset])),
]

type Receipt = Omit<Unsigned<Answer>, 'estimated'>

/** Without an order, the request has its answer. */
function requestMint(env: Env, request: Request, by: Minter, order: Order | null): Promise<Answered<Receipt>> {
  if (order === null) return once(env, request, neverAgain)
  return withFaultPoint(env, 'mint.requested', () => mintsOf(env)(request, { caller: by, order }))
}

function dryRunMint(env: Env, request: Request, by: Minter, order: Order | null): Promise<Answered<Receipt>> {
  if (order === null) return dryRun(env, request, neverAgain)
  return dryRun(env, request, async (tx) => {
    const [stored] = await storeMints(env, tx, [{ caller: by, order }], 'rehearsal')
    return answerOf(env, stored!)
  })
}

const neverAgain = (): Promise<Receipt> => {
  throw new Error('this mint already has its answer')
}

const maxBatch = 100

/**
 * Concurrent requests share a transaction. Separate transactions would serialise on the reserve lock (L5), each holding a
 * connection: 35 mints a second, and no connection for other requests.
 */
const mintsOf = perProcess((env) =>
  onceInBatch<Wanted, Receipt>(env, maxBatch, async (tx, wanted) =>
    (await storeMints(env, tx, wanted)).map((stored) => answerOf(env, stored)),
  ),
)

function answerOf(env: Env, { mint, hold }: Stored): Receipt {
  return {
    timestamp: env.clock.now().toISOString(),
    txid: mint.state === 'sending' ? null : '',
    requestid: mint.id,
    fee: formatAmount({ asset: fiatOf(mint.asset), minor: mint.charge + mint.spread }),
    fee_currency: fiatOf(mint.asset),
    spent: formatAmount({ asset: mint.funding_currency, minor: mint.spent }),
    spent_currency: mint.funding_currency,
    destination: mint.destination,
    address: mint.destination === null ? null : mint.address,
    max_spent: formatAmount({ asset: mint.funding_currency, minor: mint.max_spent ?? mint.spent }),
    status: publicState(machines.mint, mint.state)!,
    hold: holdView(hold),
    validated: false,
  }
}
