import { limitsOf } from '@specie/service/base/database/sessions.ts'
import { reviewInstitutions } from '@specie/service/onboarding/kyb/review.ts'
import { demoEntity } from '@specie/service/sandbox/demo/company.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, onboard } from '../client.ts'
import { patience } from '../database.ts'
import { approve, member, staff } from '../people.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { skipTheWait } from '../programs/uat.ts'
import { call, database, decided, env, officer, ok, passDays, stateOf, useKybDesk } from './kyb-desk.ts'

// Reviews, suspension and the end, as seen by a service process with a cached institution.

useKybDesk()

describe('after the approval', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await startService(database.url, { SPECIE_ROLE: 'api' })
  })
  afterAll(() => service.stop())

  /** The answer of a process with a cached institution to its next call. */
  async function answer(client: Client): Promise<string> {
    await skipTheWait(database, client)
    const { status, body } = await client.call('accountBalance')
    return status === 200 ? 'ok' : `${body.code} ${body.details.reason}`
  }
  const of = async ({ institutionid: id }: Client) => ({ id, admin: await member(env, id, 'admin') })
  const pass = (days: number) => {
    const settlement = passDays(days)
    return reviewInstitutions.run({ ...env, clock: { ...env.clock, now: () => settlement } })
  }

  test('an institution under review keeps its access until the deadline, and regains it after the review', async () => {
    const client = await onboard(service.origin)
    const institution = await of(client)
    expect(await answer(client)).toBe('ok')
    await pass(35 * 30)
    expect(await stateOf(institution)).toBe('approved')
    await pass(50)
    expect(await stateOf(institution)).toBe('periodic_review')
    expect(await answer(client)).toBe('ok')
    await pass(59)
    expect(await answer(client)).toBe('ok')
    await pass(2)
    expect(await answer(client)).toBe('kyb_required review_overdue')

    const early = await call(officer, `/kyb/${institution.id}/decision`, { decision: 'approve', reason: 'in order' })
    expect(early.body).toMatchObject({
      details: { rule: 'incomplete' },
      message: expect.stringMatching(/review.confirm/),
    })
    await ok(institution.admin, '/company/confirm', {})
    await decided(institution, 'approve')
    expect(await answer(client)).toBe('ok')
    const { review } = await ok(officer, `/kyb/${institution.id}`)
    expect(review.deadline).toBe(null)
    expect(Date.parse(review.due_at)).toBeGreaterThan(Date.now() + 1_000 * 86_400_000)
  })

  test('a review that ends in time never costs the access; a change requires another confirmation', async () => {
    const client = await onboard(service.origin)
    const institution = await of(client)
    await ok(officer, `/kyb/${institution.id}/review`, { reason: 'a new owner is known' })
    await ok(institution.admin, '/company/confirm', {})
    await ok(institution.admin, '/company/entity', { ...demoEntity('Acme Treasury AG'), activity: 'fund' })
    expect((await ok(institution.admin, '/company')).review.confirmed_at).toBe(null)
    await ok(institution.admin, '/company/confirm', {})
    await decided(institution, 'approve')
    await pass(61)
    expect(await answer(client)).toBe('ok')
  })

  test('one person suspends at once; two reinstate and two offboard', async () => {
    const client = await onboard(service.origin)
    const institution = await of(client)
    expect(await answer(client)).toBe('ok')
    await ok(officer, `/institutions/${institution.id}/suspend`, { reason: 'adverse news' })
    expect(await answer(client)).toBe('account_suspended suspended')
    await decided(institution, 'reinstate')
    expect(await answer(client)).toBe('ok')
    const { approval_id } = await ok(officer, `/institutions/${institution.id}/offboard`, { reason: 'they leave' })
    expect(await answer(client)).toBe('ok')
    await approve(env, await staff(env, 'mlro'), approval_id)
    expect(await answer(client)).toBe('account_suspended offboarded')
  })

  test('suspending and offboarding have the time limit of a job, not that of a call', async () => {
    const { institutionid: id } = await onboard(service.origin)
    // The statement's time limit in the database, while it stops open operations.
    await database.owner.query(`
      create table public.seen (ms integer);
      create function public.note_limit() returns trigger language plpgsql security definer as $$ begin
        insert into public.seen values (extract(epoch from current_setting('statement_timeout')::interval) * 1000);
        return new;
      end $$;
      create trigger a_limit before update of state on onboarding.kyb_case for each row execute function public.note_limit()`)
    await ok(officer, `/institutions/${id}/suspend`, { reason: 'adverse news' })
    const { approval_id } = await ok(officer, `/institutions/${id}/offboard`, { reason: 'they leave' })
    await approve(env, await staff(env, 'mlro'), approval_id)
    const seen = await database.owner.query<{ ms: number }>('select ms from public.seen')
    await database.owner.query(
      'drop trigger a_limit on onboarding.kyb_case; drop function public.note_limit; drop table public.seen',
    )
    const { statement } = limitsOf('acts', patience)
    expect(seen.map(({ ms }) => ms)).toEqual([statement, statement])
    expect(statement).toBeGreaterThanOrEqual(limitsOf('jobs', patience).statement)
  })
})
