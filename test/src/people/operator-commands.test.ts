import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { placeHold, screeningActor } from '@specie/service/compliance/holds.ts'
import { submitAddress } from '@specie/service/destinations/address/submit.ts'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import { skipCooling } from '@specie/service/destinations/address/whitelist.ts'
import { requireSecondPerson } from '@specie/service/people/approval/second-person.ts'
import { createKeystore } from '@specie/service/keys/keystore.ts'
import { openSigner } from '@specie/service/keys/signer.ts'
import { findPerson } from '@specie/service/directory/person.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, onboard } from '../client.ts'
import { agree, member, staff } from '../people.ts'
import { specie } from '../programs/specie.ts'
import { expectInstitutionsNamed } from './named-institutions.ts'
import { operatorOf, requestIn } from './operator.ts'
import { as as carriedBy } from './portal.ts'
import { type Served, servePeople } from './served.ts'

// Commands of operators: each with their own token, over the console.

let served: Served
let folder: string
let acme: Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-operators-'))
  const keys = { keystore: join(folder, 'keystore'), keystorePassphrase: 'a passphrase for a test' }
  await createKeystore(keys.keystore, keys.keystorePassphrase, { N: 2 ** 10, r: 8, p: 1 })
  const signer = await openSigner({ ...keys, kms: null }, { now: () => new Date(), log: () => {} })
  served = await servePeople({}, { signer })
  acme = await onboard(served.origin, { name: 'Acme Treasury AG' })
})
afterAll(async () => {
  await served.end()
  await rm(folder, { recursive: true })
})

const as = (...roles: StaffRole[]) => operatorOf(served, ...roles)

/** A signed call of the institution: its status and code. */
async function call(by: Client = acme): Promise<string> {
  await served.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const { status, body } = await by.call('keyInfo')
  return `${status} ${body.code ?? 'ok'}`
}

test('an institution is listed and shown', async () => {
  const officer = carriedBy(await staff(served.env, 'compliance'), served.origin)
  const invitation = {
    name: 'Beta Bank AG',
    channel: 'remote',
    admin_email: 'jane@beta.example',
    admin_name: 'Jane Doe',
  }
  const id = (await officer('POST', '/institutions', invitation)).body.institutionid
  const support = await as('support')
  const list = await support.done('institutions', 'list')
  expect(list).toMatch(/^INSTITUTIONID +STATE +RISK_CLASS +CREATED_AT +NAME\n/)
  expect(list).toMatch(new RegExp(`^${id} +draft +- +\\S+ +Beta Bank AG$`, 'm'))
  expect((await support.json('institutions', 'list', '--limit', '1')).items).toMatchObject([{ institutionid: id }])
  const first = await support.done('institutions', 'list', '--limit', '1')
  const [, cursor] = /\nThere are more; add --cursor (\S+)$/.exec(first)!
  expect(await support.done('institutions', 'list', '--cursor', cursor!)).toContain('Acme Treasury AG')
  expect(await support.done('institutions', 'list', '--name', 'nobody')).toBe('There are none.')
  const shown = await support.done('institutions', 'show', acme.institutionid)
  expect(shown).toMatch(/^institutionid: .*\nname: Acme Treasury AG\nstate: approved\n/)
  expect(shown).toMatch(/\nagreements:\n {2}- agreementid: /)
  expect(shown).toMatch(/\napi_keys:\n {2}- keyid: .*\n {4}label: /)
})

test('an institution that requires a second person and has no approver left gets one by two', async () => {
  const [officer, mlro] = [await as('compliance'), await as('mlro')]
  const { institutionid } = await onboard(served.origin, { name: 'Delta AG' })
  const { person } = await member(served.env, institutionid, 'viewer')
  const propose = ['institutions', 'approver', person.id, 'they', 'asked', 'in', 'writing']
  expect(await officer.run(...propose)).toMatchObject({ code: 1, said: expect.stringContaining('does this itself') })
  const by = { actor: 'test', why: 'a test needs it', at: served.env.clock.now() }
  await served.env.db.tx((tx) => requireSecondPerson(tx, { institutionid, kind: 'member.key' }, by))
  const output = await officer.done(...propose)
  expect(output).toMatch(/^Give Nora Keller the role approver: request \S+ waits/)
  await mlro.done('approvals', 'approve', requestIn(output))
  expect((await findPerson(served.env.db, person.id))?.roles).toEqual(['approver', 'viewer'])
})

test('an institution is suspended by one, and reinstated or offboarded by two', async () => {
  const [officer, mlro] = [await as('compliance'), await as('mlro')]
  const gamma = await onboard(served.origin, { name: 'Gamma Ltd' })
  const id = gamma.institutionid
  expect(await call(gamma)).toBe('200 ok')
  await officer.done('institutions', 'suspend', id, 'court', 'order')
  expect(await call(gamma)).toBe('403 account_suspended')
  const proposed = await officer.done('kyb', 'propose', 'reinstate', id, 'lifted')
  expect(proposed).toMatch(/^To reinstate: request \S+ waits/)
  await mlro.done('approvals', 'approve', requestIn(proposed))
  expect(await call(gamma)).toBe('200 ok')
  await mlro.done('approvals', 'approve', requestIn(await officer.done('institutions', 'offboard', id, 'they left')))
  expect((await officer.json('institutions', 'show', id)).state).toBe('offboarded')
  const entries = await mlro.json('audit', 'search', '--action', 'kyb.suspended', '--subject', id)
  expect(entries.items[0].detail).toContainEqual({ name: 'why', values: ['court order'] })
})

test('a KYB case is listed, read, questioned and exported; answers to no question are refused', async () => {
  const officer = await as('compliance')
  const id = acme.institutionid
  expect(await officer.done('kyb', 'list', 'approved')).toMatch(new RegExp(`^${id} +approved `, 'm'))
  const shown = await officer.done('kyb', 'show', id)
  expect(shown).toMatch(/\ntimeline:\n {2}- at: /)
  expect(shown).not.toMatch(/person:[0-9a-f]/)
  const { documents } = await officer.json('kyb', 'show', id)
  const [document, zip] = [join(folder, 'document'), join(folder, 'case.zip')]
  await officer.done('kyb', 'document', id, documents[0].id, document)
  const hash = createHash('sha256').update(await readFile(document))
  expect(hash.digest('hex')).toBe(documents[0].sha256)
  expect(await officer.done('kyb', 'export', id, zip)).toBe(`Written to ${zip}.`)
  expect((await readFile(zip)).subarray(0, 2).toString()).toBe('PK')
  expect(await officer.run('kyb', 'export', id, zip)).toEqual({
    code: 1,
    said: `${zip} cannot be used: it exists already.\n`,
  })
  await officer.done('kyb', 'review', id, 'ownership', 'has', 'changed')
  await officer.done('kyb', 'ask', id, 'Who', 'owns', 'you?', '--days', '10')
  expect((await officer.json('kyb', 'show', id)).requests).toMatchObject([{ question: 'Who owns you?' }])
  expect(await officer.run('kyb', 'edd', id, 'read it')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^bad_request: /),
  })
})

test('a hosted wallet is listed and cleared, suspended and reinstated', async () => {
  const { institutionid: institutionId } = acme
  const wallet = { blockchain: 'ETH' as const, address: `0x${'12'.repeat(20)}`, label: 'desk', memo: null }
  const travelAddress = travelAddressOf('vasp.example/x/1?t=i')
  const by = { actor: 'test', why: 'a test needs it', at: served.env.clock.now() }
  const request = { institutionId, ...wallet, vasp: 'Coin Bank', travelAddress }
  const id = await served.env.db.tx((tx) => submitAddress(served.env, tx, request, by))
  const officer = await as('compliance')
  expect(await officer.done('addresses', 'list', 'in_review')).toMatch(
    new RegExp(`\\n${id} +in_review +ETH +0x(12)+ +Coin Bank +desk`),
  )
  const requested = await officer.done('addresses', 'decide', 'clear', id, 'they', 'confirm', 'it')
  expect(await officer.done('addresses', 'list', 'in_review')).toContain(id)
  await (await as('mlro')).done('approvals', 'approve', requestIn(requested))
  expect(await officer.done('addresses', 'list', 'cooling')).toContain(id)
  expect(await officer.json('addresses', 'proof', id)).toMatchObject({ evidence: null, valid: null })
  await skipCooling(served.env, id, by)
  expect(await officer.done('addresses', 'suspend', id, 'looks', 'stolen')).toBe(`${id} is Disabled.`)
  expect(await officer.done('addresses', 'reinstate', id, 'was', 'not')).toBe(`${id} is Confirmed.`)
})

test('an API key is listed, frozen and revoked', async () => {
  const [operator, officer] = [await as('operations'), await as('compliance')]
  const { items } = await operator.json('keys', 'list', acme.institutionid)
  const id = items[0].keyid as string
  expect(await operator.done('keys', 'list', acme.institutionid)).toMatch(new RegExp(`\\n${id} +active +read,`))
  expect(await operator.done('keys', 'show', id)).toContain(`\ninstitutionid: ${acme.institutionid}`)
  expect(await call()).toBe('200 ok')
  expect(await operator.done('keys', 'freeze', id, 'looks', 'stolen')).toBe(`${id} is frozen.`)
  expect(await call()).toBe('401 signature_failure')
  expect(await operator.run('keys', 'revoke', id, 'it was')).toEqual({
    code: 1,
    said: expect.stringMatching(/^role_missing: .*It needs one of these: compliance, mlro\.\n$/),
  })
  await expect
    .poll(() => operator.done('keys', 'calls', id), { timeout: 10_000 })
    .toMatch(/200 +- +\/api\/v1\/private\/keyInfo /)
  expect(await officer.done('keys', 'revoke', id, 'it', 'was')).toBe(`${id} is revoked.`)
  expect(await call()).toBe('401 signature_failure')
  const auditor = await as('auditor')
  const entry = (await auditor.json('audit', 'search', '--subject', id, '--action', 'key.revoked')).items[0]
  expect(entry.detail).toEqual(
    expect.arrayContaining([
      { name: 'why', values: ['it was'] },
      { name: 'session', values: [officer.sessionId] },
      { name: 'ip', values: [expect.stringMatching(/127\.0\.0\.1|::1/)] },
    ]),
  )
})

test('holds of people and of screening are listed; one is placed by one person and ended by two', async () => {
  const [officer, mlro] = [await as('compliance'), await as('mlro')]
  const { institutionid: institutionId } = acme
  const on = 'next withdrawal'
  await served.env.db.tx((tx) =>
    placeHold(served.env, tx, { institutionId, on, reason: 'sanctions_review' }, screeningActor),
  )
  const output = await officer.done('holds', 'place', institutionId, 'next mint', 'aml_review')
  const [, id] = /^Hold (\S+): held$/.exec(output)!
  const list = await (await as('operations')).done('holds', 'list', 'placed')
  expect(list).toMatch(
    new RegExp(`^${id} +placed +aml_review +next mint +(?!person:)\\S.* +\\S+ +Acme Treasury AG$`, 'm'),
  )
  expect(list).toMatch(/ placed +sanctions_review +next withdrawal +screening /)
  const { items } = await officer.json('holds', 'list', '--kind', 'withdrawal', '--institutionid', institutionId)
  expect(items).toMatchObject([{ automatic: true, reason: 'sanctions_review' }])
  const [entry] = (await mlro.json('audit', 'search', '--subject', id!, '--action', 'hold.placed')).items
  expect(entry.detail).toContainEqual({ name: 'session', values: [officer.sessionId] })
  const proposed = await officer.done('holds', 'propose', 'release', id!, 'looked', 'into', 'it')
  await mlro.done('approvals', 'approve', requestIn(proposed))
  expect(await officer.done('holds', 'show', id!)).toMatch(
    /\nstate: released\n[^]*\nmaker: (?!person:)\S+[^\n]*\nchecker: (?!person:)\S/,
  )
  expect(await officer.run('holds', 'place', institutionId, 'next year', 'aml_review')).toMatchObject({
    code: 1,
    said: expect.stringContaining('the id of something, or next mint'),
  })
})

test('staff are listed, suspended and removed; inviting is not a command, because a token cannot create access', async () => {
  const [admin, mlro] = [await as('admin'), await as('mlro')]
  const { id } = (await staff(served.env, 'support')).person
  const line = async () => (await mlro.done('staff', 'list')).split('\n').find((one) => one.startsWith(id))
  expect(await line()).toMatch(/^\S+ +active +support /)
  expect(await admin.done('staff', 'suspend', id, 'a', 'phone', 'was', 'lost')).toBe('Suspended.')
  expect(await line()).toMatch(/^\S+ +suspended +support /)
  expect(await admin.done('staff', 'remove', id, 'gone')).toBe('Removed.')
  expect(await line()).toBeUndefined()
  for (const word of ['invite', 'roles', 'link', 'reinstate'])
    expect(await admin.run('staff', word, id, 'support', 'a test'), word).toMatchObject({ code: 2 })
})

const statement = [
  ':20:STMT1',
  ':25:CH9300762011623852957',
  ':28C:1/1',
  ':60F:C261116CHF0,',
  ':61:2611161116C1500,25NTRFNONREF//BANK0001',
  ':86:A customer',
  ':62F:C261116CHF1500,25',
  '-',
].join('\r\n')

test('a bank file is imported manually by an operator, once; it books nothing, and the audit names the operator', async () => {
  const file = join(folder, 'statement.sta')
  await writeFile(file, statement)
  const operator = await as('operations')
  expect(await operator.run('bank', 'import', file, 'the', 'line', 'is', 'down')).toEqual({
    code: 1,
    said: expect.stringMatching(/^bad_request: The file is refused\. .*not an account of ours/),
  })
  expect(await (await as('compliance')).run('bank', 'import', file, 'so')).toMatchObject({
    said: expect.stringMatching(/^role_missing: .*It needs one of these: operations\.\n$/),
  })
  const account = { purpose: 'client_money', currency: 'CHF', iban: 'CH9300762011623852957' } as const
  const others = { bic: 'UATBCHZZXXX', name: 'Specie Clients', qriban: null, sortcode: null, account: null }
  await agree(served.env, 'bank.account', { ...account, ...others })
  const output = await operator.done('bank', 'import', file, 'the', 'line', 'is', 'down')
  const [, sha256] = /^File (\S+) is stored\. Nothing is booked from it\.\n[^]*\n1 of its lines name no payment/.exec(
    output,
  )!
  expect(await operator.done('bank', 'import', file, 'again')).toBe(
    'This file was imported before, so nothing is done.',
  )
  const [entry] = (await (await as('auditor')).json('audit', 'search', '--subject', `file ${sha256}`)).items
  expect(entry).toMatchObject({ action: 'bank_file.imported', actor: expect.stringMatching(/^person:/) })
  expect(entry.detail).toContainEqual({ name: 'session', values: [operator.sessionId] })
  expect(entry.detail).toContainEqual({ name: 'why', values: ['the line is down'] })
  const booked = await served.database.app.query(
    `select balance from ledger.account where (pool, name, asset) = ('client', 'bank', 'CHF') and balance > 0`,
  )
  expect(booked).toEqual([])
  expect((await specie({ DATABASE_URL: served.database.url, SPECIE_DATA: folder }, 'check')).code).toBe(0)
})

test.each([
  ['', 'neither XML, as camt.053 and camt.054 are, nor MT940'],
  ['date,amount\n2026-01-05,100\n', 'neither XML, as camt.053 and camt.054 are, nor MT940'],
  ['{"amount":100}', 'neither XML, as camt.053 and camt.054 are, nor MT940'],
  ['<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aa">]><d>&a;</d>', 'a document type is not taken'],
])('a file of %j is refused with the reason', async (text, reason) => {
  const file = join(folder, 'statement.csv')
  await writeFile(file, text)
  const { code, said } = await (await as('operations')).run('bank', 'import', file, 'a test')
  expect([code, said]).toEqual([1, expect.stringMatching(/^bad_request: The file is refused\./)])
  expect(said).toContain(reason)
})

test.each([
  [['keys', 'freeze'], 2, 'KEY is missing. Usage: specie keys freeze KEY WHY…'],
  [['kyb', 'show', 'a', 'b'], 2, '"b" is unexpected: INSTITUTION.'],
  [['holds', 'propose', 'release'], 2, 'HOLD is missing'],
  [['kyb', 'show', 'nonsense'], 1, 'bad_request: '],
  [['kyb', 'show', '00000000-0000-7000-8000-000000000000'], 1, 'not_found: '],
  [['bank', 'import', '/nowhere', 'so'], 1, '/nowhere cannot be used: '],
])('an invalid request is answered by a sentence: %j', async (words, expected, sentence) => {
  const { code, said } = await (await as('compliance')).run(...words)
  expect([code, said]).toEqual([expected, expect.stringContaining(sentence)])
  expect(said.trimEnd().split('\n')).toHaveLength(1)
})

test('the audit log names the institution of every decision', () =>
  expectInstitutionsNamed(
    served.database.owner,
    'address.cleared',
    'address.suspended',
    'hold.placed',
    'hold.released',
    'key.frozen',
    'key.revoked',
  ))
