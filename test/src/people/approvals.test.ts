import { randomUUID } from 'node:crypto'
import { type ApprovalKind, approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { proposals } from '@specie/protocol/console/approvals.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { rooms } from '@specie/service/rooms.ts'
import { haltPair, isHalted } from '@specie/service/trading/market/switch-pair.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { member, staff, tokenOf } from '../people.ts'
import { specie } from '../programs/specie.ts'
import { newInstitution } from '../institution.ts'
import { passkeyDevice } from './passkey-device.ts'
import { type Browser, browser, type Served, servePeople } from './served.ts'

// Two people over HTTP, and over the command line: each with their own session.

let served: Served
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())

const symbol = 'VCHF/CHF'

async function as(...roles: Parameters<typeof staff>[1][]): Promise<Browser> {
  const at = browser(served.origin, 'staff')
  at.setToken((await staff(served.env, ...roles)).token)
  return at
}

const requested = async (maker: Browser) => {
  await haltPair(served.env, symbol, { actor: 'test', why: 'a test', at: served.env.clock.now() })
  const answer = await maker.post('pairs/resume', { symbol, reason: 'looked at it' })
  expect([answer.status, answer.body]).toMatchObject([200, { kind: 'pair.resume', state: 'waiting', subject: symbol }])
  return answer.body
}

test('a person without the role gets the roles of this kind of request', async () => {
  const [maker, auditor] = [await as('operations'), await as('auditor')]
  const { id, payload_hash } = await requested(maker)
  const refused = await auditor.post(`approvals/${id}/decide`, { decision: 'approve', payload_hash })
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'role_missing', details: { roles: ['operations', 'treasury'], own: ['auditor'] } },
  })
  await maker.post(`approvals/${id}/withdraw`)
})

test('one requests, another approves, and it is carried out', async () => {
  const [maker, checker] = [await as('operations'), await as('treasury')]
  const { id, payload_hash } = await requested(maker)
  const { body: list } = await checker.get('approvals?state=waiting')
  expect(list).toMatchObject({
    items: [
      {
        id,
        payload: expect.stringMatching(new RegExp(`^{"halt":"\\d+","symbol":"${symbol}"}$`)),
        payload_hash,
        reason: 'looked at it',
        maker: { name: 'Nora Keller' },
        title: `Resume trading of ${symbol}`,
      },
    ],
    next_cursor: null,
  })
  const decided = await checker.post(`approvals/${id}/decide`, { decision: 'approve', payload_hash })
  expect([decided.status, decided.body]).toMatchObject([
    200,
    { id, state: 'approved', checker: { name: 'Nora Keller' } },
  ])
  expect(await isHalted(served.env.db, symbol)).toBe(false)
  const again = await (await as('operations')).post(`approvals/${id}/decide`, { decision: 'approve', payload_hash })
  expect([again.status, again.body]).toMatchObject([
    403,
    { code: 'approval_refused', details: { reason: 'decided' }, message: expect.stringContaining('already approved') },
  ])
  const { body: evidence } = await maker.get(`approvals/${id}/evidence`)
  expect(JSON.parse(evidence.evidence)).toMatchObject({ method: 'password' })
})

test('a person cannot decide their own request; a refusal has a reason; the maker may withdraw', async () => {
  const [maker, checker] = [await as('operations'), await as('operations')]
  const { id, payload_hash } = await requested(maker)
  const own = await maker.post(`approvals/${id}/decide`, { decision: 'approve', payload_hash })
  expect([own.status, own.body.details]).toEqual([403, { reason: 'own_request' }])
  const other = await checker.post(`approvals/${id}/decide`, { decision: 'approve', payload_hash: '0'.repeat(64) })
  expect(other.body.details).toEqual({ reason: 'other_payload' })
  expect((await checker.post(`approvals/${id}/decide`, { decision: 'refuse', payload_hash })).body).toMatchObject({
    code: 'bad_request',
    details: { field: 'reason' },
  })
  const refused = await checker.post(`approvals/${id}/decide`, { decision: 'refuse', payload_hash, reason: 'not yet' })
  expect(refused.body).toMatchObject({ state: 'refused', decision_reason: 'not yet' })
  const next = await requested(maker)
  expect((await checker.post(`approvals/${next.id}/withdraw`)).body.details).toEqual({ reason: 'not_yours' })
  expect((await maker.post(`approvals/${next.id}/withdraw`)).body).toMatchObject({ state: 'withdrawn' })
})

test('an institution sees no request of the staff', async () => {
  const maker = await as('operations')
  const { id } = await requested(maker)
  const acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
  const at = browser(served.origin)
  at.setToken((await member(served.env, acme, 'approver')).token)
  expect((await at.get('approvals')).body).toEqual({ items: [], next_cursor: null })
  expect((await at.get(`approvals/${id}`)).status).toBe(404)
  const decision = { decision: 'approve', payload_hash: '0'.repeat(64) }
  expect((await at.post(`approvals/${id}/decide`, decision)).status).toBe(404)
  const again = await maker.post('pairs/resume', { symbol, reason: 'looked at it' })
  expect([again.status, again.body]).toMatchObject([403, { details: { reason: 'open', approvalid: id } }])
  await maker.post(`approvals/${id}/withdraw`)
})

test('every kind of request has a title, also without its subject', async () => {
  const acme = await newInstitution(served.env.db, { name: 'Harrowmere Ltd' })
  const [id, sha256] = [randomUUID(), 'ab'.repeat(32)]
  const payment = { id, institutionid: acme, blockchain: 'ETH', destination: 'Cold vault 2', paid_to: '0x1' }
  const account = { label: 'main', currency: 'GBP', identifier: '20-00-00 55779911', name: 'Harrowmere Ltd' }
  const wallet = { blockchain: 'ETH', address: '0x1', label: 'vault', vasp: null, travel_address: null }
  const person = (await staff(served.env, 'support')).person.id
  const cases: { [kind in ApprovalKind]: [payload: object, title: string] } = {
    'kyb.decide': [{ institutionid: acme, decision: 'approve', version: sha256 }, 'Approve Harrowmere Ltd'],
    'institution.offboard': [{ institutionid: acme }, 'Offboard Harrowmere Ltd'],
    'institution.approver': [{ person: id }, `Give ${id} the role approver`],
    'institution.recovery': [
      { person: (await member(served.env, acme, 'admin')).person.id, purpose: 'recovery', half: sha256 },
      'Let Nora Keller of Harrowmere Ltd back in after a day, with new factors',
    ],
    'hold.decide': [{ holdid: id, decision: 'release' }, 'Release a hold'],
    'party.decide': [{ partyid: id, decision: 'clear', hits: [id] }, 'Clear 1 match of a party'],
    'list.accept': [{ versionid: id }, 'Activate a refused version of a sanctions list'],
    'list.remove': [{ entryid: id }, 'Remove an entry from the own list'],
    'switch.lift': [{ what: 'withdraw:CHF' }, 'Lift the switch «Withdrawal of CHF»'],
    'limit.set': [
      { institutionid: acme, limits: [{ product: 'withdraw', asset: 'CHF', period: 'day', amount: '1000' }] },
      'Set the limit of withdrawals in CHF in a day for Harrowmere Ltd',
    ],
    'case.decide': [{ caseid: id, outcome: 'report', alerts: `1 ${sha256}` }, 'Decide a case: report to the authority'],
    'rule.activate': [{ versionid: id, tried: '0 of 0' }, 'Activate a monitoring rule'],
    'rule.retire': [{ versionid: id }, 'Retire a monitoring rule'],
    'bank.send_back': [{ wireid: id }, 'Return a wire to its sender'],
    'bank.import': [{ sha256 }, 'Book the entries of the bank file abababab'],
    'bank.retract_file': [{ sha256 }, 'Retract the bank file abababab: the bank never wrote it'],
    'bank.retract': [{ entry: '7' }, 'Retract entry 7, which the bank never booked'],
    'bank.match_line': [{ line: '7', entries: ['8', '9'] }, 'Match line 7 with entries 8, 9'],
    'bank.book_line': [{ line: '7' }, 'Book line 7 as a new movement'],
    'wire.assign': [{ wireid: id, institutionid: acme }, 'Assign a wire to Harrowmere Ltd'],
    'deposit.assign': [{ depositid: id, institutionid: acme }, 'Assign a deposit to Harrowmere Ltd'],
    'chain.resume': [{ blockchain: 'ETH', from: '12' }, 'Read Ethereum again from block 12'],
    'mint.resume': [{ asset: 'VCHF' }, 'Resume the minting of VCHF'],
    'allow_list.switch': [{ coin: 'VCHF/ETH', mode: 'on' }, 'Switch the allow list of VCHF on Ethereum on'],
    'pair.resume': [{ symbol }, 'Resume trading of VCHF/CHF'],
    'bank.account': [
      { purpose: 'client_money', currency: 'CHF', iban: 'CH9300762011623852957', bic: 'UATBCHZZ', name: 'Specie AG' },
      'Register CH9300762011623852957 as our account for client money in CHF',
    ],
    'chain.contract': [
      { blockchain: 'ETH', asset: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
      'Record 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 as the contract of USDC on Ethereum',
    ],
    'venue.register': [{ name: 'north', institutionid: acme }, 'Use the quotes of north for trading'],
    'payment.credit': [{ paymentid: id, amount: '900.00 CHF' }, `Credit the remaining amount of payment ${id}`],
    'rail.resume': [{ railid: id }, `Resume the rail ${id}`],
    'address.clear': [{ addressid: id }, `Clear the address ${id}`],
    'bank_account.clear': [{ accountid: id }, `Pay to the bank account ${id}`],
    'staff.link': [{ person, purpose: 'recovery', half: sha256 }, 'Let Nora Keller back in, with new factors'],
    'staff.give_role': [{ person, roles: ['support', 'mlro'] }, 'Give Nora Keller the role mlro'],
    'member.approver': [
      { institutionid: acme, person: id, roles: ['viewer', 'approver'] },
      `Give ${id} the roles viewer and approver`,
    ],
    'member.key': [
      { institutionid: acme, publickey: 'x', label: 'desk', scopes: ['read', 'trade'] },
      'Register the API key “desk” for read, trade',
    ],
    'member.address': [{ institutionid: acme, ...wallet }, 'Add the ETH address 0x1 as “vault”'],
    'member.bank_account': [
      { institutionid: acme, ...account, confirmation: null, accepted: true },
      'Add the GBP account 20-00-00 55779911 of Harrowmere Ltd as “main”',
    ],
    'member.second_person': [
      { institutionid: acme, kind: 'member.withdrawal', amounts: { VCHF: '1000' } },
      'Require a second approver for withdrawals only above 1,000.00 VCHF',
    ],
    'member.withdrawal': [
      { ...payment, asset: 'VCHF', quantity: '250000' },
      'Withdraw 250,000.00 VCHF on ETH to Cold vault 2',
    ],
    'member.mint': [{ ...payment, asset: 'VGBP', quantity: '180000.5' }, 'Mint 180,000.50 VGBP on ETH to Cold vault 2'],
    'member.redemption': [{ ...payment, asset: 'VCHF', quantity: '500' }, 'Redeem 500.00 VCHF on ETH to Cold vault 2'],
  }
  for (const [kind, [payload, title]] of Object.entries(cases)) {
    const { schema, describe } = rooms.approvals[kind as ApprovalKind]!
    const described = await describe(served.env, served.env.db, schema.parse(payload) as never)
    expect([kind, described.title]).toEqual([kind, title])
    expect(described.institutionId).toBe('institutionid' in payload || kind === 'institution.recovery' ? acme : null)
  }
})

test('every request kind has its act', () => {
  // KYB decisions and destinations are proposed by calls of their own (console/institution).
  const others = ['institution.offboard', 'kyb.decide', 'address.clear', 'bank_account.clear']
  expect([...proposals.map(({ kind }) => kind), ...others].toSorted()).toEqual(Object.keys(payloads).toSorted())
  expect(Object.keys(rooms.approvals).toSorted()).toEqual(Object.keys(approvalKinds).toSorted())
})

test('the command line acts for the person of its token', async () => {
  const holder = async (role: StaffRole) => (await tokenOf(served.env, await staff(served.env, role))).token
  const [ann, bo] = [await holder('operations'), await holder('treasury')]
  const run = (token: string, ...words: string[]) =>
    specie({ SPECIE_URL: served.origin, SPECIE_TOKEN: token, DATABASE_URL: served.database.url }, ...words)
  expect(await specie({ SPECIE_URL: served.origin }, 'approvals', 'list')).toMatchObject({
    code: 1,
    said: expect.stringContaining('You are not signed in'),
  })
  await haltPair(served.env, symbol, { actor: 'test', why: 'another test', at: served.env.clock.now() })
  const { said } = await run(ann, 'trading', 'resume', symbol, 'looked', 'at', 'it')
  const id = /request (\S+) waits for a second approver/.exec(said)![1]!
  expect((await run(bo, 'approvals', 'list')).said).toContain(`${id}  Resume trading of ${symbol}`)
  expect((await run(bo, 'approvals', 'show', id)).said).toContain(`"symbol": "${symbol}"`)
  expect(await run(ann, 'approvals', 'approve', id)).toMatchObject({
    code: 1,
    said: expect.stringContaining('your own request'),
  })
  expect(await run(bo, 'approvals', 'refuse', id)).toMatchObject({
    code: 2,
    said: expect.stringContaining('WHY… is missing'),
  })
  expect(await run(bo, 'approvals', 'approve', id)).toEqual({
    code: 0,
    said: `Resume trading of ${symbol}: approved and done.\n`,
  })
  expect(await isHalted(served.env.db, symbol)).toBe(false)
  expect(await run(bo, 'audit', 'verify')).toMatchObject({ code: 0 })
})

test('a person with a passkey signs in the browser: neither a fresh factor nor their token decides', async () => {
  const checker = await as('treasury')
  const phone = passkeyDevice(served.origin)
  const made = phone.create((await checker.post('passkeys/options')).body)
  expect((await checker.post('passkeys', { name: 'phone', credential: made })).status).toBe(200)
  const { token } = (await checker.post('tokens', { label: 'terminal' })).body
  const { id, payload_hash } = await requested(await as('operations'))
  const decide = (more: object, headers = {}) =>
    checker.post(`approvals/${id}/decide`, { decision: 'approve', payload_hash, ...more }, headers)
  const signed = async () => {
    const { body } = await checker.post(`approvals/${id}/challenge`, { decision: 'approve' })
    return { credential: phone.get(body) }
  }
  expect((await decide({})).body.details).toEqual({ reason: 'passkey_required' })
  const byToken = await decide(await signed(), { authorization: `Bearer ${token}` })
  expect(byToken.body.details).toEqual({ reason: 'passkey_required' })
  expect(await specie({ SPECIE_URL: served.origin, SPECIE_TOKEN: token }, 'approvals', 'approve', id)).toEqual({
    code: 1,
    said: 'approval_refused: You have a passkey, so sign the decision with it in a browser.\n',
  })
  expect((await decide(await signed())).body.state).toBe('approved')
})
