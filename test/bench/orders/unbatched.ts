import type { Db } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { connectAsService } from '@specie/service/database.ts'
import { deferredAdmissionOf } from '@specie/service/access/admission/deferred-admission.ts'
import { addOrder } from '@specie/service/trading/order/request.ts'
import { testEnv } from '../../src/env.ts'
import { load, type Measured } from '../measure.ts'
import type { Site } from './world.ts'
import { traceKey } from '../../src/trace-key.ts'

const connections = 16

type Desk = { env: Env; db: Db }
type Key = { id: string; institution_id: string; version: bigint }

/**
 * The same orders by the same code, but each in its own transaction, with its nonce: a desk with one connection for each
 * caller, so that every batch is a batch of one. Without HTTP and signatures.
 */
export async function unbatched({ url, owner }: Site, seconds: number): Promise<Measured & { answered: number }> {
  const desks = Array.from({ length: connections }, () => deskOn(url))
  const keys = await owner.query<Key>(
    `select k.id, k.institution_id, u.version from access.api_key k
     join access.key_use u on u.key_id = k.id where k.label = 'idle' order by k.id`,
  )
  try {
    let answered = 0
    const measured = await load(connections, seconds, async (caller) => {
      const n = answered++
      await ordered(desks[caller]!, keys[n % keys.length]!, n)
    })
    return { ...measured, answered }
  } finally {
    for (const { env, db } of desks) {
      await env.runtime.close()
      await db.close()
    }
  }
}

function deskOn(url: string): Desk {
  const db = connectAsService({ url, max: 1, traceKey })
  const env = testEnv({ url, owner: db, app: db, drop: async () => {} })
  return { env, db }
}

let nonce = Date.now()

const alone = () => Promise.reject(new Error('the statement that stores an order is to admit it'))

async function ordered({ env }: Desk, key: Key, n: number): Promise<void> {
  nonce += 1
  const entry = deferredAdmissionOf({ keyId: key.id, nonce: BigInt(nonce), version: key.version }, alone)
  const isBuy = n % 2 === 0
  const ask = {
    timestamp: new Date().toISOString(),
    clordid: `single-${nonce}`,
    symbol: 'VCHF/CHF',
    side: isBuy ? 'Buy' : 'Sell',
    ordtype: 'Limit',
    timeinforce: 'FOK',
    orderqty: '10',
    price: isBuy ? '1.001' : '0.999',
  }
  const { answer } = await addOrder(env, key.institution_id, ask, entry)
  if (answer.order.ordstatus !== 'Filled') throw new Error(`an order was ${JSON.stringify(answer)}`)
}
