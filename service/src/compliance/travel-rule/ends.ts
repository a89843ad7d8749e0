import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { forEachItem } from '../../base/jobs/for-each-due.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { change, type Exchange, lockExchange, nothingDue, step } from './row.ts'

// A transfer has ended: its counterparty learns the transaction, or that there is none.

type End = { readonly id: string; readonly txid: string | null; readonly reason: string | null }

export async function tellEnds(env: Env): Promise<number> {
  const ends = await env.db.query<End>(
    `select e.id, t.txid, t.reason from compliance.exchange e
     join lateral (select txid, reason from compliance.transfer_end where subject = e.subject_id
       order by txid nulls last limit 1) t on true
     where e.direction = 'out' and e.ended_as is null and e.state in ('draft', 'sent', 'acknowledged', 'approved', 'conflict')
     order by e.opened_at, e.id limit 200`,
  )
  return forEachItem(env, ends, (end) => env.db.tx((tx) => tellEnd(env, tx, end)))
}

async function tellEnd(env: Env, tx: Tx, { id, txid, reason }: End): Promise<number> {
  const exchange = await lockExchange(tx, id)
  if (exchange.ended_as !== null || isOver(exchange)) return 0
  const due = exchange.answer_to.length > 0 ? toldNow(env) : nothingDue
  if (txid !== null) {
    await change(env, tx, exchange, { ...due, txid, ended_as: 'sent' })
    return 1
  }
  const canceled = await step(tx, exchange, ['cancel'], byService(env, 'the transfer has ended'))
  await change(env, tx, canceled, { ...due, ended_as: 'canceled', reason: reason ?? 'The transfer was canceled.' })
  return 1
}

const isOver = ({ state }: Exchange): boolean =>
  !['draft', 'sent', 'acknowledged', 'approved', 'conflict'].includes(state)

const toldNow = (env: Env) => ({ due: 'confirmation', next_at: env.clock.now(), tries: 0 }) as const
