import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { machines, pathTo, statesOf } from '@specie/protocol/machines.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, onboard } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type RunningService, startService } from '../programs/service.ts'

// Every signed endpoint, for every state of the caller's key, of its KYB case and of its agreements: the answer of the
// contract. Endpoints and states come from the tables. Addresses and bank accounts: address-states.test.ts.

let database: TestDatabase
let service: RunningService
beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const signed = endpoints.filter((endpoint) => endpoint.access === 'signed')
const products = ['stablecoin_issuance', 'crypto_conversion']

type Signed = (typeof signed)[number]

/** The answer to an empty body: past the gate it is the missing field, or the result. */
async function answerOf(client: Client, { path, body }: Signed): Promise<string> {
  await database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const over = body === 'json' ? { contentType: 'application/json' } : {}
  const answer = await client.call(path.replace('/private/', ''), {}, over)
  const { code, details } = answer.body
  if (answer.status === 200 || code === 'bad_request') return 'passes'
  return `${answer.status} ${code} ${details?.key_status ?? details?.reason ?? ''}`.trim()
}

/** Calls every endpoint; each answers as expected. */
async function expectAnswers(client: Client, expected: (endpoint: Signed) => string): Promise<void> {
  const answers: [string, string][] = []
  for (const endpoint of signed) answers.push([endpoint.name, await answerOf(client, endpoint)])
  expect(answers).toEqual(signed.map((endpoint) => [endpoint.name, expected(endpoint)]))
}

/** Moves the institution's active key to a state, along the machine. */
async function moveKey({ institutionid }: Client, state: keyof typeof machines.api_key.states): Promise<void> {
  await database.owner.tx(async (tx) => {
    // There is no step back to it: the row is reset past its triggers.
    if (state === 'registered') await tx.query('set local session_replication_role = replica')
    await tx.query(`select state.set_actor('test', 'a test', now())`)
    const path = state === 'registered' ? [{ to: state }] : pathTo({ ...machines.api_key, initial: 'active' }, state)
    for (const { to } of path)
      await tx.query('update access.api_key set state = $2 where institution_id = $1', [institutionid, to])
  })
}

test.each(statesOf(machines.api_key))('a key that is %s', async (state) => {
  const client = await onboard(service.origin)
  await moveKey(client, state)
  const isUsable = state === 'active' || state === 'rotating'
  await expectAnswers(client, () => (isUsable ? 'passes' : `401 signature_failure ${state}`))
})

/** Both sides of the contract's order: KYB is reported first, also without an agreement. */
const kyb: { [state in keyof typeof machines.kyb_case.states]: string } = {
  draft: '403 kyb_required draft',
  submitted: '403 kyb_required submitted',
  screening: '403 kyb_required screening',
  edd_required: '403 kyb_required edd_required',
  in_review: '403 kyb_required in_review',
  info_requested: '403 kyb_required info_requested',
  approved: 'passes',
  periodic_review: 'passes',
  review_overdue: '403 kyb_required review_overdue',
  suspended: '403 account_suspended suspended',
  rejected: '403 kyb_required rejected',
  offboarded: '403 account_suspended offboarded',
}

describe('a KYB case', () => {
  test.each(statesOf(machines.kyb_case))('that is %s', async (state) => {
    const isCleared = kyb[state] === 'passes'
    const client = await onboard(service.origin, { kyb: state, ...(!isCleared && { agreements: [] }) })
    await expectAnswers(client, () => kyb[state])
  })

  test('that was never opened', async () => {
    const client = await onboard(service.origin)
    await database.owner.tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query('delete from onboarding.kyb_case where institution_id = $1', [client.institutionid])
    })
    await expectAnswers(client, () => '403 kyb_required no_case')
  })
})

test.each(statesOf(machines.agreement))('agreements that are %s', async (state) => {
  const client = await onboard(service.origin, { agreements: [] })
  for (const product of products) {
    await database.owner.tx(async (tx) => {
      await tx.query(`select state.set_actor('test', 'a test', now())`)
      const [row] = await tx.query<{ id: string }>(
        `insert into onboarding.agreement (id, institution_id, product, version, state, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, '1', 'drafted', now(), now()) returning id`,
        [client.institutionid, product],
      )
      for (const { to } of pathTo(machines.agreement, state))
        await tx.query('update onboarding.agreement set state = $2 where id = $1', [row!.id, to])
    })
  }
  const isOpen = ({ needs }: Signed) => needs.agreement === undefined || state === 'active'
  await expectAnswers(client, (endpoint) => (isOpen(endpoint) ? 'passes' : '403 agreement_missing not_active'))
})

test.each(products)('an agreement on %s opens that product and no other', async (product) => {
  const client = await onboard(service.origin, { agreements: [product] })
  const isOpen = ({ needs: { agreement } }: Signed) => [undefined, 'any', product].includes(agreement)
  await expectAnswers(client, (endpoint) => (isOpen(endpoint) ? 'passes' : '403 agreement_missing not_active'))
})
