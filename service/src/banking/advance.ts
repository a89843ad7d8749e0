import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { around } from '../base/faults.ts'
import type { Job } from '../base/jobs.ts'
import { type By } from '../base/machines.ts'
import { postIn } from '../ledger/post.ts'
import { sameParty } from './names.ts'
import { type HoldReason, moveWires, type Wire, wireJournal, wiresJob } from './wire.ts'

/** Takes every wire that can go on a step further, until none can. */
export const advanceWires: Job = {
  name: wiresJob,
  everyMs: 2_000,
  run: async (env) => {
    let steps = 0
    for (const step of [attribute, examine, screen]) {
      for (let moved = bulk; moved === bulk; steps += moved) moved = await step(env)
    }
    return steps
  },
}

/** Wires of one transaction: a day's thousands pass in seconds, and a crash costs little. */
const bulk = 250

type Step = (env: Env, tx: Tx, by: By) => Promise<number>

const step = (why: string, take: Step) => (env: Env) =>
  env.db.tx((tx) => take(env, tx, { actor: 'banking', why, at: env.clock.now() }))

/** Whose is it? The structured reference says so, or the virtual account that was paid, or who sent it. */
const attribute = step('attributed by what the bank told', async (env, tx, by) => {
  const found = await tx.query<Wire & { owner: string | null }>(
    `select wire.*, coalesce(quoted.institution_id, paid.institution_id, sender.institution_id) as owner
     from banking.wire
     left join banking.reference quoted on (quoted.value, quoted.currency) = (wire.reference, wire.currency)
     left join banking.reference paid on (paid.value, paid.currency) = (wire.paid_to, wire.currency)
     left join banking.sender on sender.account = wire.sender_account
     where state = 'booked' or (state = 'unidentified'
       and coalesce(quoted.institution_id, paid.institution_id, sender.institution_id) is not null)
     order by wire.created_at, wire.id limit $1 for update of wire skip locked`,
    [bulk],
  )
  const owners = new Map(found.map(({ id, owner }) => [id, owner]))
  const owned = found.filter(({ owner }) => owner !== null)
  for (const state of ['booked', 'unidentified']) {
    const some = owned.filter((wire) => wire.state === state)
    const moved = await moveWires(tx, some, 'attribute', ({ id }) => ({ institutionId: owners.get(id)! }), by)
    await post(env, tx, moved, (wire) => wireJournal(wire, 'attributed', 'unallocated', 'pending'))
  }
  const lost = found.filter(({ owner }) => owner === null)
  await moveWires(tx, lost, 'lose', () => ({ reason: 'no reference, virtual account or sender that is known' }), by)
  return found.length
})

/** Money of somebody else is not taken for the institution's own: it waits for a person. */
const examine = step('the sender compared with the institution', async (env, tx, by) => {
  const found = await tx.query<Wire & { name: string }>(
    `select wire.*, institution.name from banking.wire join institutions.institution on institution.id = institution_id
     where state = 'attributed' order by wire.created_at, wire.id limit $1 for update of wire skip locked`,
    [bulk],
  )
  const isOwn = (wire: Wire & { name: string }) => sameParty(wire.sender_name, wire.name)
  await moveWires(tx, found.filter(isOwn), 'screen', () => ({}), by)
  await hold(
    env,
    tx,
    found.filter((wire) => !isOwn(wire)),
    'aml_review',
    'sent by a third party',
    by,
  )
  return found.length
})

const screenSome = step('screened', async (env, tx, by) => {
  const found = await tx.query<Wire>(
    `select * from banking.wire where state = 'screening' order by created_at, id limit $1 for update skip locked`,
    [bulk],
  )
  const verdicts = found.map((wire) => ({ wire, verdict: screenWire(wire) }))
  const cleared = verdicts.filter(({ verdict }) => verdict === 'clear').map(({ wire }) => wire)
  const credited = await moveWires(tx, cleared, 'credit', () => ({}), by)
  await post(env, tx, credited, (wire) => wireJournal(wire, 'credited', 'pending', 'available'))
  for (const { wire, verdict } of verdicts) {
    if (verdict !== 'clear') await hold(env, tx, [wire], verdict, 'held by screening', by)
  }
  return found.length
})

async function screen(env: Env): Promise<number> {
  const [due] = await env.db.query(`select 1 from banking.wire where state = 'screening' limit 1`)
  return due ? around(env, 'wire.credited', () => screenSome(env)) : 0
}

/** Where the compliance room will be asked; until it stands, what has come this far is clear. */
function screenWire(_wire: Wire): 'clear' | HoldReason {
  return 'clear'
}

async function hold(env: Env, tx: Tx, wires: readonly Wire[], hold: HoldReason, reason: string, by: By): Promise<void> {
  const held = await moveWires(tx, wires, 'hold', () => ({ hold, reason }), by)
  await post(env, tx, held, (wire) => wireJournal(wire, 'held', 'pending', 'held'))
}

async function post(
  env: Env,
  tx: Tx,
  wires: readonly Wire[],
  journalOf: (wire: Wire) => ReturnType<typeof wireJournal>,
) {
  if (wires.length > 0) await postIn(env, tx, wires.map(journalOf))
}
