import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import { deposits, sandboxControl, until } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { openPeer, type TrpPeer } from '../customers/trp-peer.ts'
import { withConstants } from '../programs/constants.ts'
import { startUat, type Uat } from '../programs/uat.ts'

// A counterparty that sends text which a database cannot store: half characters and zero bytes.

let uat: Uat
let client: Client
let peer: TrpPeer
beforeAll(async () => {
  uat = await startUat(withConstants({ signingWaitMs: 60_000 }), { DEVNET_CHAINS: 'ETH' })
  peer = await openPeer()
  client = await uat.onboard()
  const { institutionid } = client
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'ETH', quantity: '1000' })
  await until(
    () => deposits(uat, client, { asset: 'VCHF' }),
    ([one]) => one?.status === 'credited',
  )
})
afterAll(async () => {
  await peer.close()
  await uat.end()
})

let count = 0
async function withdrawal(): Promise<{ id: string; wallet: string; path: string }> {
  const path = `hostile-${(count += 1)}`
  const wallet = `0x${randomBytes(20).toString('hex')}`
  const travel_address = travelAddressOf(`${peer.base.replace('http://', '')}/${path}?t=i`)
  const listed = { institutionid: client.institutionid, blockchain: 'ETH', address: wallet, label: path }
  await sandboxControl(uat, 'addresses', { ...listed, vasp: 'Alder Exchange Ltd', travel_address })
  const { body } = await uat.call(client, 'withdraw', { asset: 'VCHF', quantity: '10', destination: path })
  return { id: body.withdrawalid, wallet, path }
}

type Row = { state: string; problem: string | null; due: string | null }
const exchangeOf = async (subject: string): Promise<Row | undefined> => {
  const [row] = await uat.database.owner.query<Row>('select * from compliance.exchange where subject_id = $1', [
    subject,
  ])
  return row
}

async function callbackOf(path: string): Promise<string> {
  const sent = () => peer.received.filter(({ token }) => token === `${path}?t=i`)
  await until(
    async () => sent(),
    (all) => all.length > 0,
  )
  return JSON.parse(sent()[0]!.body).callback
}

async function post(url: string, body: string): Promise<number> {
  const headers = {
    'api-version': '3.2.1',
    'request-identifier': `hostile-${(count += 1)}`,
    'content-type': 'application/json',
  }
  return (await fetch(url, { method: 'POST', headers, body })).status
}

const half = String.raw`\ud800`
const zero = String.raw`\u0000`
const longReason = `${'a'.repeat(499)}😀`

describe('a decision', () => {
  test.each([
    ['half a character in a rejection', 400, () => `{"rejected":"${half}"}`],
    ['a long rejection with a character at its end', 204, () => JSON.stringify({ rejected: longReason })],
    ['a zero byte in the address', 422, () => `{"approved":{"address":"0x${zero}","callback":"${peer.base}/c"}}`],
  ])('with %s is answered with %i', async (_what, status, body) => {
    peer.answerWith(() => ({ status: 200, body: JSON.stringify({ version: '3.2.1' }) }))
    const { path } = await withdrawal()
    expect(await post(await callbackOf(path), body())).toBe(status)
  })

  test('in the reply to the inquiry ends the exchange, also with a character at the end of a long text', async () => {
    peer.answerWith(() => ({ status: 200, body: JSON.stringify({ rejected: longReason }) }))
    const { id } = await withdrawal()
    await until(
      () => exchangeOf(id),
      (one) => one?.state === 'rejected',
    )
  })

  test('in the reply with a zero byte is malformed, and staff see that', async () => {
    peer.answerWith(() => ({ status: 200, body: `{"approved":{"address":"0x${zero}","callback":"${peer.base}/c"}}` }))
    const { id } = await withdrawal()
    await until(
      () => exchangeOf(id),
      (one) => one?.problem !== null && one?.due === null,
    )
    expect((await exchangeOf(id))!.problem).toMatch(/control character/)
  })
})
