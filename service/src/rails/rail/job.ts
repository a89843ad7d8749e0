import { assets } from '@specie/protocol/assets.ts'
import { next } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { performIntent, recordIntent } from '../../base/jobs/intents.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { Collection, Provider } from '../../base/ports/ports.ts'
import { batchSize, moveRows, byService, repeatUntilDone, type Work } from '../../base/state-machine/transitions.ts'
import { railAddressOf } from '../../chains/deposit-address/deposit-address.ts'
import { unreliableChains } from '../../chains/watcher/reliable.ts'
import { conclude, decided, rejectedRows, releasedRows, screenRows } from '../../compliance/screening.ts'
import { type DepositPlace, type Rail, railMachine, railsJob } from './row.ts'

/** Carries rails on: opens the place where their money is to be sent, and makes them active. */
export const carryRails: Job = {
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

/** Rails whose place is to be opened: a held one only when people have released it. */
async function openAll(env: Env): Promise<number> {
  const waiting = await env.db.query<Rail>(
    `select * from rails.rail where state in ('pending', 'held') and funding is null and not on_hold order by created_at, id`,
  )
  const held = waiting.filter(({ state }) => state === 'held').map(({ id }) => id)
  const verdicts = await decided(env.db, held)
  const ready = waiting.filter(({ id, state }) => state === 'pending' || verdicts.get(id) === 'release')
  let steps = 0
  for (let from = 0; from < ready.length; from += together) {
    const opened = await Promise.all(ready.slice(from, from + together).map((rail) => open(env, rail)))
    steps += opened.filter(Boolean).length
  }
  return steps
}

/** A provider that does not answer costs ten seconds a call: one after the other they would hold up everybody. */
const together = 20

/** True when something has come of it; what could not be opened now is tried again. */
async function open(env: Env, rail: Rail): Promise<boolean> {
  if (rail.railtype === 'StablecoinToFiat') return env.db.tx((tx) => takeAddress(env, tx, rail))
  return env.provider === null ? false : openCollection(env, env.provider, rail)
}

async function takeAddress(env: Env, tx: Tx, { id, asset, blockchain }: Rail): Promise<boolean> {
  // Nobody is given an address at which coins would not be credited.
  if ((await unreliableChains(env, tx, [blockchain])).size > 0) return false
  const own = await railAddressOf(env, tx, id, blockchain)
  if (own === null) return false
  const min_amount = assets[asset].min_redeem!
  await fund(tx, id, { address: own.address, memo: null, blockchain, asset, min_amount })
  return true
}

const fund = (tx: Tx, id: string, funding: Collection | DepositPlace) =>
  tx.query('update rails.rail set funding = $2 where id = $1', [id, JSON.stringify(funding)])

type Outcome = Collection | { readonly refused: string }

/** Once for each rail, whatever crashes when (E1). */
async function openCollection(env: Env, provider: Provider, { id, institution_id, currency }: Rail): Promise<boolean> {
  const key = `rail:${id}`
  const [known] = await env.db.query<{ name: string; intended: boolean }>(
    `select name, exists (select from work.intent where key = $2) as intended
     from institutions.institution where id = $1`,
    [institution_id, key],
  )
  const { name, intended } = known!
  if (!intended) {
    const intent = { key, effect: 'provider.open_collection', subject: id }
    await env.db.tx((tx) => recordIntent(tx, intent, env.clock.now()))
  }
  const done = await performIntent<Outcome>(env, key, {
    send: async () => {
      const outcome = await provider.openCollection(key, { currency, name })
      if (outcome === null) throw new Error('the provider is still opening it')
      return outcome
    },
    // The provider opens one collection for a key: asking it again is the look-up.
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

/** A hold may have been placed while it was being opened. */
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

/** Rails on which people have decided; a released one serves when it has been opened. A late hold found it serving. */
const decide: Work = async (env, tx) => {
  const refused = (await rejectedRows<Rail>(tx, railMachine, batchSize)).filter(({ state }) => state !== 'pending')
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
  const open = (await releasedRows<Rail>(tx, railMachine, batchSize)).filter(({ funding }) => funding !== null)
  await moveRows(tx, railMachine, open, 'release', byService(env, 'release decided'))
  return open.length + rejected.length
}
