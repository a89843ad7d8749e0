import type { Db } from '@specie/service/base/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { connectAsService } from '@specie/service/database.ts'
import { admissions } from '@specie/service/institutions/admission.ts'
import { addOrder } from '@specie/service/trading/add-order.ts'
import { closeBooks } from '@specie/service/trading/books.ts'
import { testEnv } from '../src/env.ts'
import { load, type Measured } from './measure.ts'
import type { Site } from './orders-world.ts'

const connections = 16

type Desk = { env: Env; db: Db; admit: ReturnType<typeof admissions> }
type Key = { id: string; institution_id: string }

/**
 * The same orders by the same code, but each in a transaction of its own, and its nonce in another: a desk with one
 * connection for each caller, so that every batch is a batch of one. Without HTTP and without signatures, which it is spared.
 */
export async function unbatched({ url, owner }: Site, seconds: number): Promise<Measured & { answered: number }> {
  const desks = Array.from({ length: connections }, () => deskOn(url))
  const keys = await owner.query<Key>(
    `select id, institution_id from institutions.api_key where label = 'idle' order by id`,
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
      await closeBooks(env)
      await db.close()
    }
  }
}

function deskOn(url: string): Desk {
  const db = connectAsService({ url, max: 1 })
  const env = testEnv({ url, owner: db, app: db, drop: async () => {} })
  return { env, db, admit: admissions(env) }
}

let nonce = Date.now()

async function ordered({ env, admit }: Desk, key: Key, n: number): Promise<void> {
  nonce += 1
  await admit.submit({ keyId: key.id, nonce: BigInt(nonce) })
  const isBuy = n % 2 === 0
  const { answer } = await addOrder(env, key.institution_id, {
    timestamp: new Date().toISOString(),
    clordid: `single-${nonce}`,
    symbol: 'VCHF/CHF',
    side: isBuy ? 'Buy' : 'Sell',
    ordtype: 'Limit',
    timeinforce: 'FOK',
    orderqty: '10',
    price: isBuy ? '1.001' : '0.999',
  })
  if (answer.order.ordstatus !== 'Filled') throw new Error(`an order was ${JSON.stringify(answer)}`)
}
