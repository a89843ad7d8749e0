import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import type { SignedEndpoint } from '@specie/protocol/endpoints/endpoint.ts'
import type { Provider } from '@specie/service/base/ports/provider.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { advanceRedemptions } from '@specie/service/issuance/redemption/job.ts'
import { advanceRails } from '@specie/service/rails/rail/job.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canonical, freshNonce } from '../client.ts'
import { landed } from '../issuance.ts'
import type { AddressDesk } from '../people/address-desk.ts'
import { type Institution, openInstitution, startMoneyDesk, symbol } from '../people/money-desk.ts'
import { signedByHand } from '../sender.ts'
import { orderFields } from '../trading.ts'

// A write repeated under its client id gets the first answer, byte for byte, in every later state.

let desk: AddressDesk
let acme: Institution
beforeAll(async () => {
  const quote: Provider['quote'] = async ({ bought }) => ({ sold: (bought * 8n) / 9n, spread: 0n, at: new Date() })
  desk = await startMoneyDesk({ provider: { name: 'otc', quote } as Provider })
  acme = await openInstitution(desk)
})
afterAll(() => desk.stop())

const coins = { asset: 'VCHF', blockchain: 'ETH' }
const party = { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' }

/** Every write, as its client sends it. */
const writes: Record<string, () => Promise<object> | object> = {
  addOrder: () => orderFields({ clordid: 'o-1' }),
  requestQuote: () => ({ symbol, side: 'Sell', orderqty: '100', clreqid: 'q-1' }),
  convert: () => ({ from_currency: 'CHF', to_currency: 'VCHF', quantity: '50', min_received: '1', clreqid: 'c-1' }),
  mintTokens: () => ({ ...coins, quantity: '150000', clreqid: 'm-1' }),
  redeemTokens: () => ({ ...coins, quantity: '100', clreqid: 'r-1' }),
  withdraw: () => ({ asset: 'CHF', quantity: '250.50', destination: 'main', clreqid: 'w-1' }),
  cancelWithdrawal: async () => {
    const { withdrawalid } = await acme.signed('withdraw', { asset: 'CHF', quantity: '9', destination: 'main' })
    return { withdrawalid, clreqid: 'x-1' }
  },
  cancelMint: async () => {
    const { requestid } = await acme.signed('mintTokens', { ...coins, quantity: '150000', funding_currency: 'GBP' })
    return { requestid, clreqid: 'x-2' }
  },
  addPaymentRail: () => ({
    railtype: 'FiatToStablecoin',
    sender: party,
    wallet: { destination: 'vault' },
    instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
    clreqid: 'p-1',
  }),
}

async function send(name: string, fields: object): Promise<{ text: string; replayed: boolean }> {
  await desk.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const nonce = freshNonce()
  const json = { body: JSON.stringify(fields), contentType: 'application/json' }
  const signed = `/api/v1/private/${name}${canonical(fields)}${nonce}`
  const asForm = fields as Record<string, string>
  const { status, headers, body } =
    name === 'addPaymentRail'
      ? await acme.client.call(name, {}, { nonce, signed, ...json })
      : await acme.client.call(name, asForm)
  expect([name, status], JSON.stringify(body)).toEqual([name, 200])
  return { text: JSON.stringify(body), replayed: headers.get('x-app-replayed') === 'true' }
}

async function advance(): Promise<void> {
  for (const job of [advanceMints, advanceRedemptions, advanceWithdrawals, advanceRails])
    while ((await job.run(desk.env)) > 0);
}

test('a repeated write gets the first answer, at once, after its signature and after its settlement', async () => {
  const withId = endpoints.filter(
    (one): one is SignedEndpoint =>
      one.access === 'signed' && ['clreqid', 'clordid'].some((id) => id in one.request.shape),
  )
  expect(
    withId
      .map(({ name }) => name)
      .filter((name) => name in writes)
      .toSorted(),
  ).toEqual(Object.keys(writes).toSorted())
  const lists = withId.filter(({ name }) => !(name in writes)).map(({ name }) => name)
  expect(lists.filter((name) => !name.startsWith('query'))).toEqual([])

  const answer = new Map<string, { fields: object; text: string }>()
  for (const [name, fieldsOf] of Object.entries(writes)) {
    const fields = await fieldsOf()
    const { text, replayed } = await send(name, fields)
    expect([name, replayed]).toEqual([name, false])
    answer.set(name, { fields, text })
  }
  const repeat = async () => {
    for (const [name, { fields, text }] of answer)
      expect([name, await send(name, fields)]).toEqual([name, { text, replayed: true }])
  }
  await repeat()
  const idOf = (name: string) => JSON.parse(answer.get(name)!.text).requestid as string
  await signedByHand(desk.env.db, 'mint', idOf('mintTokens'))
  await signedByHand(desk.env.db, 'redemption', idOf('redeemTokens'))
  await repeat()
  await landed(desk.env, 'mint', idOf('mintTokens'))
  await landed(desk.env, 'redemption', idOf('redeemTokens'))
  await advance()
  desk.later += 4 * 3_600_000
  await advance()
  const { supplychanges } = await acme.signed('querySupplyChanges', { requestid: idOf('mintTokens') })
  expect(supplychanges).toMatchObject([{ status: 'settled', txid: expect.stringMatching(/^0x/) }])
  await repeat()
})

test('after a process died before its answer, the first repetition decides the answer', async () => {
  const fields = { ...coins, quantity: '150000', clreqid: 'm-2' }
  const { text } = await send('mintTokens', fields)
  const { requestid } = JSON.parse(text)
  // Its state before any answer.
  await desk.database.owner.query('alter table work.request disable trigger answer_stays')
  await desk.database.owner.query(`update work.request set answer = answer || '{"txid": null}' where clreqid = 'm-2'`)
  await desk.database.owner.query('alter table work.request enable trigger answer_stays')
  const hash = await signedByHand(desk.env.db, 'mint', requestid)
  const first = await send('mintTokens', fields)
  expect(JSON.parse(first.text).txid).toBe(hash)
  expect(await send('mintTokens', fields)).toEqual(first)
})

test('the database keeps the given answer', async () => {
  await send('mintTokens', { ...coins, quantity: '150000', clreqid: 'm-3' })
  for (const change of [`'{"status": "settled"}'`, `'{"txid": "0x1"}'`])
    await expect(
      desk.env.db.query(`update work.request set answer = answer || ${change} where clreqid = 'm-3'`),
    ).rejects.toThrow('is final')
})
