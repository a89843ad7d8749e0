import { randomUUID } from 'node:crypto'
import { queueKinds } from '@specie/protocol/console/queue.ts'
import { importFile } from '@specie/service/banking/file/import.ts'
import { attributeWires } from '@specie/service/banking/wire/attribute.ts'
import { checkAllOf } from '@specie/service/checks/check.ts'
import { placeHold } from '@specie/service/compliance/holds.ts'
import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { haltPair } from '@specie/service/trading/market/switch-pair.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankOf, clientChf, entryOf, institutionAtBank } from '../banking/bank-files.ts'
import { decide, member, staff } from '../people.ts'
import { post } from '../post.ts'
import { as } from './portal.ts'
import { putAgreement, putKyb } from '../institution.ts'
import { browser, type Served, servePeople } from './served.ts'
import { addSampleRows, newInstitution } from './sample-rows.ts'

// The working pages of staff: the queue, the case of a hold, the books, and the search. Three wires have arrived: one is
// credited, one is held twice (by a person, and because its sender is new), and the owner of the third is unknown.

type Caller = ReturnType<typeof as>

let served: Served
let acme: string
let officer: Caller
let mlro: Caller
let auditor: Caller
let held: string
let holdid: string
const started = new Date()

beforeAll(async () => {
  served = await servePeople()
  const { env, origin } = served
  const { acme: id, qrr } = await institutionAtBank(env)
  acme = id
  const files = bankOf(clientChf)
  const reference = { type: 'QRR', value: qrr } as const
  await importFile(env, files.notify([entryOf('W1', { reference })]))
  await attributeWires.run(env)
  const counterparty = { name: 'Zarkovija Sanctionned Trading Ltd', account: 'CH9300762011623852957', bic: null }
  await importFile(env, files.notify([entryOf('W2', { reference, amount: 250_000n, counterparty })]))
  const request = { institutionId: acme, on: 'next wire', reason: 'sanctions_review' } as const
  holdid = (await env.db.tx((tx) => placeHold(env, tx, request, 'screening'))).holdid
  await attributeWires.run(env)
  await importFile(env, files.notify([entryOf('W3', { amount: 7_050n })]))
  await attributeWires.run(env)
  held = (await env.db.query<{ id: string }>(`select id from banking.wire where bankref = 'W2'`))[0]!.id
  const listed = { name: 'Zarkovia Sanctioned Trading LLC', list: 'UAT', effect: 'review' } as const
  await env.db.tx((tx) => addToWatchlist(tx, [listed], env.clock.now()))
  officer = as(await staff(env, 'compliance'), origin)
  mlro = as(await staff(env, 'mlro'), origin)
  auditor = as(await staff(env, 'auditor'), origin)
})
afterAll(() => served.end())

const get = async (who: Caller, path: string) => {
  const { status, body } = await who('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const countOf = (body: any, kind: string) => body.counts.find((one: any) => one.kind === kind)?.count

test('the queue lists waiting items, oldest first, with institution, amount, and page', async () => {
  const { items } = await get(officer, '/queue')
  const shown = items.map((one: any) => [one.kind, one.title, one.institution?.name ?? null, one.path])
  const titled = (reason: string) => `Wire of 2,500.00 CHF on hold: ${reason}, Acme Treasury AG`
  expect(shown.toSorted()).toEqual([
    ['hold', titled('AML review'), 'Acme Treasury AG', expect.any(String)],
    ['hold', titled('sanctions review'), 'Acme Treasury AG', `/console/holds/${holdid}`],
  ])
  expect(items[0].since <= items[1].since).toBe(true)
})

test('a wire without an owner waits for those who can assign it, and auditors see it too', async () => {
  const title = 'Wire of 70.50 CHF from Acme Treasury AG, whose owner is unknown'
  const operations = as(await staff(served.env, 'operations'), served.origin)
  for (const who of [operations, auditor]) {
    const { items } = await get(who, '/queue?kind=wire')
    expect(items).toMatchObject([{ title, institution: null, path: expect.stringMatching(/wires/) }])
  }
  expect((await get(officer, '/queue?kind=wire')).items).toEqual([])
  // Its sender has paid one institution before, which is suggested only.
  const [wire] = (await get(operations, '/bank/wires?state=unidentified')).items
  expect(wire).toMatchObject({ institutionid: null, suggested: { id: acme, name: 'Acme Treasury AG' } })
  expect(countOf(await get(officer, '/queue'), 'wire')).toBeUndefined()
})

test('a halted pair is only in the queue of those who read chains', async () => {
  await haltPair(served.env, 'VCHF/CHF', { actor: 'ann', why: 'The price jumped.', at: served.env.clock.now() })
  const operations = as(await staff(served.env, 'operations'), served.origin)
  const { items } = await get(operations, '/queue?kind=halt')
  expect(items.map((one: any) => one.title)).toEqual(['Trading of VCHF/CHF is halted. The price jumped.'])
  const seen = await get(officer, '/queue')
  expect(countOf(seen, 'halt')).toBeUndefined()
  expect(seen.items.map((one: any) => one.kind)).not.toContain('halt')
  expect((await get(officer, '/queue?kind=halt')).items).toEqual([])
  expect(countOf(await get(auditor, '/queue'), 'halt')).toBe(1)
})

test('pages of the queue have every item once, in the same order', async () => {
  const whole = (await get(auditor, '/queue')).items
  const parts: unknown[] = []
  for (let cursor = ''; ;) {
    const page = await get(auditor, `/queue?limit=1${cursor}`)
    expect(page.items).toHaveLength(1)
    parts.push(...page.items)
    if (page.next_cursor === null) break
    cursor = `&cursor=${page.next_cursor}`
  }
  expect(parts).toEqual(whole)
  expect(whole.length).toBe(4)
  const odd = Buffer.from('2026-11-17T07:00:00.000Z approval a\0b').toString('base64url')
  for (const cursor of ['x', odd])
    expect((await auditor('GET', `/queue?cursor=${cursor}`)).body.code).toBe('invalid_cursor')
})

test('the requester of a decision owns the case; the second person has it in the queue once, with the deadline', async () => {
  const compliance = await staff(served.env, 'compliance')
  const maker = as(compliance, served.origin)
  const requested = { holdid, decision: 'reject', reason: 'A strong match.' }
  const { id } = (await maker('POST', '/holds/decide', requested)).body
  const queued = (await get(officer, '/queue?kind=hold')).items.find((one: any) => one.id === holdid)
  expect(queued.owner).toEqual({ id: compliance.person.id, name: 'Nora Keller' })
  const ofHold = (await get(mlro, '/queue')).items.filter((one: any) => [id, holdid].includes(one.id))
  expect(ofHold).toMatchObject([
    { kind: 'hold', owner: { name: 'Nora Keller' }, due: expect.any(String), path: `/console/holds/${holdid}` },
  ])
  expect(await get(maker, `/holds/${holdid}/case`)).toMatchObject({
    proposal: { id, decision: 'reject', reason: 'A strong match.', is_own: true },
  })
  for (const role of ['support', 'treasury', 'admin'] as const) {
    const other = as(await staff(served.env, role), served.origin)
    expect((await get(other, '/approvals')).items, role).toEqual([])
    expect((await get(other, `/search?q=${id}`)).items, role).toEqual([])
    expect((await other('GET', `/approvals/${id}`)).status, role).toBe(404)
  }
  await decide(served.env, await staff(served.env, 'mlro'), id, 'refuse', 'not yet')
  expect((await get(officer, `/holds/${holdid}/case`)).proposal).toBeNull()
})

test('the page of a held operation shows the reason only to readers of holds', async () => {
  const whyHeld = async (who: Caller) =>
    (await get(who, `/operations/${held}`)).steps.filter(({ to }: any) => to === 'held').map(({ why }: any) => why)
  expect(await whyHeld(officer)).toEqual([expect.stringMatching(/review/)])
  expect(await whyHeld(as(await staff(served.env, 'treasury'), served.origin))).toEqual([''])
})

test('the case of a hold has its subject, its reason, the history, and the effect of each decision', async () => {
  const found = await get(officer, `/holds/${holdid}/case`)
  expect(found.thing).toMatchObject({
    kind: 'wire',
    id: held,
    title: 'Wire of 2,500.00 CHF',
    state: 'held',
    money: { asset: 'CHF', amount: '2500' },
    parties: ['Zarkovija Sanctionned Trading Ltd'],
  })
  expect(found.client).toMatchObject({
    id: acme,
    name: 'Acme Treasury AG',
    balances: [{ asset: 'CHF', available: '1000', pending: '0', held: '2500' }],
  })
  const [hit] = found.screening.hits
  expect(hit).toMatchObject({
    name: 'Zarkovija Sanctionned Trading Ltd',
    party: { kind: 'any', born: null },
    entry: {
      name: 'Zarkovia Sanctioned Trading LLC',
      list: 'own',
      effect: 'review',
      names: ['Zarkovia Sanctioned Trading LLC'],
      programmes: ['UAT'],
      is_ended: false,
    },
    // It was listed after the wire had come, and no job has compared it since.
    state: null,
  })
  expect(hit.why).toContain('trading: equal')
  expect(Number(hit.score)).toBeGreaterThan(0.85)
  expect(found.related.map((one: any) => one.title)).toEqual(['Wire of 1,000.00 CHF'])
  expect(found.history.map((one: any) => one.what)).toEqual(
    expect.arrayContaining(['hold.placed', 'held', 'attributed']),
  )
  expect(found.other_holds).toMatchObject([{ reason: 'aml_review', state: 'placed' }])
  expect(found.effects).toEqual([
    { decision: 'release', next: 'It stays on hold, because another hold on it must be decided too.', balances: [] },
    {
      decision: 'reject',
      next: 'It is returned to its sender.',
      balances: [{ asset: 'CHF', name: 'held', before: '2500', after: '0' }],
    },
    {
      decision: 'freeze',
      next: 'It stays with us, frozen, and is no longer the client’s.',
      balances: [{ asset: 'CHF', name: 'held', before: '2500', after: '0' }],
    },
  ])
})

test('the last hold on an operation shows the effect of its release', async () => {
  const { other_holds } = await get(officer, `/holds/${holdid}/case`)
  const maker = as(await staff(served.env, 'compliance'), served.origin)
  const requested = { holdid, decision: 'release', reason: 'The names only look alike.' }
  const { id } = (await maker('POST', '/holds/decide', requested)).body
  await decide(served.env, await staff(served.env, 'mlro'), id, 'approve', 'I agree.')
  const { effects, history, why } = await get(officer, `/holds/${other_holds[0].holdid}/case`)
  expect(why).toBe('the sender of the wire is not the institution')
  expect(effects[0]).toEqual({
    decision: 'release',
    next: 'It is credited.',
    balances: [
      { asset: 'CHF', name: 'held', before: '2500', after: '0' },
      { asset: 'CHF', name: 'available', before: '1000', after: '3500' },
    ],
  })
  expect(history.length).toBeGreaterThan(0)
  const decided = await get(officer, `/holds/${holdid}/case`)
  expect(decided.effects).toEqual([])
  expect(decided.decided).toMatchObject({ decision: 'release', maker: { name: 'Nora Keller' } })
  expect([decided.decided.reason, decided.decided.decision_reason]).toEqual(['The names only look alike.', 'I agree.'])
  const ofHold = decided.history.filter((one: any) => one.of === 'hold')
  expect(ofHold.map(({ what, why }: any) => [what, why])).toEqual([
    ['hold.released', 'I agree.'],
    ['requested_to_release', 'The names only look alike.'],
    ['proposal_refused', 'not yet'],
    ['requested_to_reject', 'A strong match.'],
    ['hold.placed', 'sanctions_review'],
    ['placed', 'sanctions_review'],
  ])
  expect(ofHold[1].at).toBe(decided.decided.created_at)
  expect(decided.history.find((one: any) => one.what === 'hold.released')).toMatchObject({ actor_name: 'Nora Keller' })
})

test('the balances of an institution, and its latest movements in its own words, with the pages that the reader may open', async () => {
  const support = as(await staff(served.env, 'support'), served.origin)
  const { balances, movements } = await get(auditor, `/institutions/${acme}/money`)
  expect(balances).toContainEqual({ asset: 'CHF', available: '1000', pending: '0', held: '2500' })
  expect(movements.map(({ phrase, amount, path }: any) => [phrase, amount, path])).toEqual([
    ['Wire from Zarkovija Sanctionned Trading Ltd', '2500', `/console/wires/${held}`],
    ['Wire from Acme Treasury AG', '1000', expect.stringMatching('^/console/wires/')],
  ])
  // Support reads no wires.
  const seen = (await get(support, `/institutions/${acme}/money`)).movements
  expect(seen.map(({ phrase, path }: any) => [phrase, path])).toEqual(
    movements.map(({ phrase }: any) => [phrase, null]),
  )
  expect((await auditor('GET', `/institutions/${randomUUID()}/money`)).status).toBe(404)
})

test('the books explain a balance, down to the cause of a line', async () => {
  const accounts = (await get(auditor, `/ledger/accounts?institutionid=${acme}&kind=client/available`)).items
  expect(accounts).toMatchObject([
    { kind: 'client/available', asset: 'CHF', balance: '1000', institution: { id: acme, name: 'Acme Treasury AG' } },
  ])
  const account = await get(auditor, `/ledger/accounts/${accounts[0].id}`)
  expect(account).toMatchObject({ balance_at: '1000', items: [{ number: 1, amount: '1000', balance: '1000' }] })
  const journal = await get(auditor, `/ledger/journals/${account.items[0].journal}`)
  expect(journal.cause).toMatchObject({ kind: 'wire', path: `/console/wires/${journal.cause.id}` })
  expect(journal.steps.map((step: any) => step.to)).toEqual(['booked', 'attributed', 'screening', 'credited'])
  expect(journal.lines.map((line: any) => [line.side, line.account.kind, line.amount])).toEqual([
    ['debit', 'client/pending', '-1000'],
    ['credit', 'client/available', '1000'],
  ])
  const [pending] = (await get(auditor, `/ledger/accounts?institutionid=${acme}&kind=client/pending`)).items
  const whole = await get(auditor, `/ledger/accounts/${pending.id}`)
  expect(whole.items.length).toBeGreaterThan(1)
  const first = await get(auditor, `/ledger/accounts/${pending.id}?limit=1`)
  const second = await get(auditor, `/ledger/accounts/${pending.id}?limit=1&cursor=${first.next_cursor}`)
  expect([...first.items, ...second.items]).toEqual(whole.items.slice(0, 2))
})

test('an account can be seen as of any time', async () => {
  const [bank] = (await get(auditor, '/ledger/accounts?kind=client/bank&asset=CHF')).items
  const { items } = await get(auditor, `/ledger/accounts/${bank.id}`)
  const at = async (time: string) => get(auditor, `/ledger/accounts/${bank.id}?at=${time}`)
  expect(await at(new Date(started.getTime() - 1_000).toISOString())).toMatchObject({ balance_at: '0', items: [] })
  for (const [n, line] of items.entries()) {
    const later = items.filter((other: any) => other.at > line.at)
    if (items.some((other: any, m: number) => m < n && other.at === line.at)) continue
    expect(await at(line.at)).toMatchObject({ balance_at: line.balance, items: items.slice(later.length) })
  }
  expect(bank.balance).toBe('3570.5')
})

test('the last result of specie check is listed rule by rule', async () => {
  expect(await get(auditor, '/ledger/checks')).toMatchObject({ checked_at: null, ok: null })
  const check = () => checkAllOf(served.env.db, { full: true, at: null })
  await check()
  const passed = await get(auditor, '/ledger/checks')
  expect(passed.checks.filter((rule: any) => rule.ok !== true)).toEqual([])
  expect(passed.ok).toBe(true)
  await served.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `update ledger.account set balance = balance + 1 where pool = 'client' and name = 'bank' and asset = 'CHF'`,
    )
  })
  await check()
  const failed = await get(auditor, '/ledger/checks')
  expect([failed.ok, failed.passed_at]).toEqual([false, passed.passed_at])
  expect(failed.checks.filter((rule: any) => !rule.ok).length).toBeGreaterThan(0)
  await served.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `update ledger.account set balance = balance - 1 where pool = 'client' and name = 'bank' and asset = 'CHF'`,
    )
  })
})

test('the console finds things by id, reference, number, email and name', async () => {
  const found = async (q: string) =>
    (await get(auditor, `/search?q=${encodeURIComponent(q)}`)).items.map((one: any) => [one.kind, one.id, one.path])
  expect(await found(held)).toEqual([['wire', held, `/console/wires/${held}`]])
  expect(await found(holdid.toUpperCase())).toEqual([['hold', holdid, `/console/holds/${holdid}`]])
  expect(await found('W2')).toEqual([['wire', held, `/console/wires/${held}`]])
  expect((await found('CH93 0076 2011 6238 5295 7')).map(([kind]: [string]) => kind)).toEqual(['wire', 'wire', 'wire'])
  expect(await found('acme tre')).toEqual([['institution', acme, `/console/institutions/${acme}`]])
  const person = await staff(served.env, 'support')
  expect(await found(person.person.email)).toEqual([['staff', person.person.id, `/console/staff/${person.person.id}`]])
  for (const nothing of ['', 'x', 'nothing like it', '%', 'acme%', '00000000-0000-7000-8000-000000000000']) {
    expect(await found(nothing)).toEqual([])
  }
  const support = as(person, served.origin)
  expect((await get(support, `/search?q=${holdid}`)).items).toEqual([])
})

test('the portal finds what belongs to the institution, and no hold', async () => {
  await putKyb(served.database, acme, 'approved')
  await putAgreement(served.database, acme)
  const trader = as(await member(served.env, acme, 'trader'), served.origin)
  const found = async (q: string) => (await get(trader, `/search?q=${q}`)).items.map((one: any) => [one.kind, one.path])
  expect(await found(held)).toEqual([['wire', `/portal/transfers/${held}`]])
  expect(await found('W1')).toEqual([['wire', expect.stringMatching(/^\/portal\/transfers\//)]])
  expect(await found('W3')).toEqual([])
  expect(await found(holdid)).toEqual([])
})

test('a new institution’s items for staff wait: answers and hosted wallets', async () => {
  const beta = await newInstitution(served, 'Beta AG')
  const { request } = await addSampleRows(served, beta, 'Beta AG')
  const of = async (kind: string) =>
    (await get(officer, `/queue?kind=${kind}`)).items
      .filter((one: any) => one.institution?.id === beta.id)
      .map((one: any) => [one.id, one.title, one.state])
  expect([await of('kyb'), await of('wallet')]).toEqual([[], []])
  await beta.at.post(`company/requests/${request}/answer`, { answer: 'Nobody.' })
  const hosted = { blockchain: 'ETH', address: `0x${'34'.repeat(20)}`, label: 'exchange', vasp: 'Coin Bank' }
  const { addressid } = (await beta.at.post('addresses', hosted)).body
  expect(await of('kyb')).toEqual([[beta.id, 'KYB case with answered questions, Beta AG', 'answered']])
  expect(await of('wallet')).toEqual([[addressid, 'Withdrawal address «exchange» on ETH, Beta AG', 'in_review']])
  expect(countOf(await get(officer, '/queue'), 'wallet')).toBe(1)
})

test('every kind of the queue can be read', async () => {
  for (const kind of queueKinds) await get(auditor, `/queue?kind=${kind}`)
})

test('treasury, payouts and system can be read, and the history of reserves by the public', async () => {
  const treasurer = as(await staff(served.env, 'treasury'), served.origin)
  const lines = [debit(account('reserve', 'bank', 'CHF'), 1_000n), credit(account('reserve', 'excess', 'CHF'), 1_000n)]
  await post(served.env, { key: 'test:topped-up', kind: 'test_topped_up', lines })
  const { coins, sweeps } = await get(treasurer, '/treasury')
  expect(coins.find((one: any) => one.asset === 'VCHF')).toMatchObject({
    circulating: '0',
    reserves: [{ type: 'bank', currency: 'CHF', amount: '10' }],
    coverage: null,
    surplus: '10',
  })
  expect(sweeps).toEqual([])
  expect((await get(treasurer, '/payouts?state=sent')).items).toEqual([])
  const operations = as(await staff(served.env, 'operations'), served.origin)
  const system = await get(operations, '/system')
  expect(system).toMatchObject({ environment: 'uat', ready: true, intents: [] })
  expect(system.schema.migration).toMatch(/^\d{4}_/)
  expect(system.processes.length).toBeGreaterThan(0)
  const { body } = await browser(served.origin).get('public/reserves-history')
  const { days } = body.coins.find((one: any) => one.asset === 'VCHF')
  expect(days).toHaveLength(90)
  expect([days.at(-2).cash, days.at(-1)]).toMatchObject(['0', { cash: '10', circulating: '0', coverage: null }])
})

test('the second person has a request in the queue even without its subject', async () => {
  const operations = as(await staff(served.env, 'operations'), served.origin)
  const [wire] = (await get(operations, '/queue?kind=wire')).items
  const requested = { wireid: wire.id, institutionid: acme, reason: 'The treasurer sent the advice.' }
  const { id } = (await operations('POST', '/bank/assign', requested)).body
  const idsOf = async (role: 'operations' | 'treasury') =>
    (await get(as(await staff(served.env, role), served.origin), '/queue')).items.map((one: any) => one.id)
  expect(await idsOf('treasury')).toContain(id)
  expect(await idsOf('treasury')).not.toContain(wire.id)
  expect(await idsOf('operations')).toContain(wire.id)
  expect(await idsOf('operations')).not.toContain(id)
  await decide(served.env, await staff(served.env, 'treasury'), id, 'refuse', 'not yet')
})
