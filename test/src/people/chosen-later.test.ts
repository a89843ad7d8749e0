import { generateKeyPairSync, sign } from 'node:crypto'
import { endCooling } from '@specie/service/destinations/address/cooling.ts'
import { expect, test } from 'vitest'
import { canonical } from '../client.ts'
import { approve, member, staff } from '../people.ts'
import { acme, admin, call, desk, done, env, useAddressDesk, view } from './address-admin.ts'

// Preparations of one administrator before the institution requires a second person are useless afterwards.

useAddressDesk()

const missing = { code: 'approval_refused', details: { reason: 'missing' } }

async function choose(kind: string): Promise<void> {
  await member(env, acme.institutionid, 'approver')
  expect(await done(admin, '/second-person', { kind, needed: true })).toMatchObject({ approvalid: null })
}

const newKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { publickey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), privateKey }
}
type Pair = ReturnType<typeof newKey>

async function prove(id: string, { privateKey }: Pair) {
  const { challenge, path } = await done(admin, `/keys/${id}/challenge`, {})
  const nonce = String(Date.now())
  const signature = sign('sha256', Buffer.from(path + canonical({ challenge }) + nonce), privateKey).toString(
    'base64url',
  )
  return call(admin, `/keys/${id}/prove`, { challenge, nonce, signature })
}

test('an unapproved key that writes, registered before, is not activated; one that reads, or was approved, is', async () => {
  const [aside, reading, agreed] = [newKey(), newKey(), newKey()]
  const register = ({ publickey }: Pair, scopes: string[]) =>
    done(admin, '/keys', { publickey, label: 'aside', scopes })
  const { keyid } = await register(aside, ['read', 'withdraw'])
  const { keyid: reader } = await register(reading, ['read'])
  await choose('member.key')
  expect((await prove(keyid, aside)).body).toMatchObject(missing)
  expect((await prove(reader, reading)).status).toBe(200)
  const { approvalid } = await register(agreed, ['read', 'withdraw'])
  await approve(env, await member(env, acme.institutionid, 'approver'), approvalid)
  const { items } = await done(admin, '/keys')
  const registered = items.find((one: any) => one.publickey === agreed.publickey)
  expect((await prove(registered.keyid, agreed)).status).toBe(200)
})

test('an unapproved address in its cooling-off is rejected at the end; an approved one becomes usable', async () => {
  const cooling = async (label: string, digit: string) => {
    const wallet = { blockchain: 'ETH', address: `0x${digit.repeat(40)}`, label, vasp: 'Kestrel Bank AG' }
    const added = await done(admin, '/addresses', { ...wallet, travel_address: null })
    if (added.approvalid) await approve(env, await member(env, acme.institutionid, 'approver'), added.approvalid)
    const { items } = await done(admin, '/addresses')
    return items.find((one: any) => one.label === label).addressid as string
  }
  const aside = await cooling('aside', '1')
  await choose('member.address')
  const agreed = await cooling('agreed', '2')
  for (const id of [aside, agreed]) {
    await desk.database.owner.tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(
        `update destinations.address set state = 'cooling', travel_rule = '{}', travel_rule_status = 'complete', usable_from = $2
         where id = $1`,
        [id, env.clock.now()],
      )
    })
  }
  await endCooling.run(env)
  expect([(await view(aside)).state, (await view(agreed)).state]).toEqual(['rejected', 'active'])
})

test('a bank account in another name is not cleared by the staff', async () => {
  const account = { label: 'main', currency: 'GBP', identifier: '20-00-00 55779911', name: 'Somebody Else' }
  const { accountid } = await done(admin, '/bank-accounts', account)
  await choose('member.bank_account')
  const officer = await staff(env, 'compliance')
  const request = { decision: 'clear', reason: 'its parent' }
  const answer = await call(officer, `/bank-accounts/${accountid}/decide`, request)
  // An impossible request is refused at once.
  expect(answer.body).toMatchObject(missing)
})
