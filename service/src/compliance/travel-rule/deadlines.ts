import type { Env } from '../../base/env.ts'
import { type Due, forEachDue } from '../../base/jobs/for-each-due.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { holdTransfer, refuseTransfer } from './held-transfer.ts'
import { change, type Exchange, nothingDue, step } from './row.ts'

// Without a decision of the counterparty a transfer is held after three hours, and returned after three days.

export async function applyDeadlines(env: Env): Promise<number> {
  return (
    (await forEachDue<Exchange>(env, late(env), returnTransfer)) + (await forEachDue<Exchange>(env, slow(env), hold))
  )

  async function returnTransfer(tx: Parameters<typeof refuseTransfer>[1], exchange: Exchange): Promise<void> {
    const ended = await step(tx, exchange, ['time_out'], byService(env, 'the counterparty has not decided in time'))
    const reason = 'No decision in time.'
    const isApproved = exchange.answer_to.length > 0
    const due = isApproved ? ({ due: 'confirmation', next_at: env.clock.now(), tries: 0 } as const) : nothingDue
    const closed = await change(env, tx, ended, { ...due, reason, ended_as: 'canceled' })
    await refuseTransfer(env, tx, closed, 'the provider of the wallet has not decided in time')
  }

  async function hold(tx: Parameters<typeof holdTransfer>[1], exchange: Exchange): Promise<void> {
    const undecided = 'the provider of the wallet has not decided'
    await holdTransfer(env, tx, exchange, exchange.problem === null ? undecided : `${undecided}: ${exchange.problem}`)
    await change(env, tx, exchange, { held_at: env.clock.now() })
  }
}

const isUndecided = `direction = 'out' and state in ('draft', 'sent', 'acknowledged', 'conflict') and ended_as is null`

const before = ({ clock }: Env, seconds: number): Date => new Date(clock.settlement().getTime() - seconds * 1_000)

const slow = (env: Env): Due => ({
  table: 'compliance.exchange',
  condition: `${isUndecided} and held_at is null and opened_at <= $1`,
  values: [before(env, env.config.travelRuleHoldSeconds)],
  order: 'opened_at',
})

const late = (env: Env): Due => ({
  table: 'compliance.exchange',
  condition: `${isUndecided} and opened_at <= $1`,
  values: [before(env, env.config.travelRuleReturnSeconds)],
  order: 'opened_at',
})
