import { randomUUID } from 'node:crypto'
import { acts } from '@specie/protocol/people/acts.ts'
import { addressCalls } from '@specie/protocol/portal/addresses.ts'
import { bankAccountCalls } from '@specie/protocol/portal/bank-accounts.ts'
import { move } from '@specie/service/base/state-machine/move.ts'
import { addressMachine } from '@specie/service/destinations/address/row.ts'
import { whitelistAddress } from '@specie/service/destinations/address/whitelist.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { requireSecondPerson } from '@specie/service/people/approval/second-person.ts'
import { describe, expect, test } from 'vitest'
import { type Answer, onboard } from '../client.ts'
import { agree, approve, member, staff } from '../people.ts'
import {
  acme,
  add,
  admin,
  call,
  desk,
  done,
  env,
  ownWallet,
  refusal,
  travelAddress,
  useAddressDesk,
  view,
} from './address-admin.ts'

// Bank accounts, and the common rules of them and withdrawal addresses: typing, a second person, roles.

useAddressDesk()

describe('typed input', () => {
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
    const reported = await done(await member(env, acme.institutionid, 'viewer'), path)
    expect(reported).toMatchObject(rest)
    if (problem) expect(reported.problem).toMatch(problem)
    else expect(reported.problem).toBeNull()
  })
})

describe('bank accounts', () => {
  const account = { label: 'main', currency: 'GBP', identifier: '20-00-00 55779911', name: 'Acme Treasury AG' }
  const own = async () => (await done(admin, '/bank-accounts')).items

  test('are registered with the bank’s answer about the name, listed and disabled', async () => {
    const { accountid } = await done(admin, '/bank-accounts', account)
    expect(await own()).toMatchObject([{ accountid, label: 'main', status: 'active', currency: 'GBP' }])
    const disabled = await done(admin, `/bank-accounts/${accountid}/disable`, { reason: 'closed' })
    expect(disabled).toEqual({ accountid, status: 'disabled' })
    expect(await own()).toMatchObject([{ accountid, status: 'disabled' }])
    const listed = await signed('bankAccounts')
    expect(listed.body.accounts).toMatchObject([{ accountid, status: 'disabled' }])
  })

  test('under another name at the bank they are not paid to until staff have cleared them', async () => {
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
    // One person alone cannot clear it, and cannot approve their own request.
    const [asker, checker] = [await staff(env, 'mlro'), await staff(env, 'mlro')]
    const request = await done(asker, decide, cleared)
    expect(request).toMatchObject({ status: 'unconfirmed', approvalid: expect.any(String) })
    await expect(approve(env, asker, request.approvalid)).rejects.toMatchObject({ details: { reason: 'own_request' } })
    expect(await own()).toMatchObject([{ status: 'unconfirmed' }])
    await approve(env, checker, request.approvalid)
    expect(await own()).toMatchObject([{ status: 'active' }])
    expect((await call(officer, decide, cleared)).body.message).toMatch(
      /^This bank account is already active. The institution can remove it\./,
    )
  })

  test('in another name than the institution’s they wait for the staff, also without a bank to ask', async () => {
    const swiss = { label: 'm', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7' }
    const same = await done(admin, '/bank-accounts', { ...swiss, name: 'ACME TREASURY A.G.' })
    expect(same).toMatchObject({ usable: true, confirmation: null })
    const foreign = await done(admin, '/bank-accounts', { ...swiss, label: 'n', name: 'Harrowmere Ltd' })
    expect(same.waits_because).toBeNull()
    expect(foreign).toMatchObject({
      usable: false,
      waits_because:
        'The account is in the name Harrowmere Ltd, and your institution is Acme Treasury AG. Our staff decide whether it is yours.',
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

describe('if the institution requires a second person', () => {
  const kinds = ['member.address', 'member.bank_account'] as const
  const evm = { blockchain: 'ETH', address: '0x52908400098527886e0f7030069857d2e4169ee7', label: ' vault ' }
  const account = { label: 'main', currency: 'GBP', identifier: '20-00-00 55779911', name: 'Acme Treasury AG' }

  test('nothing is added until they approve exactly the request', async () => {
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

    // It cannot be cleared without a request either, because the database requires the approval of exactly this account.
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

  test('one of them alone does not choose who answers for the provider of a wallet', async () => {
    const { institutionid } = acme
    const by = { actor: 'test', why: 'chosen', at: env.clock.now() }
    await env.db.tx((tx) => requireSecondPerson(tx, { institutionid, kind: 'member.address' }, by))
    const hosted = { ...evm, address: `0x${'7'.repeat(40)}`, label: 'hosted', vasp: 'Alder Exchange Ltd' }
    const asked = await done(admin, '/addresses', hosted)
    await approve(env, await member(env, institutionid, 'approver'), asked.approvalid)
    const { addressid } = (await done(admin, '/addresses')).items.find((one: any) => one.label === 'hosted')
    await agree(env, 'address.clear', { addressid })
    const { body } = await call(admin, `/addresses/${addressid}/travel-rule`, { travel_address: travelAddress })
    expect(body).toMatchObject({ code: 'bad_request', details: { rule: 'second_person' } })
    const planted = env.db.tx(async (tx) => {
      await move(tx, addressMachine, addressid, 'review', by)
      await tx.query('update destinations.address set travel_address = $2 where id = $1', [addressid, travelAddress])
    })
    await expect(planted).rejects.toThrow(/needs the approval of a second person/)
  })
})

async function signed(name: string, fields: Record<string, string> = {}): Promise<Answer> {
  await desk.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  return acme.call(name, fields)
}

describe('roles', () => {
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

  test('rows of another institution are not found', async () => {
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
