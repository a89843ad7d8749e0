import { assets } from '@specie/protocol/assets.ts'
import { next } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { hasIntent, performIntent, recordIntent } from '../../base/jobs/intents.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { Collection, Provider } from '../../base/ports/provider.ts'
import { batchSize, moveRows, byService, repeatUntilDone, type Work } from '../../base/state-machine/transitions.ts'
import { railAddressOf } from '../../chains/deposit-address/deposit-address.ts'
import { unreliableChains } from '../../chains/trouble/reliable.ts'
import { conclude, decisionsOn, rejectedRows, screenRows } from '../../compliance/screening.ts'
import { institutionName } from '../../directory/institutions.ts'
import { callEach } from '../../markets/provider/call-each.ts'
import { type DepositInstructions, type Rail, railMachine, railsJob } from './row.ts'

/** Advances rails: opens the account or address for their funding, and activates them. */
export const advanceRails: Job = {
  name: railsJob,
  everyMs: 1_000,
  run: async (env) => {
    const [waiting] = await env.db.query(`select from rails.rail where state in ('pending', 'held') or on_hold limit 1`)
    if (!waiting) return 0
    let steps = await openAll(env)
    steps += await repeatUntilDone(env, activate)
    return steps + (await repeatUntilDone(env, decide))
  },
}

/** Rails that must be opened; held ones only after they were released. */
async function openAll(env: Env): Promise<number> {
  const waiting = await env.db.query<Rail>(
    `select * from rails.rail where state in ('pending', 'held') and funding is null and not on_hold order by created_at, id`,
  )
  const held = waiting.filter(({ state }) => state === 'held').map(({ id }) => id)
  const verdicts = await decisionsOn(env.db, held)
  const ready = waiting.filter(({ id, state }) => state === 'pending' || verdicts.get(id) === 'release')
  return callEach(ready, (rail) => open(env, rail))
}

/** True after progress; a rail that could not be opened is retried. */
async function open(env: Env, rail: Rail): Promise<boolean> {
  if (rail.railtype === 'StablecoinToFiat') return env.db.tx((tx) => assignAddress(env, tx, rail))
  return env.provider === null ? false : openCollection(env, env.provider, rail)
}

async function assignAddress(env: Env, tx: Tx, { id, asset, blockchain }: Rail): Promise<boolean> {
  // No address is assigned while deposits on the chain would not be credited.
  if ((await unreliableChains(env, tx, [blockchain])).size > 0) return false
  const own = await railAddressOf(env, tx, id, blockchain)
  if (own === null) return false
  const min_amount = assets[asset].min_redeem!
  await fund(tx, id, { address: own.address, memo: null, blockchain, asset, min_amount })
  return true
}

const fund = (tx: Tx, id: string, funding: Collection | DepositInstructions) =>
  tx.query('update rails.rail set funding = $2 where id = $1', [id, JSON.stringify(funding)])

type Outcome = Collection | { readonly refused: string }

/** Once for each rail, even after a crash (E1). */
async function openCollection(env: Env, provider: Provider, { id, institution_id, currency }: Rail): Promise<boolean> {
  const key = `rail:${id}`
  if (!(await hasIntent(env.db, key))) {
    const intent = { key, effect: 'provider.open_collection', subject: id }
    await env.db.tx((tx) => recordIntent(tx, intent, env.clock.now()))
  }
  const done = await performIntent<Outcome, { name: string }>(env, key, {
    // The institution may be renamed meanwhile.
    request: async () => ({ name: await institutionName(env.db, institution_id) }),
    send: async (_key, { name }) => {
      const outcome = await provider.openCollection(key, { currency, name })
      if (outcome === null) throw new Error('the provider is still opening it')
      return outcome
    },
    // The provider opens one collection per key, so the look-up sends the key again.
    lookup: async () => null,
    settle: (tx, outcome) =>
      'refused' in outcome ? refuse(env, tx, id, outcome.refused) : fund(tx, id, outcome).then(),
  })
  return done === 'settled'
}

async function refuse(env: Env, tx: Tx, id: string, reason: string): Promise<void> {
  const rails = await tx.query<Rail>('select * from rails.rail where id = $1 for update', [id])
  await moveRows(tx, railMachine, rails, 'reject', byService(env, 'refused by the provider'), { reason })
}

/** A hold may have been set while it was opened. */
const activate: Work = async (env, tx) => {
  const rails = await tx.query<Rail>(
    `select * from rails.rail where state = 'pending' and (funding is not null or on_hold)
     order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  if (rails.length === 0) return 0
  const { clear } = await screenRows(env, tx, 'rail', railMachine, rails, byService(env, 'screened'))
  await moveRows(tx, railMachine, clear, 'activate', byService(env, 'opened'))
  return rails.length
}

/**
 * Rails whose hold is decided. A released rail becomes active when it has been opened. A hold can also be set on an active
 * rail.
 */
const decide: Work = async (env, tx) => {
  const refused = await rejectedRows<Rail>(tx, railMachine, `state <> 'pending'`)
  const rejected = await conclude(env, tx, refused)
  const reason = 'refused after review'
  const by = byService(env, 'reject decided')
  await moveRows(
    tx,
    railMachine,
    rejected.filter(({ state }) => next(railMachine.machine, state, 'reject') !== null),
    'reject',
    by,
    { reason },
  )
  const open = await tx.query<Rail>(
    `select * from rails.rail where state = 'held' and not on_hold and funding is not null
     order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  await moveRows(tx, railMachine, open, 'release', byService(env, 'release decided'))
  return open.length + rejected.length
}
