import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Confirmations } from '@specie/protocol/web-api/fields.ts'
import type { Env } from '../../base/env.ts'
import { finality, type OperationState } from './operations.ts'

type Latest = { chain: ChainCode; state: OperationState; depth: bigint }

/** The confirmations of the latest operation of this subject; null if there is none. */
export async function confirmationsOf(env: Pick<Env, 'db' | 'config'>, subject: string): Promise<Confirmations | null> {
  const [latest] = await env.db.query<Latest>(
    `select o.chain, o.state, coalesce(c.latest - t.height + 1, 0) as depth
     from chains.operation o left join chains.transaction t on t.id = o.transaction_id
     left join chains.cursor c on c.chain = o.chain
     where o.subject = $1 and o.state in ('working', 'final') order by o.created_at desc, o.id desc limit 1`,
    [subject],
  )
  if (latest === undefined) return null
  const needed = (await finality(env)).get(latest.chain)!
  const done = latest.state === 'final' ? needed : Math.min(needed, Math.max(0, Number(latest.depth)))
  return { done, needed }
}
