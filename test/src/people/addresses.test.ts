import { randomUUID } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { acts } from '@specie/protocol/people/acts.ts'
import { addressCalls } from '@specie/protocol/people/institution/addresses.ts'
import { bankAccountCalls } from '@specie/protocol/people/institution/bank-accounts.ts'
import type { Env } from '@specie/service/base/env.ts'
import { bitcoinAddressOf } from '@specie/service/chains/adapters/bitcoin/address.ts'
import { endCooling } from '@specie/service/institutions/address/cooling.ts'
import { messageHash } from '@specie/service/institutions/address/proof/bip137.ts'
import { travelAddressOf } from '@specie/service/institutions/address/travel-address.ts'
import { whitelistAddress } from '@specie/service/institutions/address/whitelist.ts'
import { registerBankAccount } from '@specie/service/institutions/bank-account/register.ts'
import { requireSecondPerson } from '@specie/service/institutions/second-person.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { getBase58Decoder } from '@solana/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Client, onboard, sandbox } from '../client.ts'
import { approve, member, staff } from '../people.ts'
import { type AddressDesk, callAs, startAddressDesk } from './address-desk.ts'

// Withdrawal addresses and bank accounts, from the first call of an administrator to the first coin, over HTTP.

let desk: AddressDesk
let env: Env
let acme: Client
let admin: Session

beforeAll(async () => {
  desk = await startAddressDesk()
  env = desk.env
})
beforeEach(async () => {
  desk.later = 0
  desk.payee = { result: 'match', name: null }
  acme = await onboard(desk.origin)
  admin = await member(env, acme.institutionid, 'admin')
})
afterAll(() => desk.stop())

const call = (by: Session, path: string, body?: object) => callAs(desk.origin, by, path, body)
async function done(by: Session, path: string, body?: object): Promise<any> {
  const told = await call(by, path, body)
  expect(told.status, JSON.stringify(told.body)).toBe(200)
  return told.body
}
const refusal = async (by: Session, path: string, body?: object) => {
  const { status, body: told } = await call(by, path, body)
  return [status, told.code, told.details?.rule ?? told.details?.reason].filter((part) => part !== undefined)
}

const secret = ed25519.utils.randomSecretKey()
const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
const solana = base58(ed25519.getPublicKey(secret))
const sign = (text: string, by = secret) => base58(ed25519.sign(Buffer.from(text), by))
const ownWallet = { blockchain: 'SOL', address: solana, label: 'vault' }
const travelAddress = travelAddressOf('vasp.example/x/1?t=i')
const day = 24 * 3_600_000

async function add(over: object = {}): Promise<string> {
  return (await done(admin, '/addresses', { ...ownWallet, ...over })).addressid
}
const view = (id: string, by = admin) => done(by, `/addresses/${id}`)
const steps = async (id: string) =>
  (await env.db.query('select to_state from state.history where subject = $1 order by id', [id]))
    .map((row) => row.to_state)
    .join(' ')

describe('a wallet of one’s own', () => {
  test('is proved by its key, cools off for a day, and can be used', async () => {
    const id = await add()
    const waiting = await view(id)
    expect(waiting).toMatchObject({ status: 'Pending', state: 'proof_required', ownership: 'self_hosted' })
    expect(waiting.proof).toMatchObject({ method: null, text: expect.stringContaining(acme.institutionid) })
    const signature = sign(waiting.proof.text)
    expect(await done(admin, `/addresses/${id}/prove`, { signature })).toEqual({
      addressid: id,
      status: 'Cooling',
      state: 'cooling',
    })
    desk.later = day - 60_000
    await endCooling.run(env)
    expect(await view(id)).toMatchObject({ status: 'Cooling' })
    desk.later = day + 60_000
    await endCooling.run(env)
    expect(await view(id)).toMatchObject({ status: 'Confirmed', proof: { method: 'solana_raw' } })
    const way = 'submitted screening proof_required travel_rule cooling active'
    expect(await steps(id)).toBe(way)
    expect((await view(id)).steps.map(({ state }: { state: string }) => state).join(' ')).toBe(way)
    const officer = await staff(env, 'auditor')
    expect(await done(officer, `/addresses/${id}/proof`)).toEqual({
      addressid: id,
      valid: true,
      evidence: { method: 'solana_raw', text: waiting.proof.text, signature },
    })
  })

  test('of Bitcoin by a signed message', async () => {
    const key = secp256k1.utils.randomSecretKey()
    const id = await add({ blockchain: 'BTC', address: bitcoinAddressOf(secp256k1.getPublicKey(key), 'uat') })
    const { proof } = await view(id)
    const [bit, ...rs] = secp256k1.sign(messageHash(proof.text), key, { prehash: false, format: 'recovered' })
    const signature = Buffer.from([39 + bit!, ...rs]).toString('base64')
    expect(await done(admin, `/addresses/${id}/prove`, { signature })).toMatchObject({ state: 'cooling' })
  })

  test('a wrong signature changes nothing, and one proof serves one address', async () => {
    const id = await add()
    const { proof } = await view(id)
    const prove = (of: string, signature: string) => refusal(admin, `/addresses/${of}/prove`, { signature })
    expect(await prove(id, sign(proof.text, ed25519.utils.randomSecretKey()))).toEqual([400, 'bad_request', 'mismatch'])
    expect(await prove(id, sign(`${proof.text} `))).toEqual([400, 'bad_request', 'mismatch'])
    expect(await prove(id, 'nonsense')).toEqual([400, 'bad_request', 'format'])
    expect(await view(id)).toMatchObject({ state: 'proof_required' })
    await done(admin, `/addresses/${id}/prove`, { signature: sign(proof.text) })
    expect(await prove(id, sign(proof.text))).toEqual([400, 'bad_request', 'state'])
    // Removed and added again, it has another text: the old signature is worth nothing.
    await done(admin, `/addresses/${id}/remove`, { reason: 'mistaken' })
    const again = await add({ label: 'vault again' })
    expect(await prove(again, sign(proof.text))).toEqual([400, 'bad_request', 'mismatch'])
  })

  test('of a chain that cannot be asked now has to wait', async () => {
    const id = await add({ blockchain: 'ETH', address: `0x${'12'.repeat(20)}` })
    const answer = await refusal(admin, `/addresses/${id}/prove`, { signature: `0x${'00'.repeat(65)}` })
    expect(answer).toEqual([503, 'service_unavailable'])
    expect(await view(id)).toMatchObject({ state: 'proof_required' })
  })

  test.each([
    [{ address: '0x5290' }, 'invalid_address', 'format'],
    [{ blockchain: 'BTC', address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l' }, 'invalid_address', 'network'],
    [{ label: solana }, 'bad_request', 'label_ambiguous'],
    [{ travel_address: travelAddress }, 'bad_request', 'own_wallet'],
    [{ vasp: 'Coin Bank', travel_address: `${travelAddress}x` }, 'bad_request', 'checksum'],
  ])('%j is refused', async (over, code, rule) => {
    expect(await refusal(admin, '/addresses', { ...ownWallet, ...over })).toEqual([400, code, rule])
  })
})

describe('a hosted wallet', () => {
  const hosted = async (over: object) => {
    const id = await add({ vasp: 'Coin Bank', ...over })
    expect(await view(id)).toMatchObject({ state: 'screening', status: 'Pending' })
    await done(await staff(env, 'compliance'), `/addresses/${id}/decide`, {
      decision: 'clear',
      reason: 'they confirm it',
    })
    return id
  }

  test('with its travel address waits for the staff, not for a proof: anybody can name a provider', async () => {
    const id = await hosted({ travel_address: travelAddress })
    expect(await view(id)).toMatchObject({ state: 'cooling', ownership: 'vasp', vasp: 'Coin Bank', proof: null })
  })

  test('without one it waits for it', async () => {
    const id = await hosted({})
    expect(await view(id)).toMatchObject({ state: 'travel_rule', travelrule: { status: 'missing' } })
    const path = `/addresses/${id}/travel-rule`
    expect(await refusal(admin, path, { travel_address: 'tanonsense' })).toEqual([400, 'bad_request', 'checksum'])
    expect(await done(admin, path, { travel_address: travelAddress })).toMatchObject({ state: 'cooling' })
    expect(await view(id)).toMatchObject({ travel_address: travelAddress, travelrule: { status: 'complete' } })
    expect(await refusal(admin, path, { travel_address: travelAddress })).toEqual([400, 'bad_request', 'state'])
  })
})

describe('screening', () => {
  const listed = { vasp: 'Zarkovija Sanctionned Trading Ltd', travel_address: travelAddress }

  test('a provider that is never served: rejected', async () => {
    expect(await view(await add({ vasp: 'UAT Invalid Party Ltd' }))).toMatchObject({ status: 'Rejected' })
  })

  test('a likely hit waits for the staff, who clear or reject it', async () => {
    const mlro = await staff(env, 'mlro')
    const decide = (id: string, decision: string) =>
      done(mlro, `/addresses/${id}/decide`, { decision, reason: 'looked at it' })
    const [cleared, rejected] = [await add(listed), await add({ ...listed, label: 'b', address: base58(secret) })]
    const { items } = await done(mlro, `/addresses?state=screening&institutionid=${acme.institutionid}`)
    expect(items.map((one: { addressid: string }) => one.addressid)).toEqual([rejected, cleared])
    expect(await decide(cleared, 'clear')).toMatchObject({ state: 'cooling' })
    expect(await decide(rejected, 'reject')).toMatchObject({ state: 'rejected' })
    const again = await refusal(mlro, `/addresses/${rejected}/decide`, { decision: 'clear', reason: 'no' })
    expect(again).toEqual([400, 'bad_request', 'state'])
  })
})

describe('stopping', () => {
  const usable = async (): Promise<string> => {
    const wallet = { institutionid: acme.institutionid, ...ownWallet }
    return (await sandbox(desk.origin, 'addresses', wallet)).body.addressid
  }
  const reason = { reason: 'stolen laptop' }

  test('an institution suspends, reinstates and removes its own', async () => {
    const id = await usable()
    expect(await done(admin, `/addresses/${id}/suspend`, reason)).toEqual({ addressid: id, status: 'Disabled' })
    expect(await view(id)).toMatchObject({ state: 'suspended', suspended_by: 'institution' })
    expect(await done(admin, `/addresses/${id}/reinstate`, reason)).toMatchObject({ status: 'Confirmed' })
    expect(await done(admin, `/addresses/${id}/remove`, reason)).toMatchObject({ status: 'Disabled' })
    expect(await refusal(admin, `/addresses/${id}/reinstate`, reason)).toEqual([400, 'bad_request', 'state'])
  })

  test('what the staff has suspended only the staff reinstates', async () => {
    const id = await usable()
    const officer = await staff(env, 'compliance')
    expect(await done(officer, `/addresses/${id}/suspend`, reason)).toMatchObject({ status: 'Disabled' })
    expect(await refusal(admin, `/addresses/${id}/reinstate`, reason)).toEqual([
      400,
      'bad_request',
      'suspended_by_staff',
    ])
    expect(await done(officer, `/addresses/${id}/reinstate`, reason)).toMatchObject({ status: 'Confirmed' })
  })

  test('the audit log says who, why and from where', async () => {
    const id = await usable()
    await done(admin, `/addresses/${id}/suspend`, reason)
    const rows = await env.db.query<{ body: string }>(
      `select body from audit.entry where body::jsonb ->> 'subject' = $1 order by seq`,
      [id],
    )
    const entries = rows.map(({ body }) => JSON.parse(body))
    expect(entries.map(({ action }) => action)).toEqual(['address.submitted', 'address.proved', 'address.suspended'])
    const { actor, detail } = entries.at(-1)!
    expect(actor).toBe(`person:${admin.person.id}`)
    expect(detail).toEqual({
      institutionid: admin.person.institutionId,
      why: 'stolen laptop',
      session: admin.id,
      ip: '127.0.0.1',
    })
  })
})

describe('what somebody types', () => {
  const upper = '0x52908400098527886E0F7030069857D2E4169EE7'
  test.each([
    [`/addresses/check?blockchain=ETH&address=${upper.toLowerCase()}`, { address: upper, problem: null }],
    [
      `/addresses/check?blockchain=ETH&address=${upper.replace('E4', 'e4')}`,
      { address: null, problem: /upper and lower/ },
    ],
    ['/addresses/check?blockchain=SOL&address=0', { address: null, problem: /base58/ }],
    [
      '/bank-accounts/check?currency=CHF&identifier=ch93+0076+2011+6238+5295+7',
      { identifier: 'CH9300762011623852957' },
    ],
    ['/bank-accounts/check?currency=CHF&identifier=CH94', { identifier: null, problem: /check digits/ }],
    ['/bank-accounts/check?currency=GBP&identifier=CH9300762011623852957', { problem: /UK accounts only/ }],
  ])('%s', async (path, { problem, ...rest }: { problem?: RegExp | null; address?: unknown; identifier?: unknown }) => {
    const told = await done(await member(env, acme.institutionid, 'viewer'), path)
    expect(told).toMatchObject(rest)
    if (problem) expect(told.problem).toMatch(problem)
    else expect(told.problem).toBeNull()
  })
})

describe('bank accounts', () => {
  const account = { label: 'main', currency: 'GBP', identifier: '20-00-00 55779911', name: 'Acme Treasury AG' }
  const own = async () => (await done(admin, '/bank-accounts')).items

  test('are registered with the bank’s word on the name, listed and disabled', async () => {
    const { accountid } = await done(admin, '/bank-accounts', account)
    expect(await own()).toMatchObject([{ accountid, label: 'main', status: 'active', currency: 'GBP' }])
    const disabled = await done(admin, `/bank-accounts/${accountid}/disable`, { reason: 'closed' })
    expect(disabled).toEqual({ accountid, status: 'disabled' })
    expect(await own()).toMatchObject([{ accountid, status: 'disabled' }])
    const listed = await signed('bankAccounts')
    expect(listed.body.accounts).toMatchObject([{ accountid, status: 'disabled' }])
  })

  test('under another name at the bank they are not paid to until the staff has cleared them', async () => {
    desk.payee = { result: 'no_match', name: 'Somebody Else' }
    const answer = await done(admin, '/bank-accounts', account)
    expect(answer).toMatchObject({ usable: false, confirmation: { result: 'no_match', name: 'Somebody Else' } })
    expect(answer.waits_because).toMatch(/^The bank knows the account under the name Somebody Else\./)
    expect(await own()).toMatchObject([{ status: 'unconfirmed' }])
    const officer = await staff(env, 'compliance')
    const [waiting] = (await done(officer, `/bank-accounts?status=unconfirmed`)).items
    expect(waiting).toMatchObject({
      accountid: answer.accountid,
      institution: 'Acme Treasury AG',
      confirmation: 'no_match',
      confirmed_name: 'Somebody Else',
    })
    const decide = `/bank-accounts/${answer.accountid}/decide`
    const cleared = { decision: 'clear', reason: 'its former name' }
    expect((await call(admin, decide, cleared)).status).toBe(404)
    expect(await done(officer, decide, cleared)).toMatchObject({ status: 'active' })
    expect(await own()).toMatchObject([{ status: 'active' }])
    expect((await call(officer, decide, cleared)).body.message).toMatch(
      /^This bank account is active already: the institution can disable it\./,
    )
  })

  test('in a name that is not the institution’s they wait for the staff, also where no bank is asked', async () => {
    const swiss = { label: 'm', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7' }
    const same = await done(admin, '/bank-accounts', { ...swiss, name: 'ACME TREASURY A.G.' })
    expect(same).toMatchObject({ usable: true, confirmation: null })
    const foreign = await done(admin, '/bank-accounts', { ...swiss, label: 'n', name: 'Harrowmere Ltd' })
    expect(same.waits_because).toBeNull()
    expect(foreign).toMatchObject({
      usable: false,
      waits_because:
        'The account is in the name Harrowmere Ltd, and your institution is Acme Treasury AG. Our staff decides whether it is yours.',
    })
    const rejected = { decision: 'reject', reason: 'not theirs' }
    const officer = await staff(env, 'compliance')
    expect(await done(officer, `/bank-accounts/${foreign.accountid}/decide`, rejected)).toMatchObject({
      status: 'disabled',
    })
    expect((await own()).map(({ status }: { status: string }) => status).toSorted()).toEqual(['active', 'disabled'])
  })

  test('an unknown one has a code of its own', async () => {
    const { status, body } = await signed('withdraw', { asset: 'GBP', quantity: '1', destination: 'nowhere' })
    expect([status, body.code]).toEqual([403, 'bank_account_not_registered'])
  })
})

describe('where the institution wants a second person', () => {
  const kinds = ['member.address', 'member.bank_account'] as const
  const evm = { blockchain: 'ETH', address: '0x52908400098527886e0f7030069857d2e4169ee7', label: ' vault ' }
  const account = { label: 'main', currency: 'GBP', identifier: '20-00-00 55779911', name: 'Acme Treasury AG' }

  test('nothing is added until they approve exactly what was asked', async () => {
    const institutionid = acme.institutionid
    const by = { actor: 'test', why: 'chosen', at: env.clock.now() }
    await env.db.tx(async (tx) => {
      for (const kind of kinds) await requireSecondPerson(tx, { institutionid, kind }, by)
    })
    const mistyped = { ...evm, address: '0x52908400098527886E0F7030069857D2E4169Ee7' }
    expect((await call(admin, '/addresses', mistyped)).body.code).toBe('invalid_address')
    const address = await done(admin, '/addresses', evm)
    expect(address).toEqual({ addressid: null, approvalid: expect.any(String) })
    const registered = await done(admin, '/bank-accounts', account)
    expect(registered).toMatchObject({ accountid: null, approvalid: expect.any(String), usable: false })
    expect([(await done(admin, '/addresses')).items, (await done(admin, '/bank-accounts')).items]).toEqual([[], []])

    // Nor by a way that does not ask: the database wants the approval of exactly this.
    const missing = { code: 'approval_refused', details: { reason: 'missing' } }
    const wallet = { ...evm, blockchain: 'ETH', institutionId: institutionid, vasp: null, memo: null } as const
    await expect(whitelistAddress(env, wallet, by)).rejects.toMatchObject(missing)
    const bank = { ...account, currency: 'GBP', institutionId: institutionid, accept: true } as const
    await expect(registerBankAccount(env, bank, by)).rejects.toMatchObject(missing)

    const approver = await member(env, institutionid, 'approver')
    await approve(env, approver, address.approvalid)
    await approve(env, approver, registered.approvalid)
    expect((await done(admin, '/addresses')).items).toMatchObject([{ label: 'vault', state: 'proof_required' }])
    expect((await done(admin, '/bank-accounts')).items).toMatchObject([{ label: 'main', status: 'active' }])
  })
})

async function signed(name: string, fields: Record<string, string> = {}): Promise<Answer> {
  await desk.database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  return acme.call(name, fields)
}

describe('who may', () => {
  const inputs: Record<string, object> = {
    addAddress: ownWallet,
    proveAddress: { signature: 'x' },
    completeTravelRule: { travel_address: travelAddress },
    registerBankAccount: { label: 'm', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme' },
    decideAddress: { decision: 'clear', reason: 'x' },
    decideBankAccount: { decision: 'clear', reason: 'x' },
  }
  const pathOf = (path: string, id: string) => path.replace('{id}', id)
  const bodyOf = ({ name, method }: { name: string; method: string }) =>
    method === 'GET' ? undefined : (inputs[name] ?? { reason: 'x' })

  test.each([...addressCalls, ...bankAccountCalls].map((one) => [one.name, one] as const))(
    '%s: by role',
    async (_name, one) => {
      const { side, roles, fresh } = acts[one.act]
      const everyone = { institution: ['admin', 'trader', 'approver', 'viewer'], staff: staffSide }[side] as never[]
      for (const role of everyone) {
        const by = side === 'staff' ? await staff(env, role) : await member(env, acme.institutionid, role)
        const { status, body } = await call(by, pathOf(one.path, randomUUID()), bodyOf(one))
        const isAllowed = (roles as readonly string[]).includes(role)
        expect([role, body.code === 'role_missing']).toEqual([role, !isAllowed])
        if (!isAllowed) expect(status).toBe(403)
        if (!isAllowed || !fresh) continue
        const stale = `update people.session set factor_at = now() - interval '6 minutes' where id = $1`
        await desk.database.owner.query(stale, [by.id])
        const late = await refusal(by, pathOf(one.path, randomUUID()), bodyOf(one))
        expect(late.slice(0, 2)).toEqual([403, 'fresh_factor_required'])
      }
    },
  )
  const staffSide = ['support', 'operations', 'treasury', 'compliance', 'mlro', 'admin', 'auditor']

  test('what belongs to another institution is not found', async () => {
    const other = await member(env, (await onboard(desk.origin)).institutionid, 'admin')
    const addressid = await add()
    const { accountid } = await done(admin, '/bank-accounts', inputs['registerBankAccount'])
    for (const one of [...addressCalls, ...bankAccountCalls].filter(
      ({ where, path }) => where === 'portal' && path.includes('{id}'),
    )) {
      const path = pathOf(one.path, one.path.startsWith('/bank') ? accountid : addressid)
      expect([one.name, ...(await refusal(other, path, bodyOf(one)))]).toEqual([one.name, 404, 'not_found'])
    }
    expect((await done(other, '/addresses')).items).toEqual([])
    expect((await done(other, '/bank-accounts')).items).toEqual([])
    expect(await view(addressid)).toMatchObject({ state: 'proof_required' })
  })

  test('an address of another institution cannot be named in the request', async () => {
    const smuggled = { ...ownWallet, institutionid: randomUUID() }
    expect(await refusal(admin, '/addresses', smuggled)).toEqual([400, 'bad_request', 'unknown_field'])
  })
})
