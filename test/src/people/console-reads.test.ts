import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import { house } from '@specie/service/ledger/house.ts'
import { recordPrices } from '@specie/service/trading/market/price-history.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approve, staff } from '../people.ts'
import { endow, setBook } from '../trading.ts'
import { as } from './portal.ts'
import { browser, type Served, servePeople } from './served.ts'
import { addSampleRows, type Institution, newInstitution, type SampleRows } from './sample-rows.ts'

// The data of single items in the console: everything for a decision, on one screen.

type Caller = ReturnType<typeof as>

let served: Served
let beta: Institution
let rows: SampleRows
let officer: Caller
let auditor: Caller

beforeAll(async () => {
  served = await servePeople()
  beta = await newInstitution(served, 'Beta AG')
  rows = await addSampleRows(served, beta, 'Beta AG')
  officer = as(await staff(served.env, 'compliance'), served.origin)
  auditor = as(await staff(served.env, 'auditor'), served.origin)
})
afterAll(() => served.end())

const get = async (who: Caller, path: string) => {
  const { status, body } = await who('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

test('a hosted wallet is shown with its provider, the matching entry of a list and the acts of people', async () => {
  const { addressid } = (
    await beta.at.post('addresses', {
      blockchain: 'ETH',
      address: `0x${'34'.repeat(20)}`,
      label: 'exchange',
      vasp: 'Zarkovia Exchange',
    })
  ).body
  const listed = { name: 'Zarkovija Exchange Ltd', list: 'UAT', effect: 'review' } as const
  await served.env.db.tx((tx) => addToWatchlist(tx, [listed], served.env.clock.now()))
  const before = await get(officer, `/addresses/${addressid}`)
  expect(before).toMatchObject({
    institution: 'Beta AG',
    state: 'in_review',
    hits: [{ name: 'Zarkovia Exchange', entry: { name: 'Zarkovija Exchange Ltd', list: 'own', programmes: ['UAT'] } }],
  })
  const decided = { decision: 'clear', reason: 'another company' }
  const request = await officer('POST', `/addresses/${addressid}/decide`, decided)
  expect([request.status, request.body.state]).toEqual([200, 'in_review'])
  await approve(served.env, await staff(served.env, 'mlro'), request.body.approvalid)
  const after = await get(officer, `/addresses/${addressid}`)
  expect(after.state).toBe('travel_rule')
  expect(after.history).toContainEqual(
    expect.objectContaining({ what: 'address.cleared', actor_name: 'Nora Keller', why: 'another company' }),
  )
  const hosted = await get(officer, '/addresses?ownership=vasp&travelrule=missing')
  expect(hosted.items).toMatchObject([{ addressid, institution: 'Beta AG', travelrule: { status: 'missing' } }])
  expect((await get(officer, '/addresses?ownership=vasp&travelrule=complete')).items).toEqual([])
})

test('a bank account in another name shows its reason, and its decision', async () => {
  const account = { label: 'other', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Gamma AG' }
  const { accountid } = (await beta.at.post('bank-accounts', account)).body
  expect(await get(officer, `/bank-accounts/${accountid}`)).toMatchObject({
    institution: 'Beta AG',
    name: 'Gamma AG',
    status: 'unconfirmed',
    waits_because: expect.stringContaining('in the name Gamma AG, and your institution is Beta AG'),
  })
  const request = { decision: 'clear', reason: 'its former name' }
  const { approvalid } = (await officer('POST', `/bank-accounts/${accountid}/decide`, request)).body
  await approve(served.env, await staff(served.env, 'mlro'), approvalid)
  const after = await get(officer, `/bank-accounts/${accountid}`)
  expect(after).toMatchObject({ status: 'active', waits_because: null })
  expect(after.history[0]).toMatchObject({ what: 'bankaccount.cleared', why: 'its former name' })
})

test('an agreement is read with its text; a person with their institution', async () => {
  const agreement = await get(auditor, `/agreements/${rows.agreement}`)
  expect(agreement).toMatchObject({ institution: 'Beta AG', product: 'crypto_conversion', status: 'sent' })
  expect(agreement.text).toMatch(/^# /)
  expect(await get(auditor, `/members/${rows.member}`)).toMatchObject({
    institution: 'Beta AG',
    institutionid: beta.id,
    roles: ['viewer'],
  })
  const colleague = (await staff(served.env, 'support')).person.id
  expect((await auditor('GET', `/members/${colleague}`)).status).toBe(404)
})

test('a suspended rail waits in the queue', async () => {
  const { env } = served
  expect((await get(auditor, '/queue?kind=rail')).items).toEqual([])
  const operations = as(await staff(env, 'operations'), served.origin)
  const { status } = await operations('POST', `/rails/${rows.rail}/suspend`, { reason: 'the provider is down' })
  expect(status).toBe(200)
  expect((await get(auditor, '/queue?kind=rail')).items).toMatchObject([
    {
      id: rows.rail,
      title: 'Payment rail from CHF to VCHF that is suspended, Beta AG',
      state: 'suspended',
      path: `/console/rails/${rows.rail}`,
    },
  ])
})

test('lists show the references for names and countries, and can be searched', async () => {
  const many = ['Alpha', 'Alphabet', 'Omega'].map((name) => ({ name, list: 'Second', effect: 'refuse' }) as const)
  await served.env.db.tx((tx) => addToWatchlist(tx, many, served.env.clock.now()))
  const lists = await get(auditor, '/lists')
  expect(lists.watchlists).toContainEqual(expect.objectContaining({ list: 'Second', effect: 'refuse', entries: 3 }))
  expect(lists.countries[0]).toMatchObject({ name: 'Called out', countries: expect.arrayContaining(['KP', 'IR']) })
  expect(lists.reviews).toContainEqual({ risk_class: 'high', months: 12 })
  expect(lists.agreements).toHaveLength(2)
  const names = async (query: string) =>
    (await get(auditor, `/lists/entries?${query}`)).items.map(({ name }: { name: string }) => name).toSorted()
  expect(await names('list=Second&name=alpha')).toEqual(['Alpha', 'Alphabet'])
  expect(await names('list=Second&name=%25')).toEqual([])
  const first = await get(auditor, '/lists/entries?list=Second&limit=2')
  const second = await get(auditor, `/lists/entries?list=Second&limit=2&cursor=${first.next_cursor}`)
  expect([...first.items, ...second.items]).toHaveLength(3)
})

test('the supply of a coin is shown by chain and by ledger, and that it was not compared yet', async () => {
  const { owner } = served.database
  await owner.query(
    `insert into chains.contract (chain, asset, address, created_at) values ('ETH', 'VCHF', '0x1', now()), ('BASE', 'VCHF', '0x2', now())`,
  )
  await owner.query(
    `insert into chains.supply (chain, asset, on_chain, ledger, compared_at) values ('ETH', 'VCHF', 1000000, 2500000, now())`,
  )
  const operations = as(await staff(served.env, 'operations'), served.origin)
  const { items } = await get(operations, '/chains/supplies')
  expect(items).toMatchObject([
    { blockchain: 'BASE', asset: 'VCHF', compared: null },
    { blockchain: 'ETH', asset: 'VCHF', compared: { on_chain: '1', ledger: '2.5', difference: '-1.5' } },
  ])
})

test('staff sees the source of each quote, and the public sees past prices', async () => {
  await endow(served.env, house, { CHF: '1000', VCHF: '150' })
  const asks = [
    ['1.0001', '100'],
    ['1.0002', '100'],
  ] as const
  await setBook(served.env, 'VCHF/CHF', { bids: [['0.9999', '100']], asks })
  const operations = as(await staff(served.env, 'operations'), served.origin)
  expect(await get(operations, '/pairs/book?symbol=VCHF/CHF')).toMatchObject({
    status: 'online',
    bids: [{ price: '0.9999', quantity: '100', provider: 'desk' }],
    asks: [
      { price: '1.0001', quantity: '100', provider: 'desk' },
      { price: '1.0002', quantity: '50', provider: 'desk' },
    ],
  })
  await recordPrices.run(served.env)
  const { body } = await browser(served.origin).get('public/price-history?symbol=VCHF/CHF&span=1h')
  expect(body).toMatchObject({ step_seconds: 60, prices: [{ bid: '0.9999', ask: '1.0001' }] })
})

test('the limits of an institution, and its movements of today', async () => {
  await endow(served.env, beta.id, { CHF: '250' })
  const { limits, second_person, today } = await get(officer, `/institutions/${beta.id}/limits`)
  expect(limits).toContainEqual(expect.objectContaining({ limit: 'operation_maximum', asset: 'VCHF' }))
  expect(second_person).toEqual({ kinds: expect.any(Array), amounts: expect.any(Array) })
  expect(today).toContainEqual({ asset: 'CHF', received: expect.stringMatching(/^\d+$/), sent: expect.any(String) })
})

test('the system shows the last run of each job, and which ones fail or are late', async () => {
  const operations = as(await staff(served.env, 'operations'), served.origin)
  await served.database.owner.query(
    `insert into work.job_run (name, runs, failures, last_at, took_ms, failed_at) values
       ('banking.poll', 9, 1, now(), 12, now() - interval '1 hour'),
       ('banking.wires', 5, 2, now(), 7, now()),
       ('onboarding.reviews', 3, 0, now() - interval '2 minutes', 4, null),
       ('onboarding.erasure', 1, 0, now() - interval '2 hours', 4, null),
       ('former.job', 1, 1, now(), 4, now())`,
  )
  const { jobs } = await get(operations, '/system')
  const of = (name: string) => jobs.find((one: any) => one.name === name)
  expect(of('banking.poll')).toMatchObject({ state: 'in_order', runs: 9, failures: 1, took_ms: 12, every_ms: 1_000 })
  expect(of('banking.wires')).toMatchObject({ state: 'failing', failures: 2 })
  expect(of('onboarding.reviews').state).toBe('late')
  expect(of('onboarding.erasure').state).toBe('in_order')
  expect(of('people.approvals')).toMatchObject({ state: 'not_run', last_at: null, took_ms: null })
  expect(of('former.job')).toBeUndefined()
})
