import { ruleDefinition } from '@specie/protocol/rules.ts'
import { type ApprovalKind } from '@specie/protocol/people/approvals/approvals.ts'
import { addOwnEntry } from '@specie/service/compliance/list/staff-entry.ts'
import { writeVersion } from '@specie/service/compliance/rule/change.ts'
import { staff } from '../people.ts'
import { sampleCase } from './sample-case.ts'
import { addSampleRows, newInstitution, newPublicKey } from './sample-rows.ts'
import type { Served } from './served.ts'
import { addSubjectRows } from './subject-rows.ts'

// What requests of every kind are about: rows, payloads, and what a checker must see of each.

type Rows = Awaited<ReturnType<typeof allRows>>

export async function allRows(served: Served) {
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

const payment = (rows: Rows, id: string, more: object = {}) => ({
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
export const subjects: {
  readonly [kind in ApprovalKind]: { payload: (rows: Rows) => object; sees: readonly string[] }
} = {
  'kyb.decide': {
    payload: (rows) => ({ institutionid: rows.institution, decision: 'approve', version: hash }),
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
    payload: (rows) => ({ institutionid: rows.institution, payouts: [{ asset: 'CHF', destination: rows.account }] }),
    sees: ['Institution', 'State', 'Balance', 'Open operations'],
  },
  'institution.approver': {
    payload: (rows) => ({ person: rows.member }),
    sees: ['Institution', 'Person', 'Email', 'Roles', 'Others with the role approver'],
  },
  'institution.recovery': {
    payload: (rows) => ({ person: rows.member, purpose: 'recovery', half: hash }),
    sees: ['Institution', 'Person', 'Roles', 'Works', 'Last sign-in', 'Other administrators'],
  },
  'address.clear': {
    payload: (rows) => ({ addressid: rows.address }),
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
    payload: (rows) => ({ accountid: rows.account }),
    sees: ['Institution', 'Label', 'Account', 'Owner of the account', 'Registered name of the institution', 'Payouts'],
  },
  'hold.decide': {
    payload: (rows) => ({ holdid: rows.hold, decision: 'release', on: rows.deposit }),
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
    payload: (rows) => ({ partyid: rows.party, decision: 'clear', hits: [rows.match] }),
    sees: ['Party', 'Client', 'Outcome', 'Entry of a watchlist'],
  },
  'list.accept': {
    payload: (rows) => ({ versionid: rows.refusedVersion }),
    sees: ['List', 'Source', 'Why it was refused', 'Entries', 'Outcome', 'SHA-256 of the file'],
  },
  'list.remove': {
    payload: (rows) => ({ entryid: rows.ownEntry }),
    sees: ['Entry', 'Kind', 'Effect of a match', 'Listed', 'Outcome'],
  },
  'switch.lift': {
    payload: () => ({ what: 'mint:VGBP', halt }),
    sees: ['Switch', 'Reason', 'Pulled by', 'Pulled', 'Outcome', 'This pull', 'Pulled so far'],
  },
  'limit.set': {
    payload: (rows) => ({
      institutionid: rows.institution,
      limits: [{ product: 'withdraw', asset: 'CHF', period: 'day', amount: '1000' }],
    }),
    sees: ['Institution', 'Withdrawals in CHF in a day', 'Outcome'],
  },
  'case.decide': {
    payload: (rows) => ({ caseid: rows.case, outcome: 'report', alerts: `1 ${hash}` }),
    sees: ['Case', 'Institution', 'Risk', 'Outcome', 'Alerts', 'hold', 'Opened', 'Due'],
  },
  'rule.activate': {
    payload: (rows) => ({ versionid: rows.ruleVersion, tried: '14 of 9200' }),
    sees: ['Rule', 'It looks for', 'Outcome', 'Tried on the last items', 'State', 'Hits in shadow', 'Written'],
  },
  'rule.retire': {
    payload: (rows) => ({ versionid: rows.ruleVersion }),
    sees: ['Rule', 'It looks for', 'Outcome', 'Active since'],
  },
  'bank.send_back': {
    payload: (rows) => ({ wireid: rows.wire }),
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
    payload: (rows) => ({ wireid: rows.wire, institutionid: rows.institution }),
    sees: ['Sender', 'Sender’s account', 'Reference', 'Amount', 'New owner', 'Pending balance of Harrowmere Ltd'],
  },
  'bank.import': {
    payload: (rows) => ({ sha256: rows.file }),
    sees: ['Imported by', 'Imported', 'Our account', 'Lines', 'Credits waiting', 'At the bank, client money in CHF'],
  },
  'bank.retract_file': {
    payload: (rows) => ({ sha256: rows.file }),
    sees: ['Imported by', 'Our account', 'Lines', 'Outcome'],
  },
  'bank.retract': {
    payload: (rows) => ({ entry: rows.entry }),
    sees: ['Movement', 'Amount', 'Sender', 'Our account', 'Booked in the ledger', 'At the bank, client money in CHF'],
  },
  'bank.match_line': {
    payload: (rows) => ({ line: rows.line, entries: [rows.entry] }),
    sees: ['Movement', 'Amount', 'Sender', 'Reference', 'Entry of 2026-11-18 credit'],
  },
  'bank.book_line': {
    payload: (rows) => ({ line: rows.line }),
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
    payload: (rows) => ({ depositid: rows.deposit, institutionid: rows.institution }),
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
    payload: (rows) => ({ name: 'maker-one', institutionid: rows.institution }),
    sees: ['Venue', 'Institution behind it', 'Outcome', 'Other venues'],
  },
  'payment.credit': {
    payload: (rows) => ({ paymentid: rows.payment, amount: '900.00 CHF' }),
    sees: ['Payment', 'Institution', 'Rail', 'Received', 'It stopped at', 'Credited', 'Available balance'],
  },
  'rail.resume': {
    payload: (rows) => ({ railid: rows.rail, halt }),
    sees: ['Rail', 'Institution', 'Sender', 'Destination', 'State', 'This suspension', 'Open payments'],
  },
  'staff.give_role': {
    payload: (rows) => ({ person: rows.colleague, roles: ['support', 'mlro'] }),
    sees: ['Person', 'Email', 'Roles', 'Decides then on', 'Others with the role mlro'],
  },
  'staff.link': {
    payload: (rows) => ({ person: rows.colleague, purpose: 'recovery', half: hash }),
    sees: ['Person', 'Email', 'Roles', 'Link', 'Second half', 'Last sign-in'],
  },
  'member.key': {
    payload: (rows) => ({
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
    payload: (rows) => ({
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
    payload: (rows) => ({ institutionid: rows.institution, kind: 'member.key', amounts: null }),
    sees: ['Rule for', 'Two people', 'Withdrawals', 'Who can approve'],
  },
  'member.approver': {
    payload: (rows) => ({ institutionid: rows.institution, person: rows.member, roles: ['viewer', 'approver'] }),
    sees: ['Person', 'Email', 'Roles', 'Others with the role approver'],
  },
  'member.bank_account': {
    payload: (rows) => ({
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
    payload: (rows) => payment(rows, rows.withdrawal),
    sees: ['Amount', 'Fee', 'To', 'Account', 'Your balance', 'In your address book'],
  },
  'member.redemption': {
    payload: (rows) => payment(rows, rows.redemption, { asset: 'VCHF', blockchain: 'ETH' }),
    sees: ['Amount', 'To', 'Chain', 'Your balance', 'In your address book'],
  },
  'member.mint': {
    payload: (rows) => payment(rows, rows.mint, { asset: 'VCHF', blockchain: 'ETH', paid_to: `0x${'12'.repeat(20)}` }),
    sees: ['Amount', 'To', 'Address', 'Chain', 'Your balance', 'In your address book'],
  },
}
