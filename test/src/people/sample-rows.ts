import { haltPair } from '@specie/service/trading/market/switch-pair.ts'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { institutionRoles, type Role, type StaffRole } from '@specie/protocol/people/roles.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { demoEntity, demoPdf, demoPerson } from '@specie/service/sandbox/demo/company.ts'
import { expect } from 'vitest'
import type { Answer } from '../client.ts'
import { approve, decide, member, staff } from '../people.ts'
import { inquiryInDoubt } from './exchange-row.ts'
import { depositOf, mintOf, railOf, stuckPayment } from './money-rows.ts'
import { addMatchedParty } from './matched-party.ts'
import { post } from '../post.ts'
import { passkeyDevice } from './passkey-device.ts'
import { as } from './portal.ts'
import { type Browser, browser, invited, type Served } from './served.ts'

// One row of everything that calls of portal and console name by an id.

export type Visitor = Browser & { personid: string; passkeyid: string; sessionid: string }

const good = ({ status, body }: Answer): any => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A person with a passkey and a second session. */
export async function enter(served: Served, institutionId: string | null, roles: readonly Role[]): Promise<Visitor> {
  const at = browser(served.origin, institutionId === null ? 'staff' : 'institution')
  const { id, token } = await invited(served, institutionId, roles)
  const { passkey } = good(await at.post('link/options', { token }))
  const credential = passkeyDevice(served.origin).create(passkey)
  good(await at.post('link/accept', { token, passkey: { name: 'phone', credential } }))
  const { passkeys } = good(await at.get('factors'))
  const { id: sessionid } = good(await at.post('tokens', { label: 'a program' }))
  return { ...at, personid: id, passkeyid: passkeys[0].id, sessionid }
}

/** A member of staff cannot have all roles: one person for each is made when needed. */
export function staffOf(served: Served): (role: StaffRole) => Promise<Visitor> {
  const known = new Map<StaffRole, Promise<Visitor>>()
  return (role) => {
    if (!known.has(role)) known.set(role, enter(served, null, [role]))
    return known.get(role)!
  }
}

export type SampleRows = {
  institution: string
  member: string
  person: string
  document: string
  request: string
  key: string
  agreement: string
  address: string
  account: string
  approval: string
  hold: string
  rail: string
  payment: string
  deposit: string
  mint: string
  /** A registered party with a match. */
  party: string
  match: string
  exchange: string
}

export const newPublicKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64')

export type Institution = { readonly id: string; readonly at: Visitor }

/** A new institution, and a person of it with every role. */
export async function newInstitution(served: Served, name: string): Promise<Institution> {
  const officer = as(await staff(served.env, 'compliance'), served.origin)
  const admin_email = `${randomUUID()}@x.example`
  const invitation = { name, channel: 'remote', admin_email, admin_name: name }
  const { institutionid: id } = good(await officer('POST', '/institutions', invitation))
  return { id, at: await enter(served, id, institutionRoles) }
}

/** Gives this institution one of everything, with this name in every name field. */
export async function addSampleRows(
  served: Served,
  { id: institution, at }: Institution,
  name: string,
): Promise<SampleRows> {
  const { env, origin } = served
  const officer = as(await staff(env, 'compliance'), origin)
  const post = async (path: string, body: object = {}) => good(await at.post(path, body))
  await post('company/entity', demoEntity(name))
  const { id: person } = await post('company/persons', { ...demoPerson, name })
  const document = async (kind: string, more = '') =>
    good(await at.upload(`company/documents?kind=${kind}&name=${encodeURIComponent(name)}${more}`, demoPdf)).id
  for (const kind of ['registry_extract', 'articles']) await document(kind)
  await document('passport', `&person_id=${person}&expires_on=2099-01-01`)
  const lastDocument = await document('source_of_funds')
  await post('company/submit')
  const { id: request } = good(await officer('POST', `/kyb/${institution}/requests`, { question: name }))
  const { keyid } = await post('keys', { publickey: newPublicKey(), label: name, scopes: ['read'] })
  const sent = { institutionid: institution, product: 'crypto_conversion' }
  const { agreementid } = good(await officer('POST', '/agreements', sent))
  const { addressid } = await post('addresses', { blockchain: 'ETH', address: `0x${'12'.repeat(20)}`, label: name })
  const account = { label: name, currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Beta' }
  const { accountid } = await post('bank-accounts', account)
  const held = { institutionid: institution, on: 'next mint', reason: 'aml_review' }
  const { holdid } = good(await officer('POST', '/holds', held))
  const rail = await railOf(served.database, institution)
  return {
    institution,
    member: (await member(env, institution, 'viewer')).person.id,
    person,
    document: lastDocument,
    request,
    key: keyid,
    agreement: agreementid,
    address: addressid,
    account: accountid,
    approval: await decidedApproval(served, institution, at),
    hold: holdid,
    rail,
    payment: await stuckPayment(served.database, rail),
    deposit: await depositOf(served.database, institution),
    mint: await mintOf(served.database, institution),
    ...(await addMatchedParty(served.database, institution, accountid, name)),
    exchange: await inquiryInDoubt(env, institution, name),
  }
}

/** Its booked money, by the account and the journal. */
export async function booked({ env }: Served, institution: string): Promise<{ account: string; journal: string }> {
  const available = account('client', 'available', institution, 'CHF')
  const lines = [debit(account('client', 'bank', 'CHF'), 500n), credit(available, 500n)]
  const { id } = await post(env, { key: `test:${institution}:booked`, kind: 'test_booked', lines })
  const [row] = await env.db.query<{ account: bigint }>('select account from ledger.balance where owner = $1', [
    institution,
  ])
  return { account: String(row!.account), journal: String(id) }
}

/** A decided request, which has evidence, too. */
async function decidedApproval({ env }: Served, institution: string, at: Visitor): Promise<string> {
  await member(env, institution, 'approver')
  good(await at.post('second-person', { kind: 'member.key', needed: true }))
  const requested = { publickey: newPublicKey(), label: 'trading', scopes: ['trade'] }
  const { approvalid } = good(await at.post('keys', requested))
  await approve(env, await member(env, institution, 'approver'), approvalid)
  return approvalid
}

/** The same between two members of staff. */
export async function staffApproval({ env, origin }: Served): Promise<string> {
  const maker = as(await staff(env, 'operations'), origin)
  await haltPair(env, 'VCHF/CHF', { actor: 'test', why: 'a test', at: env.clock.now() })
  const { id } = good(await maker('POST', '/pairs/resume', { symbol: 'VCHF/CHF', reason: 'looked at it' }))
  await decide(env, await staff(env, 'treasury'), id, 'refuse', 'not yet')
  return id
}
