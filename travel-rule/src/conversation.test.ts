import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversationOf, type ConversationEvent, type Expected } from './conversation.ts'
import { plainTxid, settlementOf } from './settlement.ts'
import type { Resolution } from './trp/resolution.ts'

const wallet = '0xAbCdEf0000000000000000000000000000000001'
const expected: Expected = { token: 'secret-of-this-exchange', address: wallet, chain: 'ETH' }

const approved = (callback = 'https://vasp.example/c/1', address = wallet): Resolution => ({
  kind: 'approved',
  address,
  callback,
})
const rejected: Resolution = { kind: 'rejected', reason: 'unknown customer' }
const pending: Resolution = { kind: 'pending' }

const reply = (answer: Extract<ConversationEvent, { kind: 'reply' }>['answer'], at = 1): ConversationEvent => ({
  kind: 'reply',
  at,
  answer,
})
const callback = (resolution: Resolution | null, at = 2, token = expected.token): ConversationEvent => ({
  kind: 'callback',
  at,
  token,
  resolution,
})
const closed = (at: number): ConversationEvent => ({ kind: 'closed', at })
const refused = { kind: 'refused', status: 422, problem: 'misses data' } as const

const outcome = (...events: ConversationEvent[]) => conversationOf(expected, events).outcome
const isApproved = { kind: 'approved', callbacks: ['https://vasp.example/c/1'] }

test.each<[string, ConversationEvent[], object]>([
  ['nothing yet', [], { kind: 'open' }],
  ['a reply that decides later', [reply(pending)], { kind: 'open' }],
  ['approved at once', [reply(approved())], isApproved],
  ['approved by callback', [reply(pending), callback(approved())], isApproved],
  ['the callback before the reply', [callback(approved(), 1), reply(pending, 2)], isApproved],
  ['approved twice', [reply(pending), callback(approved()), callback(approved(), 3)], isApproved],
  [
    'approved twice with callbacks of their own',
    [callback(approved('https://vasp.example/c/2')), callback(approved())],
    { kind: 'approved', callbacks: ['https://vasp.example/c/1', 'https://vasp.example/c/2'] },
  ],
  ['the wallet in another case', [reply(approved(undefined, wallet.toLowerCase()))], isApproved],
  ['another wallet', [reply(approved(undefined, `${wallet.slice(0, -1)}2`))], { kind: 'conflict' }],
  ['rejected', [reply(pending), callback(rejected)], { kind: 'rejected', reason: 'unknown customer' }],
  ['approved, then rejected', [reply(approved()), callback(rejected)], { kind: 'conflict' }],
  ['rejected, then approved', [reply(rejected), callback(approved())], { kind: 'conflict' }],
  ['a wrong token', [reply(pending), callback(approved(), 2, 'secret-of-this-exchangE')], { kind: 'open' }],
  ['a token that is too short', [reply(pending), callback(approved(), 2, 'secret')], { kind: 'open' }],
  ['a malformed callback', [reply(pending), callback(null)], { kind: 'open' }],
  ['a malformed reply', [reply({ kind: 'malformed', problem: 'no JSON' })], { kind: 'open' }],
  [
    'a malformed reply, then a callback',
    [reply({ kind: 'malformed', problem: 'no JSON' }), callback(approved())],
    isApproved,
  ],
  ['refused', [reply(refused)], { kind: 'refused', problem: 'misses data' }],
  ['refused, yet approved', [reply(refused), callback(approved())], { kind: 'conflict' }],
  ['refused at an expired address, approved at a new one', [reply(refused), reply(approved(), 2)], isApproved],
  [
    'a version refused, then taken',
    [reply({ kind: 'other version', version: '3.1.0' }), reply(approved(), 2)],
    isApproved,
  ],
  ['silence until we close', [reply(pending), closed(9)], { kind: 'closed', cancelAt: [] }],
  [
    'an approval after we closed',
    [reply(pending), closed(5), callback(approved(), 6)],
    { kind: 'closed', cancelAt: ['https://vasp.example/c/1'] },
  ],
  ['an approval before we closed', [reply(approved()), closed(5)], isApproved],
  ['a rejection after an approval and the end', [reply(approved()), closed(5), callback(rejected, 6)], isApproved],
])('%s', (_story, events, end) => {
  for (const order of [events, events.toReversed()]) expect(outcome(...order)).toMatchObject(end)
})

test('messages that count for nothing are listed with the reason', () => {
  const { ignored } = conversationOf(expected, [
    callback(approved(), 2, 'wrong'),
    callback(null, 3),
    closed(4),
    callback(approved(), 5),
  ])
  expect(ignored.map(({ because }) => because)).toEqual([
    'Its token is not that of the exchange.',
    'It is malformed.',
    'It came after the end.',
  ])
})

const at = fc.integer({ min: 0, max: 20 })
const resolution = fc.constantFrom<Resolution>(
  approved(),
  approved('https://vasp.example/c/2'),
  approved(undefined, '0x0000000000000000000000000000000000000009'),
  rejected,
  { kind: 'rejected', reason: null },
  pending,
)
const anyEvent: fc.Arbitrary<ConversationEvent> = fc.oneof(
  fc.record({
    kind: fc.constant('reply' as const),
    at,
    answer: fc.oneof(
      resolution,
      fc.constantFrom(
        refused,
        { kind: 'malformed', problem: 'm' } as const,
        { kind: 'retry', afterSeconds: null, problem: 'r' } as const,
        { kind: 'other version', version: '3.1.0' } as const,
      ),
    ),
  }),
  fc.record({
    kind: fc.constant('callback' as const),
    at,
    token: fc.constantFrom(expected.token, 'wrong', ''),
    resolution: fc.option(resolution),
  }),
  fc.record({ kind: fc.constant('closed' as const), at }),
)
const conversation = fc.array(anyEvent, { maxLength: 6 })

test('the order and repetition of messages change nothing', () => {
  const shuffled = conversation.chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2, maxLength: events.length * 2 }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([events, again]) => {
      expect(outcome(...again)).toEqual(outcome(...events))
    }),
    { numRuns: 2_000 },
  )
})

test('an approval needs an authentic and timely message for this wallet, and no message that contradicts it', () => {
  let approvals = 0
  fc.assert(
    fc.property(conversation, (events) => {
      const end = Math.min(...events.map((event) => (event.kind === 'closed' ? event.at : Infinity)))
      const said = events.flatMap((event) => {
        if (event.kind === 'closed' || event.at >= end) return []
        if (event.kind === 'reply') return [event.answer]
        return event.token === expected.token && event.resolution ? [event.resolution] : []
      })
      const good = said.some((one) => one.kind === 'approved' && one.address === wallet)
      const contrary = said.some(
        (one) => one.kind === 'rejected' || (one.kind === 'approved' && one.address !== wallet),
      )
      const replies = events.flatMap((event) => (event.kind === 'reply' && event.at < end ? [event.answer.kind] : []))
      const untaken = replies.includes('refused') && !replies.some((kind) => /^(pending|approved|rejected)$/.test(kind))
      const isExpected = good && !contrary && !untaken
      expect(outcome(...events).kind === 'approved').toBe(isExpected)
      if (isExpected) approvals += 1
    }),
    { numRuns: 3_000 },
  )
  expect(approvals).toBeGreaterThan(100)
})

test('without a token that counts nothing but a reply decides', () => {
  const forged = conversation.map((events) =>
    events.map((event) => (event.kind === 'callback' ? { ...event, token: 'wrong' } : event)),
  )
  fc.assert(
    fc.property(forged, (events) => {
      expect(outcome(...events)).toEqual(outcome(...events.filter(({ kind }) => kind !== 'callback')))
    }),
  )
})

const txid = 'ABCDEF'.padEnd(64, '0')

test.each<[string, Parameters<typeof settlementOf>[1], object]>([
  ['no confirmation', [], { kind: 'open' }],
  ['a transaction', [{ kind: 'sent', txid }], { kind: 'sent', txid: `0x${txid.toLowerCase()}` }],
  [
    'the same in two forms',
    [
      { kind: 'sent', txid },
      { kind: 'sent', txid: `0x${txid.toLowerCase()}` },
    ],
    { kind: 'sent' },
  ],
  [
    'two transactions',
    [
      { kind: 'sent', txid },
      { kind: 'sent', txid: '0x1' },
    ],
    { kind: 'conflict' },
  ],
  ['canceled', [{ kind: 'canceled', reason: null }], { kind: 'canceled', reason: null }],
  [
    'a transaction and a cancellation',
    [
      { kind: 'canceled', reason: 'x' },
      { kind: 'sent', txid },
    ],
    { kind: 'conflict' },
  ],
])('the end of an inbound exchange: %s', (_story, confirmations, end) => {
  expect(settlementOf('ETH', confirmations)).toMatchObject(end)
  expect(settlementOf('ETH', confirmations.toReversed())).toMatchObject(end)
})

test('a transaction id of Solana keeps its case, one of Bitcoin has no prefix', () => {
  expect(plainTxid('SOL', '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb')).toContain('5VERv8')
  expect(plainTxid('BTC', `0x${txid}`)).toBe(txid.toLowerCase())
})
