import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bitcoinAddressOf } from '@specie/service/chains/adapters/bitcoin/address.ts'
import { decideParties } from '../screening/desk.ts'
import { addToWatchlist, removeFromWatchlist } from '@specie/service/compliance/list/own.ts'
import { endCooling } from '@specie/service/destinations/address/cooling.ts'
import { messageHash } from '@specie/service/destinations/address/proof/bip137.ts'
import { describe, expect, test } from 'vitest'
import { sandbox } from '../client.ts'
import { approve, staff } from '../people.ts'
import {
  acme,
  add,
  admin,
  base58,
  desk,
  done,
  env,
  ownWallet,
  refusal,
  secret,
  sign,
  solana,
  travelAddress,
  useAddressDesk,
  view,
} from './address-admin.ts'

// Withdrawal addresses, from the first call of an administrator to the first coin, over HTTP. Common rules of bank accounts,
// and roles: addresses-and-bank-accounts.test.ts.

useAddressDesk()

const day = 24 * 3_600_000
const steps = async (id: string) =>
  (await env.db.query('select to_state from state.history where subject = $1 order by id', [id]))
    .map((row) => row.to_state)
    .join(' ')

describe('an own wallet', () => {
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

  test('a wrong signature changes nothing, and one proof is for one address', async () => {
    const id = await add()
    const { proof } = await view(id)
    const prove = (of: string, signature: string) => refusal(admin, `/addresses/${of}/prove`, { signature })
    expect(await prove(id, sign(proof.text, ed25519.utils.randomSecretKey()))).toEqual([400, 'bad_request', 'mismatch'])
    expect(await prove(id, sign(`${proof.text} `))).toEqual([400, 'bad_request', 'mismatch'])
    expect(await prove(id, 'nonsense')).toEqual([400, 'bad_request', 'format'])
    expect(await view(id)).toMatchObject({ state: 'proof_required' })
    await done(admin, `/addresses/${id}/prove`, { signature: sign(proof.text) })
    expect(await prove(id, sign(proof.text))).toEqual([400, 'bad_request', 'state'])
    // Removed and added again, it has another text: the old signature is invalid.
    await done(admin, `/addresses/${id}/remove`, { reason: 'mistaken' })
    const again = await add({ label: 'vault again' })
    expect(await prove(again, sign(proof.text))).toEqual([400, 'bad_request', 'mismatch'])
  })

  test('of a chain that is unreachable must wait', async () => {
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

/** One officer requests it, and another approves. */
async function cleared(id: string, reason: string): Promise<void> {
  const request = await done(await staff(env, 'compliance'), `/addresses/${id}/decide`, { decision: 'clear', reason })
  expect(request).toMatchObject({ state: 'in_review' })
  await approve(env, await staff(env, 'mlro'), request.approvalid)
}

describe('a hosted wallet', () => {
  const hosted = async (over: object) => {
    const id = await add({ vasp: 'Coin Bank', ...over })
    expect(await view(id)).toMatchObject({ state: 'in_review', status: 'Pending' })
    await cleared(id, 'they confirm it')
    return id
  }

  test('with its travel address waits for the staff, not for a proof: any provider can be named', async () => {
    const id = await hosted({ travel_address: travelAddress })
    expect(await view(id)).toMatchObject({ state: 'cooling', ownership: 'vasp', vasp: 'Coin Bank', proof: null })
  })

  test('without one waits for it', async () => {
    const id = await hosted({})
    expect(await view(id)).toMatchObject({ state: 'travel_rule', travelrule: { status: 'missing' } })
    const path = `/addresses/${id}/travel-rule`
    expect(await refusal(admin, path, { travel_address: 'tanonsense' })).toEqual([400, 'bad_request', 'checksum'])
    // The institution names where the data goes, so staff confirm it again.
    expect(await done(admin, path, { travel_address: travelAddress })).toMatchObject({ state: 'in_review' })
    await cleared(id, 'the address is theirs')
    expect(await view(id)).toMatchObject({ travel_address: travelAddress, travelrule: { status: 'complete' } })
    expect(await refusal(admin, path, { travel_address: travelAddress })).toEqual([400, 'bad_request', 'state'])
  })
})

describe('screening', () => {
  const listed = { vasp: 'Zarkovija Sanctionned Trading Ltd', travel_address: travelAddress }

  test('a forbidden provider: rejected', async () => {
    expect(await view(await add({ vasp: 'UAT Invalid Party Ltd' }))).toMatchObject({ status: 'Rejected' })
  })

  test('the listed owner of a hosted wallet is shown to the staff, and is cleared together with the wallet', async () => {
    const name = 'Quorvath Nemedi Holdings Ltd'
    await desk.database.owner.tx((tx) =>
      addToWatchlist(tx, [{ name, list: 'test', effect: 'review' }], env.clock.now()),
    )
    const place = { street: 'Bahnhofstrasse 1', city: 'Zurich', country: 'CH' }
    const beneficiary = { kind: 'company', name: 'Quorvath Nemedi Holding AG', ...place }
    const id = await add({ vasp: 'Coin Bank', travel_address: travelAddress, beneficiary })
    const shown = async () => (await done(await staff(env, 'mlro'), `/addresses/${id}`)).hits
    expect(await shown()).toMatchObject([{ name: 'Quorvath Nemedi Holding AG', entry: { name }, state: 'open' }])
    await cleared(id, 'another company')
    expect(await shown()).toMatchObject([{ state: 'cleared' }])
  })

  test('a likely hit waits for the staff, who clear or reject it', async () => {
    const mlro = await staff(env, 'mlro')
    const decide = (id: string, decision: string) =>
      done(mlro, `/addresses/${id}/decide`, { decision, reason: 'looked at it' })
    const [likely, rejected] = [await add(listed), await add({ ...listed, label: 'b', address: base58(secret) })]
    const { items } = await done(mlro, `/addresses?state=in_review&institutionid=${acme.institutionid}`)
    expect(items.map((one: { addressid: string }) => one.addressid)).toEqual([rejected, likely])
    await cleared(likely, 'another company')
    expect(await view(likely)).toMatchObject({ state: 'cooling' })
    expect(await decide(rejected, 'reject')).toMatchObject({ state: 'rejected' })
    const again = await refusal(mlro, `/addresses/${rejected}/decide`, { decision: 'clear', reason: 'no' })
    expect(again).toEqual([400, 'bad_request', 'state'])
  })
})

test('an own wallet whose institution matches a list is under review: its institution sees that, and the staff see the match', async () => {
  const [{ name }] = (await env.db.query('select name from directory.institution where id = $1', [
    acme.institutionid,
  ])) as [{ name: string }]
  await desk.database.owner.tx((tx) => addToWatchlist(tx, [{ name, list: 'test', effect: 'review' }], env.clock.now()))
  const id = await add()
  await desk.database.owner.tx((tx) => removeFromWatchlist(tx, [{ name, list: 'test' }], env.clock.now()))
  const seen = await view(id)
  expect(seen).toMatchObject({ state: 'in_review', status: 'Pending', proof: null })
  expect(JSON.stringify(seen)).not.toMatch(/list|hit|sanction/i)
  const { items } = await done(
    await staff(env, 'mlro'),
    `/addresses?state=in_review&institutionid=${acme.institutionid}`,
  )
  expect(items.map((one: { addressid: string }) => one.addressid)).toContain(id)
  await cleared(id, 'another company')
  expect(await view(id)).toMatchObject({ state: 'proof_required' })
  // The match of the institution itself is decided for itself; until then nothing leaves.
  await decideParties(env, acme.institutionid, 'clear')
})

describe('suspension', () => {
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

  test('only staff can lift a suspension by staff', async () => {
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

  test('the audit log has person, reason and address', async () => {
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
