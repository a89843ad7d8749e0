import { createHash, randomUUID } from 'node:crypto'
import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import { type ApprovalKind, approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import type { FactView } from '@specie/protocol/web-api/facts.ts'
import { ruleDefinition } from '@specie/protocol/rules.ts'
import { writeVersion } from '@specie/service/compliance/rule/change.ts'
import { addOwnEntry } from '@specie/service/compliance/list/staff-entry.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, staff } from '../people.ts'
import { sampleCase } from './sample-case.ts'
import { addSampleRows, newInstitution, newPublicKey } from './sample-rows.ts'
import { browser, type Served, servePeople } from './served.ts'
import { addSubjectRows } from './subject-rows.ts'

// Every kind of request, as the person who decides sees it: the thing itself in words, who asked and why. A new kind does not
// compile without a row here.

let served: Served
let rows: Awaited<ReturnType<typeof allRows>>
beforeAll(async () => {
  served = await servePeople()
  rows = await allRows()
})
afterAll(() => served.end())

async function allRows() {
  const { id: institution, at } = await newInstitution(served, 'Harrowmere Ltd')
  const things = await addSampleRows(served, { id: institution, at }, 'Harrowmere Ltd')
  const { id: person } = (await staff(served.env, 'support')).person
  const by = { actor: `person:${person}`, why: 'asked by a bank', at: new Date() }
  const listed = { name: 'Northwind Shell AG', kind: 'company', effect: 'review' } as const
  const { id: ownEntry } = await served.env.db.tx((tx) => addOwnEntry(tx, listed, by))
  const definition = ruleDefinition.parse({ looks_for: { kind: 'amount', over: '500000' }, effect: 'aml_review' })
  const rule = { name: 'Large amounts', definition }
  const { id: ruleVersion } = await served.env.db.tx((tx) => writeVersion(served.env, tx, rule, by))
  return {
    ...things,
    ownEntry,
    ruleVersion,
    case: await sampleCase(served.env, institution),
    colleague: person,
    ...(await addSubjectRows(served.database, institution, things)),
  }
}

const hash = 'cd'.repeat(32)
const halt = '1'

const payment = (id: string, more: object = {}) => ({
  id,
  institutionid: rows.institution,
  asset: 'CHF',
  quantity: '100',
  blockchain: null,
  destination: 'Harrowmere Ltd',
  paid_to: 'CH93 0076 2011 6238 5295 7',
  ...more,
})

/** The payload of each kind, and what its checker must see. */
const kinds: { readonly [kind in ApprovalKind]: { payload: () => object; sees: readonly string[] } } = {
  'kyb.decide': {
    payload: () => ({ institutionid: rows.institution, decision: 'approve', version: hash }),
    sees: [
      'Institution',
      'Legal name',
      'Country',
      'Activity',
      'Risk',
      'Watchlists',
      'Documents',
      'Missing',
      'State of the case',
    ],
  },
  'institution.offboard': {
    payload: () => ({ institutionid: rows.institution, payouts: [{ asset: 'CHF', destination: rows.account }] }),
    sees: ['Institution', 'State', 'Balance', 'Open operations'],
  },
  'institution.approver': {
    payload: () => ({ person: rows.member }),
    sees: ['Institution', 'Person', 'Email', 'Roles', 'Others with the role approver'],
  },
  'institution.recovery': {
    payload: () => ({ person: rows.member, purpose: 'recovery', half: hash }),
    sees: ['Institution', 'Person', 'Roles', 'Works', 'Last sign-in', 'Other administrators'],
  },
  'address.clear': {
    payload: () => ({ addressid: rows.address }),
    sees: [
      'Institution',
      'Label',
      'Address',
      'Chain',
      'Hosted by',
      'Proof of the wallet',
      'Travel Rule data',
      'Watchlists',
    ],
  },
  'bank_account.clear': {
    payload: () => ({ accountid: rows.account }),
    sees: ['Institution', 'Label', 'Account', 'Owner of the account', 'Registered name of the institution', 'Payouts'],
  },
  'hold.decide': {
    payload: () => ({ holdid: rows.hold, decision: 'release', on: rows.deposit }),
    sees: [
      'Client',
      'Amount',
      'Sent from',
      'Reason of the hold',
      'Placed by',
      'Why it was placed',
      'Outcome',
      'Watchlists',
    ],
  },
  'party.decide': {
    payload: () => ({ partyid: rows.party, decision: 'clear', hits: [rows.match] }),
    sees: ['Party', 'Client', 'Outcome', 'Entry of a watchlist'],
  },
  'list.accept': {
    payload: () => ({ versionid: rows.refusedVersion }),
    sees: ['List', 'Source', 'Why it was refused', 'Entries', 'Outcome', 'SHA-256 of the file'],
  },
  'list.remove': {
    payload: () => ({ entryid: rows.ownEntry }),
    sees: ['Entry', 'Kind', 'Effect of a match', 'Listed', 'Outcome'],
  },
  'switch.lift': {
    payload: () => ({ what: 'mint:VGBP', halt }),
    sees: ['Switch', 'Reason', 'Pulled by', 'Pulled', 'Outcome', 'This pull', 'Pulled so far'],
  },
  'limit.set': {
    payload: () => ({
      institutionid: rows.institution,
      limits: [{ product: 'withdraw', asset: 'CHF', period: 'day', amount: '1000' }],
    }),
    sees: ['Institution', 'Withdrawals in CHF in a day', 'Outcome'],
  },
  'case.decide': {
    payload: () => ({ caseid: rows.case, outcome: 'report', alerts: `1 ${hash}` }),
    sees: ['Case', 'Institution', 'Risk', 'Outcome', 'Alerts', 'hold', 'Opened', 'Due'],
  },
  'rule.activate': {
    payload: () => ({ versionid: rows.ruleVersion, tried: '14 of 9200' }),
    sees: ['Rule', 'It looks for', 'Outcome', 'Tried on the last items', 'State', 'Hits in shadow', 'Written'],
  },
  'rule.retire': {
    payload: () => ({ versionid: rows.ruleVersion }),
    sees: ['Rule', 'It looks for', 'Outcome', 'Active since'],
  },
  'bank.send_back': {
    payload: () => ({ wireid: rows.wire }),
    sees: [
      'Sender',
      'Sender’s account',
      'Reference',
      'Amount',
      'Value date',
      'Our account',
      'Returned to',
      'Money without an owner',
    ],
  },
  'wire.assign': {
    payload: () => ({ wireid: rows.wire, institutionid: rows.institution }),
    sees: ['Sender', 'Sender’s account', 'Reference', 'Amount', 'New owner', 'Pending balance of Harrowmere Ltd'],
  },
  'bank.import': {
    payload: () => ({ sha256: rows.file }),
    sees: ['Imported by', 'Imported', 'Our account', 'Lines', 'Credits waiting', 'At the bank, client money in CHF'],
  },
  'bank.retract_file': {
    payload: () => ({ sha256: rows.file }),
    sees: ['Imported by', 'Our account', 'Lines', 'Outcome'],
  },
  'bank.retract': {
    payload: () => ({ entry: rows.entry }),
    sees: ['Movement', 'Amount', 'Sender', 'Our account', 'Booked in the ledger', 'At the bank, client money in CHF'],
  },
  'bank.match_line': {
    payload: () => ({ line: rows.line, entries: [rows.entry] }),
    sees: ['Movement', 'Amount', 'Sender', 'Reference', 'Entry of 2026-11-18 credit'],
  },
  'bank.book_line': {
    payload: () => ({ line: rows.line }),
    sees: ['Movement', 'Amount', 'Sender', 'Reference', 'At the bank, client money in CHF'],
  },
  'bank.account': {
    payload: () => ({
      purpose: 'client_money',
      currency: 'CHF',
      iban: 'CH9300762011623852957',
      bic: 'CRESCHZZ',
      name: 'Specie AG',
      qriban: null,
      sortcode: null,
      account: null,
    }),
    sees: ['IBAN', 'Purpose', 'Currency', 'Name', 'BIC', 'Account for this purpose until now'],
  },
  'deposit.assign': {
    payload: () => ({ depositid: rows.deposit, institutionid: rows.institution }),
    sees: ['Amount', 'Chain', 'Sent from', 'Our address', 'New owner', 'Pending balance of Harrowmere Ltd'],
  },
  'chain.resume': {
    payload: () => ({ blockchain: 'ETH', from: '12' }),
    sees: ['Chain', 'Reading', 'Problem', 'Read up to block', 'Minting halted'],
  },
  'mint.resume': {
    payload: () => ({ asset: 'VGBP', halt }),
    sees: ['Coin', 'Reason of the halt', 'Halted by', 'Minting', 'This halt'],
  },
  'chain.contract': {
    payload: () => ({ blockchain: 'ETH', asset: 'USDC', address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }),
    sees: ['Coin', 'Chain', 'Contract', 'Outcome'],
  },
  'allow_list.switch': {
    payload: () => ({ coin: 'VCHF/ETH', mode: 'on' }),
    sees: ['Coin', 'Chain', 'Allow list', 'Outcome', 'Holders that may be listed', 'Listed now', 'Contract'],
  },
  'pair.resume': {
    payload: () => ({ symbol: 'VCHF/CHF', halt }),
    sees: ['Pair', 'Reason of the halt', 'Trading', 'This halt', 'Reference price now'],
  },
  'venue.register': {
    payload: () => ({ name: 'maker-one', institutionid: rows.institution }),
    sees: ['Venue', 'Institution behind it', 'Outcome', 'Other venues'],
  },
  'payment.credit': {
    payload: () => ({ paymentid: rows.payment, amount: '900.00 CHF' }),
    sees: ['Payment', 'Institution', 'Rail', 'Received', 'It stopped at', 'Credited', 'Available balance'],
  },
  'rail.resume': {
    payload: () => ({ railid: rows.rail, halt }),
    sees: ['Rail', 'Institution', 'Sender', 'Destination', 'State', 'This suspension', 'Open payments'],
  },
  'staff.give_role': {
    payload: () => ({ person: rows.colleague, roles: ['support', 'mlro'] }),
    sees: ['Person', 'Email', 'Roles', 'Decides then on', 'Others with the role mlro'],
  },
  'staff.link': {
    payload: () => ({ person: rows.colleague, purpose: 'recovery', half: hash }),
    sees: ['Person', 'Email', 'Roles', 'Link', 'Second half', 'Last sign-in'],
  },
  'member.key': {
    payload: () => ({
      institutionid: rows.institution,
      publickey: newPublicKey(),
      label: 'trading',
      scopes: ['trade'],
      ip_allowlist: [],
      expires_at: null,
      nonce_window_ms: null,
      replaces: rows.key,
      overlap_hours: 24,
    }),
    sees: ['Label', 'Replaces the key', 'Scopes', 'Networks', 'Expires', 'Public key'],
  },
  'member.address': {
    payload: () => ({
      institutionid: rows.institution,
      blockchain: 'ETH',
      address: `0x${'12'.repeat(20)}`,
      label: 'cold wallet',
      vasp: null,
      travel_address: null,
    }),
    sees: ['Label', 'Address', 'Chain', 'Owner', 'Proof of ownership', 'This address is already'],
  },
  'member.second_person': {
    payload: () => ({ institutionid: rows.institution, kind: 'member.key', amounts: null }),
    sees: ['Rule for', 'Two people', 'Withdrawals', 'Who can approve'],
  },
  'member.approver': {
    payload: () => ({ institutionid: rows.institution, person: rows.member, roles: ['viewer', 'approver'] }),
    sees: ['Person', 'Email', 'Roles', 'Others with the role approver'],
  },
  'member.bank_account': {
    payload: () => ({
      institutionid: rows.institution,
      label: 'payroll',
      currency: 'GBP',
      identifier: 'GB33BUKB20201555555555',
      name: 'Harrowmere Ltd',
      confirmation: { result: 'close_match', name: 'Harrowmere Limited' },
      accepted: true,
    }),
    sees: [
      'Label',
      'Account',
      'Owner of the account',
      'Registered name of your institution',
      'The bank’s answer about the name',
    ],
  },
  'member.withdrawal': {
    payload: () => payment(rows.withdrawal),
    sees: ['Amount', 'Fee', 'To', 'Account', 'Your balance', 'In your address book'],
  },
  'member.redemption': {
    payload: () => payment(rows.redemption, { asset: 'VCHF', blockchain: 'ETH' }),
    sees: ['Amount', 'To', 'Chain', 'Your balance', 'In your address book'],
  },
  'member.mint': {
    payload: () => payment(rows.mint, { asset: 'VCHF', blockchain: 'ETH', paid_to: `0x${'12'.repeat(20)}` }),
    sees: ['Amount', 'To', 'Address', 'Chain', 'Your balance', 'In your address book'],
  },
}

const reason = 'The client has called, and the file supports it.'

const sessions = new Map<string, Promise<Session>>()
/** A person of the side of a kind, with its first maker's or checker's role. */
function personFor(kind: ApprovalKind, as: 'makers' | 'checkers'): Promise<Session> {
  const { side, [as]: roles } = approvalKinds[kind]
  const key = `${side} ${roles[0]} ${as}`
  const found =
    sessions.get(key) ??
    (side === 'staff' ? staff(served.env, roles[0]) : member(served.env, rows.institution, roles[0]))
  sessions.set(key, found)
  return found
}

/** A waiting request, written by the owner of the database: whether it could be carried out now does not matter here. */
async function request(kind: ApprovalKind): Promise<string> {
  const maker = await personFor(kind, 'makers')
  const id = randomUUID()
  const payload = canonical(kinds[kind].payload() as Json)
  await served.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into people.approval (id, kind, institution_id, subject, payload, payload_hash, maker, maker_session, reason, state,
         expires_at, created_at, updated_at)
       values ($1::uuid, $2, $3, $1::uuid::text, $4, $5, $6, $7, $8, 'waiting', now() + interval '1 day', now(), now())`,
      [
        id,
        kind,
        maker.person.institutionId,
        payload,
        createHash('sha256').update(payload).digest(),
        maker.person.id,
        maker.id,
        reason,
      ],
    )
  })
  return id
}

async function shownTo({ token, person }: Session, id: string) {
  const at = browser(served.origin, person.side)
  at.setToken(token)
  const { status, body } = await at.get(`approvals/${id}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!@)/
const textsOf = ({ label, value, before, note }: FactView) => [label, value, before, note].filter((one) => one !== null)

describe.each(Object.keys(kinds) as ApprovalKind[])('%s', (kind) => {
  let body: Awaited<ReturnType<typeof shownTo>>
  let facts: FactView[]
  beforeAll(async () => {
    body = await shownTo(await personFor(kind, 'checkers'), await request(kind))
    facts = body.facts
  })

  test('shows the thing itself', () => {
    const labels = facts.map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining([...kinds[kind].sees]))
    // A thing that was not found would say so.
    expect(facts.filter(({ value }) => value === 'not found')).toEqual([])
  })

  test('says what the approval changes', () => {
    expect(facts.filter(({ part, before }) => part === 'effect' || before !== null)).not.toEqual([])
  })

  test('names nothing by its id', () => {
    expect(facts.flatMap(textsOf).filter((one) => uuid.test(one))).toEqual([])
  })

  test('says who asked and why, and who can decide', async () => {
    expect([body.maker.name, body.reason]).toEqual(['Nora Keller', reason])
    const { person } = await personFor(kind, 'checkers')
    expect(body.deciders.map(({ id }: { id: string }) => id)).toContain(person.id)
    expect(body.deciders.map(({ id }: { id: string }) => id)).not.toContain(body.maker.id)
  })
})

test('a link leads only where the reader may go', async () => {
  const id = await request('staff.give_role')
  const pathOf = async (session: Session) =>
    (await shownTo(session, id)).facts.find(({ label }: FactView) => label === 'Person').path
  expect(await pathOf(await staff(served.env, 'auditor'))).toBe(`/console/staff/${rows.colleague}`)
  const credit = await request('payment.credit')
  const balanceFor = async (role: 'support' | 'treasury') =>
    (await shownTo(await staff(served.env, role), credit)).facts.some(
      ({ label }: FactView) => label === 'Available balance',
    )
  // Support reads the payment, and no balance.
  expect([await balanceFor('support'), await balanceFor('treasury')]).toEqual([false, true])
})

test('people of another institution see nothing of it', async () => {
  const id = await request('member.withdrawal')
  const { id: other } = await newInstitution(served, 'Northwind AG')
  const at = browser(served.origin)
  at.setToken((await member(served.env, other, 'approver')).token)
  expect((await at.get(`approvals/${id}`)).status).toBe(404)
})
