import { randomUUID } from 'node:crypto'
import { decideHold } from '@specie/test/people.ts'
import { type Desk, deskForEachTest, funded, million, mint, topUp } from '@specie/test/issuance.ts'
import { guardedBy, put, undone } from '@specie/test/database-rights/rows.ts'
import { expect, test } from 'vitest'
import type { Env } from '../base/env.ts'
import { decideHold as doDecide, placeHold } from './holds.ts'
import { screen } from './screening.ts'

let desk: Desk
let env: Env
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', million)
})

/** A mint that is queued for its chain, with a hold on it. */
async function held() {
  const institutionId = await funded(env, { CHF: 20_000_000n })
  const { requestid: id } = await mint(env, institutionId)
  const request = { institutionId, on: id, reason: 'aml_review' } as const
  const { holdid } = await env.db.tx((tx) => placeHold(env, tx, request, 'ann'))
  return { institutionId, id, holdid }
}
const decide = (holdid: string, decision: 'release' | 'reject') => decideHold(env, holdid, decision)
const isStopped = async (id: string) =>
  (await env.db.query<{ stopped: boolean }>('select compliance.is_stopped($1) as stopped', [id]))[0]!.stopped

test('SQL of the service cannot change the subject of a hold', async () => {
  const [one, other] = [await held(), await held()]
  for (const change of [`subject_id = '${other.id}'`, 'subject_id = null', `subject_kind = 'wire'`]) {
    await expect(env.db.query(`update compliance.hold set ${change} where id = $1`, [one.holdid])).rejects.toThrow(
      /keeps its subject/,
    )
  }
  expect(await isStopped(one.id)).toBe(true)
})

test('the decision on a hold and the time of its conclusion cannot be changed', async () => {
  const { holdid } = await held()
  await decide(holdid, 'reject')
  const set = (change: string) => env.db.query(`update compliance.hold set ${change} where id = $1`, [holdid])
  for (const change of [`maker = 'eve'`, `checker = 'eve'`, 'maker = null, checker = null'])
    await expect(set(change)).rejects.toThrow(/is decided/)
  await set('concluded_at = now()')
  for (const change of ['concluded_at = null', `concluded_at = now() + interval '1 day'`])
    await expect(set(change)).rejects.toThrow(/is decided/)
})

test('only a placed hold of this kind on this very item waits for a second approver of its institution', async () => {
  const { institutionId, id } = await held()
  const waits = (item: string, over: Record<string, unknown> = {}) =>
    undone(desk.database.owner, async (tx) => {
      await guardedBy(tx, null, 'compliance.hold')
      const hold = { institution_id: institutionId, subject_kind: 'mint', subject_id: id, reason: 'approval_required' }
      await put(tx, 'compliance.hold', { ...hold, state: 'placed', ...over })
      const [told] = await tx.query<{ waits: boolean }>('select compliance.awaits_second_person($1) as waits', [item])
      return told!.waits
    })
  const { id: other } = await held()
  expect([await waits(id), await waits(other)]).toEqual([true, false])
  expect([await waits(id, { reason: 'aml_review' }), await waits(id, { state: 'released' })]).toEqual([false, false])
})

test('a hold that waits for a second approver is not rejected before one has refused', async () => {
  const { institutionId, id } = await held()
  const reject = undone(desk.database.owner, async (tx) => {
    await guardedBy(tx, 'compliance.assert_hold_decided', 'compliance.hold')
    const hold = { institution_id: institutionId, subject_kind: 'mint', subject_id: id, reason: 'approval_required' }
    await put(tx, 'compliance.hold', { ...hold, state: 'placed' })
    await tx.query(`update compliance.hold set state = 'rejected' where subject_id = $1 and reason = $2`, [
      id,
      hold.reason,
    ])
  })
  await expect(reject).rejects.toMatchObject({ constraint: 'approval_missing' })
})

/** Waits until another transaction waits for a lock. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const [waiting] = await desk.database.owner.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    if (waiting) return
  }
}

test('a decision on a hold and a job that reads it at the same moment both succeed', async () => {
  const { institutionId, id, holdid } = await held()
  let decided: Promise<void>
  await env.db.tx(async (tx) => {
    await tx.query('select 1 from issuance.mint where id = $1 for update', [id])
    decided = decide(holdid, 'release')
    await someoneWaits()
    await screen(env, tx, 'mint', [{ id, institution_id: institutionId, state: 'screening' }])
  })
  await decided!
  expect(await isStopped(id)).toBe(false)
})

test('the refusal to decide a hold says whether it is unknown or already decided', async () => {
  const { holdid } = await held()
  const act = (id: string) =>
    env.db.tx((tx) => doDecide(env, tx, { holdid: id, decision: 'release' }, { maker: 'ann', checker: 'bob' }))
  await expect(act(randomUUID())).rejects.toMatchObject({ details: { field: 'holdid', rule: 'unknown' } })
  await decide(holdid, 'reject')
  await expect(act(holdid)).rejects.toMatchObject({ details: { field: 'holdid', rule: 'decided' } })
})
