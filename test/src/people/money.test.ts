import type { RequestOf, ResponseOf, SignedEndpoint } from '@specie/protocol/endpoints/endpoint.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { acts } from '@specie/protocol/people/acts.ts'
import type { PeopleRequest, PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { moneyCalls } from '@specie/protocol/portal/money.ts'
import type { withdraw } from '@specie/protocol/endpoints/transfers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { onboard } from '../client.ts'
import { expectBooksToStand } from '../issuance.ts'
import { member } from '../people.ts'
import { orderFields } from '../trading.ts'
import type { AddressDesk } from './address-desk.ts'
import { type Institution, openInstitution, type Person, startMoneyDesk, symbol } from './money-desk.ts'
import { as } from './portal.ts'

// People can do in the portal what the signed API can do, by the same product functions (ADR 55). Further calls of the portal:
// overview.test.ts.

let desk: AddressDesk
let acme: Institution
let trader: Person
beforeAll(async () => {
  desk = await startMoneyDesk()
})
beforeEach(async () => {
  acme = await openInstitution(desk)
  trader = await acme.join('trader')
})
afterAll(async () => {
  await expectBooksToStand(desk.database.app)
  await desk.stop()
})

const signed = endpoints.filter((one): one is SignedEndpoint => one.access === 'signed')

test('pages have the types of the signed call', () => {
  expectTypeOf<PeopleRequest<typeof moneyCalls.withdraw>>().toEqualTypeOf<RequestOf<typeof withdraw>>()
  expectTypeOf<PeopleResponse<typeof moneyCalls.withdraw>>().toEqualTypeOf<ResponseOf<typeof withdraw>>()
  expectTypeOf<PeopleResponse<typeof moneyCalls.withdraw>['withdrawalid']>().toEqualTypeOf<string | null>()
})

test('every signed endpoint is a call of the portal too, except the one about the signing key', () => {
  const missing = signed.filter(({ name }) => !(name in moneyCalls)).map(({ name }) => name)
  expect(missing).toEqual(['keyInfo'])
  for (const endpoint of signed.filter(({ name }) => name !== 'keyInfo')) {
    const call = moneyCalls[endpoint.name as keyof typeof moneyCalls]
    expect(call).toMatchObject({ name: endpoint.name, where: 'portal' })
    expect([call.request, call.response]).toEqual([endpoint.request, endpoint.response])
    const roles = endpoint.needs.scope === 'read' ? ['admin', 'trader', 'approver', 'viewer'] : ['trader']
    expect([endpoint.name, acts[call.act].roles]).toEqual([endpoint.name, roles])
  }
})

/** Without ids and times, which always differ. */
const shape = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value: unknown) =>
      typeof value === 'string' && /^(at|next_cursor|timestamp|reference|usable_from)$|id$|_at$/.test(name)
        ? name
        : value,
    ),
  )

describe('the same act by a person and by a key', () => {
  const order = orderFields({ clordid: 'o-1' })
  const quote = { symbol, side: 'Sell', orderqty: '100', clreqid: 'q-1' }
  const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '200000', destination: 'vault', clreqid: 'm-1' }
  const redeem = { asset: 'VCHF', blockchain: 'ETH', quantity: '1000', bankaccount: 'main', clreqid: 'r-1' }
  const withdraw = { asset: 'CHF', quantity: '250.50', destination: 'main', clreqid: 'w-1' }
  const canceled = { asset: 'CHF', quantity: '9', destination: 'main', clreqid: 'w-2' }

  test('leaves the same books, answers and lists', async () => {
    const beta = await openInstitution(desk)
    const byPerson: unknown[] = [
      await trader.post('/account/orders', order),
      await trader.post('/account/mints', mint),
      await trader.post('/account/redemptions', redeem),
      await trader.post('/account/withdrawals', withdraw),
    ]
    const request = await trader.post('/account/quotes', quote)
    // Five acts a second are one person's limit: another person continues.
    const second = await acme.join('trader')
    byPerson.push(request, await second.post('/account/conversions', { quoteid: request.quoteid, clreqid: 'c-1' }))
    const { withdrawalid } = await second.post('/account/withdrawals', canceled)
    byPerson.push(await second.post('/account/withdrawals/cancel', { withdrawalid }))

    const byKey: unknown[] = [
      await beta.signed('addOrder', order),
      await beta.signed('mintTokens', mint),
      await beta.signed('redeemTokens', redeem),
      await beta.signed('withdraw', withdraw),
    ]
    const offered = await beta.signed('requestQuote', quote)
    byKey.push(offered, await beta.signed('convert', { quoteid: offered.quoteid, clreqid: 'c-1' }))
    const last = await beta.signed('withdraw', canceled)
    byKey.push(await beta.signed('cancelWithdrawal', { withdrawalid: last.withdrawalid }))

    expect(byPerson.map(shape)).toEqual(byKey.map(shape))
    expect(await acme.balances()).toEqual(await beta.balances())
    for (const [name, { path, act, method }] of Object.entries(moneyCalls)) {
      if (act !== 'money.read' || method !== 'GET' || ['depositAddress', 'statement'].includes(name)) continue
      // Events appear once no older transaction is open: the feed may lag behind the lists.
      await vi.waitFor(
        async () => expect([name, shape(await trader.get(path))]).toEqual([name, shape(await beta.signed(name))]),
        { timeout: 60_000, interval: 500 },
      )
    }
    const period = { from: '2026-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', format: 'csv' }
    const { documents } = await trader.get('/account/statement', period)
    expect(documents).toHaveLength(1)
    const address = await trader.get('/account/deposit-address', { asset: 'CHF' })
    expect(address.reference).toBe((await acme.signed('depositAddress', { asset: 'CHF' })).reference)
  })

  test('under one client id it is done once, for every caller', async () => {
    const first = await trader.post('/account/orders', order)
    const again = await trader.tries('/account/orders', order)
    expect([again.status, again.headers.get('x-app-replayed')]).toEqual([200, 'true'])
    expect(again.body).toEqual(first)
    expect(await acme.signed('addOrder', order)).toEqual(first)
    const paid = await acme.signed('withdraw', withdraw)
    expect(await trader.post('/account/withdrawals', withdraw)).toEqual(paid)
    expect((await trader.get('/account/withdrawals')).withdrawals).toHaveLength(1)
    const other = await trader.tries('/account/withdrawals', { ...withdraw, quantity: '1' })
    expect(other).toMatchObject({ status: 400, body: { code: 'duplicate_clreqid' } })
  })
})

test('a rail is added and listed, and without a fresh factor only validated', async () => {
  const party = { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' }
  const instructions = { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' }
  const rail = { railtype: 'FiatToStablecoin', sender: party, recipient: party, wallet: { destination: 'vault' } }
  const answer = await trader.post('/account/rails', { ...rail, instructions })
  expect(answer).toMatchObject({ status: 'pending', destination: 'vault', reason: null })
  expect((await trader.get('/account/rails')).rails).toMatchObject([{ railid: answer.railid }])
  await grownOld(trader)
  expect((await trader.tries('/account/rails', { ...rail, instructions })).body.code).toBe('fresh_factor_required')
  expect(await trader.post('/account/rails', { ...rail, instructions, validate: true })).toMatchObject({ railid: '' })
  expect((await trader.get('/account/rails')).rails).toHaveLength(1)
})

/** Its factor was shown six minutes ago. */
const grownOld = ({ session }: Person) =>
  desk.database.owner.query(`update people.session set factor_at = now() - interval '6 minutes' where id = $1`, [
    session.id,
  ])

describe('roles', () => {
  const tries: Record<string, object> = {
    '/account/orders': orderFields({ clordid: 'x' }),
    '/account/quotes': { symbol, side: 'Buy', orderqty: '1' },
    '/account/conversions': { from_currency: 'CHF', to_currency: 'VCHF', quantity: '1', min_received: '0' },
    '/account/mints': { asset: 'VCHF', blockchain: 'ETH', quantity: '200000' },
    '/account/redemptions': { asset: 'VCHF', blockchain: 'ETH', quantity: '1000' },
    '/account/withdrawals': { asset: 'CHF', quantity: '1', destination: 'main' },
  }

  test.each(['admin', 'approver', 'viewer'] as const)('%s reads and moves nothing', async (role) => {
    const person = await acme.join(role)
    const before = await acme.balances()
    for (const [path, fields] of Object.entries(tries)) {
      const { status, body } = await person.tries(path, fields)
      expect([path, status, body.code]).toEqual([path, 403, 'role_missing'])
    }
    expect(await acme.balances()).toEqual(before)
    expect((await person.get('/account/balances')).balances).toContainEqual({
      asset: 'CHF',
      available: '1000000',
      pending: '0',
    })
  })

  test.each([
    ['suspended', 'account_suspended'],
    ['offboarded', 'account_suspended'],
    ['in_review', 'kyb_required'],
  ])('no person of an institution that is %s', async (kyb, code) => {
    const stopped = await onboard(desk.origin, { kyb, agreements: [] })
    const person = as(await member(desk.env, stopped.institutionid, 'trader'), desk.origin)
    for (const [path, fields] of Object.entries(tries)) {
      expect([path, (await person('POST', path, fields)).body.code]).toEqual([path, code])
    }
    for (const { path, method } of Object.values(moneyCalls)) {
      if (method !== 'GET') continue
      const { body } = await person('GET', path)
      // Required fields are checked first.
      expect([path, body.code]).toEqual([path, body.code === 'bad_request' ? 'bad_request' : code])
    }
  })

  test('no person without the agreement', async () => {
    const without = await onboard(desk.origin, { agreements: ['crypto_conversion'] })
    const person = as(await member(desk.env, without.institutionid, 'trader'), desk.origin)
    const { body } = await person('POST', '/account/mints', tries['/account/mints'])
    expect([body.code, body.details.agreement]).toEqual(['agreement_missing', 'stablecoin_issuance'])
  })

  test('rows of another institution do not exist', async () => {
    const beta = await openInstitution(desk)
    const theirs = await beta.signed('withdraw', { asset: 'CHF', quantity: '1', destination: 'main' })
    const nothing = '00000000-0000-7000-8000-000000000000'
    const reported = async (withdrawalid: string) => {
      const { status, body } = await trader.tries('/account/withdrawals/cancel', { withdrawalid })
      return [status, body.code, body.details]
    }
    expect(await reported(theirs.withdrawalid)).toEqual(await reported(nothing))
    expect((await trader.get('/account/withdrawals', { withdrawalid: theirs.withdrawalid })).withdrawals).toEqual([])
    const [row] = (await beta.signed('queryWithdrawals')).withdrawals
    expect(row.status).toBe('pending')
    const page = await beta.signed('queryTransfers', { limit: '1' })
    if (page.next_cursor !== null) {
      const foreign = await trader.tries(`/account/transfers?limit=1&cursor=${page.next_cursor}`)
      expect(foreign.body.code).toBe('invalid_cursor')
    }
  })

  test('a withdrawal needs a fresh factor; its preview, an order and a cancellation do not', async () => {
    const fields = tries['/account/withdrawals']!
    const { withdrawalid } = await trader.post('/account/withdrawals', fields)
    await grownOld(trader)
    expect((await trader.tries('/account/withdrawals', fields)).body.code).toBe('fresh_factor_required')
    expect((await trader.tries('/account/withdrawals', { ...fields, validate: 'false' })).status).toBe(403)
    const shown = await trader.post('/account/withdrawals', { ...fields, validate: 'true' })
    expect(shown).toMatchObject({ validated: true, withdrawalid: null, fee: '0' })
    await trader.post('/account/orders', orderFields({ clordid: 'quick' }))
    expect(await trader.post('/account/withdrawals/cancel', { withdrawalid })).toMatchObject({ status: 'canceled' })
  })

  test('one person acts five times a second at most', async () => {
    const began = performance.now()
    const request = Array.from({ length: 60 }, () => trader.tries('/account/quotes', tries['/account/quotes']))
    const statuses = (await Promise.all(request)).map(({ status }) => status)
    const seconds = (performance.now() - began) / 1_000
    const answered = statuses.filter((status) => status === 200).length
    expect(statuses.filter((status) => status === 429).length).toBe(60 - answered)
    expect(answered).toBeGreaterThanOrEqual(5)
    // Five at once, and five for each second that a busy machine takes to answer all.
    expect(answered).toBeLessThanOrEqual(5 + 5 * seconds)
    expect((await (await acme.join('trader')).tries('/account/quotes', tries['/account/quotes'])).status).toBe(200)
  })

  test('a revoked role counts from the next call on', async () => {
    const admin = await acme.join('admin')
    await admin.post(`/members/${trader.id}/roles`, { roles: ['viewer'], reason: 'left the desk' })
    const { status, body } = await trader.tries('/account/orders', tries['/account/orders'])
    // Their sessions have ended, and nothing was bought.
    expect([status, body.code]).toEqual([401, 'not_signed_in'])
    expect((await admin.get('/account/orders')).orders).toEqual([])
  })
})

test('the audit log has person, act and address; a dry run leaves no entry', async () => {
  await trader.post('/account/orders', orderFields({ clordid: 'audited', validate: 'true' }))
  await trader.post('/account/orders', orderFields({ clordid: 'audited' }))
  const { withdrawalid } = await trader.post('/account/withdrawals', {
    asset: 'CHF',
    quantity: '1',
    destination: 'main',
    clreqid: 'w-9',
  })
  const entries = await desk.env.db.query<{ body: string }>(
    'select body from audit.entry where body like $1 order by seq',
    [`%"actor":"person:${trader.id}"%`],
  )
  const result = entries.map(({ body }) => JSON.parse(body)).filter(({ action }) => action === 'call.made')
  const from = { session: trader.session.id, ip: '127.0.0.1' }
  expect(result.map(({ subject, detail }) => ({ subject, detail }))).toEqual([
    { subject: acme.id, detail: { call: 'addOrder', clordid: 'audited', ...from } },
    { subject: acme.id, detail: { call: 'withdraw', clreqid: 'w-9', ...from } },
  ])
  const [step] = await desk.env.db.query<{ actor: string }>(
    'select actor from state.history where subject = $1 order by id limit 1',
    [withdrawalid],
  )
  expect(step!.actor).toBe(`person:${trader.id}`)
})

test('a page that waits for events is notified of one', async () => {
  const seen: { clordid: string | null; type: string; status: string }[] = []
  let cursor: string | undefined
  const read = async (wait: string) => {
    const page = await trader.get('/account/events', { ...(cursor ? { cursor } : {}), wait })
    seen.push(...page.events)
    cursor = page.next_cursor
  }
  await read('0')
  const waiting = read('20')
  await acme.signed('addOrder', orderFields({ clordid: 'awaited' }))
  await waiting
  const awaited = () => seen.filter(({ clordid }) => clordid === 'awaited')
  // The feed waits for every open transaction on the server: other tests may delay it.
  while (awaited().length === 0) await read('20')
  expect(awaited()).toMatchObject([{ type: 'order', status: 'Filled' }])
})
