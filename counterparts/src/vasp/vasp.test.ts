import { openPeer, type TrpPeer } from '@specie/test/customers/trp-peer.ts'
import { testWorld, type TestWorld } from '@specie/test/customers/world.ts'
import { conversationOf, type ConversationEvent } from '@specie/travel-rule/conversation.ts'
import type { NameSet } from '@specie/travel-rule/ivms101/elements.ts'
import type { Ivms101 } from '@specie/travel-rule/ivms101/types.ts'
import { readDelivery, readInquiryAnswer } from '@specie/travel-rule/trp/answer.ts'
import { readConfirmation } from '@specie/travel-rule/trp/confirmation.ts'
import { uatDtis } from '@specie/travel-rule/trp/dti.ts'
import { readRequestHeaders } from '@specie/travel-rule/trp/headers.ts'
import { readInquiry } from '@specie/travel-rule/trp/inquiry.ts'
import { usualPeer } from '@specie/travel-rule/trp/peer.ts'
import { resolutionReply } from '@specie/travel-rule/trp/reply.ts'
import {
  confirmationRequest,
  inquiryRequest,
  resolutionRequest,
  type TrpRequest,
} from '@specie/travel-rule/trp/request.ts'
import { type Resolution, readResolution } from '@specie/travel-rule/trp/resolution.ts'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import type { Version } from '@specie/travel-rule/trp/version.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { behaviours, type VaspName } from './behaviour.ts'

// The messages are those of the service (travel-rule/), the VASP has its own reader and writer.

let world: TestWorld
let peer: TrpPeer
beforeEach(async () => {
  world = await testWorld()
  peer = await openPeer()
})
afterEach(async () => {
  await peer.close()
  await world.end()
})

const wallet = '0xAbCdEf0000000000000000000000000000000001'
const acme: Ivms101 = {
  originator: {
    originatorPerson: [
      {
        legalPerson: {
          name: { nameIdentifier: [{ legalPersonName: 'Acme AG', legalPersonNameIdentifierType: 'LEGL' }] },
          geographicAddress: [
            { addressType: 'BIZZ', addressLine: ['Bahnhofstrasse 1'], townName: 'Zug', country: 'CH' },
          ],
          nationalIdentification: { nationalIdentifier: '506700T7Z685VUOZL877', nationalIdentifierType: 'LEIX' },
        },
      },
    ],
  },
  beneficiary: {
    beneficiaryPerson: [
      {
        legalPerson: {
          name: { nameIdentifier: [{ legalPersonName: 'Alder and Wren Ltd', legalPersonNameIdentifierType: 'LEGL' }] },
        },
        accountNumber: [wallet],
      },
    ],
  },
}

const addressOf = async (vasp: VaspName): Promise<string> =>
  (await world.bank.json<{ travel_address: string }>(`/vasp/control/travel-address?vasp=${encodeURIComponent(vasp)}`))
    .travel_address

type Sent = { token: string; requestId: string; request: TrpRequest }
let count = 0

async function inquiryTo(vasp: VaspName, version: Version = '3.2.1', names: NameSet = '2023'): Promise<Sent> {
  count += 1
  const [token, requestId] = [`secret-token-${count}`, `request-${count}`]
  const callback = `${peer.base}/callbacks/${token}`
  const request = inquiryRequest(
    { token: { asset: 'ETH', chain: 'ETH' }, minor: 1_500_000_000_000_000_001n, callback, ivms101: acme },
    {
      travelAddress: await addressOf(vasp),
      exchange: { version, requestId },
      peer: { ...usualPeer, names },
      dtis: uatDtis,
      scheme: 'http',
      today: '2026-11-19',
    },
  )
  return { token, requestId, request }
}

async function answerTo({ requestId, request }: Sent, version: Version = '3.2.1', tried: Version[] = []) {
  const { status, headers, body } = await peer.send(request)
  return readInquiryAnswer({ version, requestId, tried, scheme: 'http' }, status, headers, body)
}

function callbackEvents(): ConversationEvent[] {
  return peer.received.map(({ token, body }, at) => {
    let resolution: Resolution | null
    try {
      resolution = readResolution(body, 'http')
    } catch {
      resolution = null
    }
    return { kind: 'callback', at: at + 2, token, resolution }
  })
}

const arrived = (number: number) => expect.poll(() => peer.received.length, { interval: 20 }).toBe(number)

const outcomes: {
  [name in Exclude<VaspName, 'UAT VASP Old' | 'UAT VASP Slow'>]: [callbacks: number, outcome: string]
} = {
  'UAT VASP Approve': [1, 'approved'],
  'UAT VASP At Once': [0, 'approved'],
  'UAT VASP Reject': [1, 'rejected'],
  'UAT VASP Silent': [0, 'open'],
  'UAT VASP Malformed': [1, 'open'],
  'UAT VASP Twice': [2, 'approved'],
  'UAT VASP Early': [1, 'approved'],
  'UAT VASP Wrong Token': [1, 'open'],
  'UAT VASP Contradict': [1, 'conflict'],
  'UAT VASP Other Wallet': [0, 'conflict'],
}

test.each(Object.entries(outcomes))('%s: %s', async (name, [callbacks, kind]) => {
  const sent = await inquiryTo(name as VaspName)
  const answer = await answerTo(sent)
  if (name === 'UAT VASP Early') expect(peer.received).toHaveLength(1)
  await arrived(callbacks)
  await expect.poll(async () => (await shown()).waiting, { interval: 20 }).toEqual([])
  const events: ConversationEvent[] = [{ kind: 'reply', at: 1, answer }, ...callbackEvents()]
  const { outcome } = conversationOf({ token: sent.token, address: wallet, chain: 'ETH' }, events)
  expect(outcome.kind).toBe(kind)
})

test('it reads what the service sends: names, exact amount, asset, wallet', async () => {
  for (const names of ['2020', '2023'] as const) await answerTo(await inquiryTo('UAT VASP Silent', '3.2.1', names))
  const { inbound } = await shown()
  const read = {
    vasp: 'UAT VASP Silent',
    amount: '1500000000000000001',
    asset: { dti: 'X9J9K872S', slip0044: 60 },
    originators: ['Acme AG'],
    beneficiaries: ['Alder and Wren Ltd'],
    wallet,
    confirmation: null,
  }
  expect(inbound).toMatchObject([read, read])
})

test('an old counterparty is asked again in its version', async () => {
  let tried: Version[] = []
  let version: Version = '3.2.1'
  for (;;) {
    const answer = await answerTo(await inquiryTo('UAT VASP Old', version), version, tried)
    if (answer.kind !== 'other version') {
      expect(answer).toEqual({ kind: 'pending' })
      break
    }
    tried = [...tried, version]
    version = answer.version
  }
  expect({ tried, version }).toEqual({ tried: ['3.2.1', '3.2.0'], version: '3.1.0' })
})

test('a slow decision waits for settlement time, also over a restart', async () => {
  await world.bank.setClock('2026-11-19T10:00:00.000Z')
  const sent = await inquiryTo('UAT VASP Slow')
  expect(await answerTo(sent)).toEqual({ kind: 'pending' })
  expect((await shown()).waiting).toMatchObject([{ what: 'approved', dueAt: '2026-11-19T12:00:00.000Z' }])
  world = await world.restart()
  await world.bank.setClock('2026-11-19T11:59:59.000Z')
  expect(peer.received).toEqual([])
  await world.bank.setClock('2026-11-19T12:00:00.000Z')
  await arrived(1)
  expect(peer.received[0]!.token).toBe(sent.token)
})

test('a repeated request gets the same answer and is one exchange', async () => {
  const sent = await inquiryTo('UAT VASP At Once')
  const [first, second] = [await answerTo(sent), await answerTo(sent)]
  expect(second).toEqual(first)
  expect((await shown()).inbound).toHaveLength(1)
})

test('the transaction id, or its cancellation, ends the exchange', async () => {
  for (const confirmation of [
    { kind: 'sent', txid: '0xabc' },
    { kind: 'canceled', reason: null },
  ] as const) {
    const answer = await answerTo(await inquiryTo('UAT VASP At Once'))
    if (answer.kind !== 'approved') throw new Error(answer.kind)
    const exchange = { version: '3.2.1', requestId: 'confirmation' } as const
    const { status, headers, body } = await peer.send(confirmationRequest(answer.callback, confirmation, exchange))
    expect(status).toBe(204)
    expect(readDelivery(status, headers, body)).toEqual({ kind: 'delivered' })
  }
  expect((await shown()).inbound.map(({ confirmation }) => confirmation)).toEqual([
    { txid: '0xabc' },
    { canceled: null },
  ])
})

test('a callback that fails is repeated with the same request id until it is taken', async () => {
  let failures = 2
  peer.answerWith(() => (failures-- > 0 ? { status: 503, body: '' } : { status: 204, body: '' }))
  await answerTo(await inquiryTo('UAT VASP Approve'))
  await arrived(3)
  expect(new Set(peer.received.map(({ headers }) => headers['request-identifier'])).size).toBe(1)
  await expect.poll(async () => (await shown()).sent).toMatchObject([{ what: 'approved', status: 204 }])
})

const changedTo = (sent: Sent, change: Partial<TrpRequest>): TrpRequest => ({ ...sent.request, ...change })
const json = (sent: Sent, change: object): string => JSON.stringify({ ...JSON.parse(sent.request.body), ...change })

test.each<[string, (sent: Sent) => TrpRequest, number, string]>([
  [
    'without a version',
    (sent) => changedTo(sent, { headers: { ...sent.request.headers, 'api-version': '' } }),
    400,
    'api-version',
  ],
  [
    'as a form',
    (sent) => changedTo(sent, { headers: { ...sent.request.headers, 'content-type': 'text/plain' } }),
    415,
    'application/json',
  ],
  ['that is no JSON', (sent) => changedTo(sent, { body: '{' }), 400, 'not JSON'],
  ['without a callback', (sent) => changedTo(sent, { body: json(sent, { callback: undefined }) }), 422, 'callback'],
  ['without persons', (sent) => changedTo(sent, { body: json(sent, { IVMS101: {} }) }), 422, 'IVMS101'],
  [
    'to a name that no VASP has',
    (sent) => changedTo(sent, { url: sent.request.url.replace('Silent', 'Nobody') }),
    404,
    'There is no UAT VASP Nobody',
  ],
])('an inquiry %s is refused', async (_what, changed, status, words) => {
  const sent = await inquiryTo('UAT VASP Silent')
  const answer = await peer.send(changed(sent))
  expect(answer).toMatchObject({ status, body: expect.stringContaining(words) })
  expect((await shown()).inbound).toEqual([])
})

test('a confirmation with another token is refused', async () => {
  const url = `${world.base}/vasp/v1/confirmations/guessed`
  const { status } = await peer.send(
    confirmationRequest(url, { kind: 'sent', txid: '0x1' }, { version: '3.2.1', requestId: 'r' }),
  )
  expect(status).toBe(404)
})

test.each(['2020', '2023'] as const)('it asks us with the names of %s, and sends the transaction id', async (names) => {
  peer.answerWith(({ headers }) => resolutionReply(readRequestHeaders(headers), { kind: 'pending' }))
  const place = `${peer.base.replace('http://', '')}/inquiries/customer-1?t=i`
  const { id } = await world.bank.json<{ id: string }>('/vasp/control/inquiries', {
    travel_address: travelAddressOf(place),
    asset: { dti: 'X9J9K872S' },
    amount: '2500000000000000001',
    beneficiary: 'Acme AG',
    wallet,
    names,
  })
  await arrived(1)
  const inquiry = readInquiry(peer.received[0]!.body, uatDtis, usualPeer, 'http')
  expect(inquiry).toMatchObject({
    token: { asset: 'ETH', chain: 'ETH' },
    amount: { minor: 2_500_000_000_000_000_001n },
    names,
    repairs: [],
    data: {
      originator: { originatorPerson: [{ legalPerson: { customerIdentification: 'UAT-1' } }] },
      beneficiary: { beneficiaryPerson: [{ accountNumber: [wallet] }] },
    },
  })
  await expect(confirm(id)).rejects.toThrow('409')

  peer.answerWith(() => ({ status: 204, body: '' }))
  const approval: Resolution = { kind: 'approved', address: wallet, callback: `${peer.base}/confirmations/ours` }
  const exchange = { version: '3.2.1', requestId: 'decision' } as const
  expect((await peer.send(resolutionRequest(inquiry.callback, approval, exchange))).status).toBe(204)
  await confirm(id)
  await arrived(2)
  expect(peer.received[1]!.token).toBe('ours')
  expect(readConfirmation(peer.received[1]!.body)).toEqual({ kind: 'sent', txid: '0xfeed' })
})

const confirm = (id: string) => world.bank.json('/vasp/control/confirmations', { id, confirmation: { txid: '0xfeed' } })

test('every behaviour is listed with its meaning', async () => {
  const listed = await world.bank.json<object>('/vasp/control/behaviours')
  expect(Object.keys(listed)).toEqual(Object.keys(behaviours))
})

type Shown = {
  inbound: { vasp: string; confirmation: object | null }[]
  waiting: { what: string; dueAt: string }[]
  sent: { what: string; status: number | null }[]
}

const shown = (): Promise<Shown> => world.bank.json<Shown>('/vasp/control/state')
