import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Movement, Window } from '../../base/ports/chain.ts'
import {
  bestOf,
  clearOnDisagreement,
  commonPart,
  Disagreement,
  finalPart,
  type Landed,
  oncePerMinute,
  outcomeBy,
  queryNodes,
  quorumAnswer,
  quorumHeight,
  TooFewNodes,
  valuesOf,
} from './agreement.ts'

// Several nodes of one chain, of which none is trusted alone.

const panel = { code: 'ETH', quorum: 2 } as const

class Away extends Error {}
class Reverted extends Error {
  override name = 'Reverted'
}

/** What three nodes answer; an error is thrown. */
async function ask<T>(...answers: (T | Error)[]) {
  const nodes = answers.map((answer, n) => ({ host: `node${n + 1}`, answer }))
  const request = async ({ answer }: (typeof nodes)[number]): Promise<T> => {
    if (answer instanceof Error) throw answer
    return answer
  }
  return queryNodes(nodes, request, (error) => error instanceof Away)
}

const agreed = async <T>(...answers: (T | Error)[]) => quorumAnswer(panel, 'its fee', await ask(...answers), String)

describe('an answer', () => {
  test('counts when a quorum of nodes gives it; those that differ are named', async () => {
    expect(await agreed(7, 7, 7)).toEqual({ same: [7, 7, 7], dissent: [] })
    expect(await agreed(8, 7, 7)).toEqual({ same: [7, 7], dissent: ['node1: 8'] })
    expect(await agreed(7, 7, new Away('it is off'))).toEqual({ same: [7, 7], dissent: [] })
    expect(await agreed(7, 7, new Reverted('no'))).toEqual({ same: [7, 7], dissent: ['node3: ! Reverted'] })
  })

  test('may be an error, which is thrown', async () => {
    await expect(agreed(new Reverted('out of gas'), new Reverted('out of gas'))).rejects.toThrow('out of gas')
    const answers = await ask<number>(new Reverted('out of gas'))
    expect(() => valuesOf(answers)).toThrow('out of gas')
  })

  test('does not count when nodes contradict each other', async () => {
    const disagreed = agreed(7, 8)
    await expect(disagreed).rejects.toBeInstanceOf(Disagreement)
    await expect(disagreed).rejects.toThrow(
      'The nodes of ETH disagree on its fee (node1: 7; node2: 8). Find out which of them is right.',
    )
  })

  test('does not count when too few nodes give it', async () => {
    const alone = agreed(7, new Away('it is off'), new Away('it is slow'))
    await expect(alone).rejects.toBeInstanceOf(TooFewNodes)
    await expect(alone).rejects.toThrow('1 nodes of ETH report its fee, and 2 must: it is off; it is slow')
    await expect(agreed(new Away('it is off'))).rejects.toThrow('0 nodes of ETH report its fee')
  })

  test('is shortened where a disagreement is described', async () => {
    const [long, limit] = ['x'.repeat(121), 'y'.repeat(120)]
    await expect(agreed(long, limit)).rejects.toThrow(`(node1: ${'x'.repeat(120)}…; node2: ${limit})`)
  })
})

test('the height of a chain is one that a quorum of nodes has reached', async () => {
  const height = async (...told: (bigint | Error)[]) => quorumHeight(panel, 'the newest block', await ask(...told))
  expect(await height(9n, 12n, 10n)).toBe(10n)
  expect(await height(12n, 9n)).toBe(9n)
  expect(await height(9n, 9n, 8n)).toBe(9n)
  const alone = height(9n, new Away('it is off'))
  await expect(alone).rejects.toThrow('1 nodes of ETH report the newest block, and 2 must: it is off')
})

describe('a transaction', () => {
  const landed = (over: Partial<Landed> = {}): Landed => ({
    height: 50n,
    block: '0xb',
    ok: true,
    cost: 21n,
    settled: true,
    ...over,
  })
  const outcome = (answers: (Landed | null)[], final = 50n) =>
    outcomeBy(
      panel,
      '0xhash',
      answers.map((answer, n) => ({ node: `node${n + 1}`, answer })),
      final,
    )
  const onChain = { height: 50n, block: '0xb', ok: true, cost: 21n, disputed: null }

  test('is final when a quorum calls it final, at or below the final block', () => {
    expect(outcome([landed(), landed()])).toEqual({ ...onChain, final: true })
    expect(outcome([null, landed(), landed()])).toEqual({ ...onChain, final: true })
    expect(outcome([landed(), landed()], 49n)).toEqual({ ...onChain, final: false })
    expect(outcome([landed({ settled: false }), landed()])).toEqual({ ...onChain, final: false })
  })

  test('is not there when a quorum says so', () => {
    expect(outcome([null, null, landed()])).toBeNull()
  })

  test('is not final while nodes differ; below the final block that is a dispute', () => {
    const disputed = 'The nodes of ETH disagree on 0xhash (node1: done; node2: failed; node3: not there).'
    const differing = [landed(), landed({ ok: false }), null]
    expect(outcome(differing)).toEqual({ ...onChain, final: false, disputed })
    expect(outcome(differing, 49n)).toEqual({ ...onChain, final: false })
    expect(outcome([landed()])).toEqual({ ...onChain, final: false })
    expect(outcome([landed(), landed({ block: '0xc' })], 49n)).toMatchObject({ block: '0xb', final: false })
    expect(outcome([landed({ height: 51n }), landed()])?.disputed).toContain('node2: done')
  })

  test('of which too few nodes know anything has no outcome', () => {
    expect(() => outcome([null])).toThrow('1 nodes of ETH report the outcome of 0xhash, and 2 must')
  })
})

test('bytes count as sent when one node has accepted them', () => {
  const best = (...answers: Parameters<typeof bestOf>[0][number]['answer'][]) =>
    bestOf(answers.map((answer) => ({ node: 'a', answer })))
  expect(best('unknown', 'nonce_too_low', 'accepted')).toBe('accepted')
  expect(best('underpriced', 'expired', 'nonce_too_low')).toBe('nonce_too_low')
  expect(best('underpriced', 'expired')).toBe('expired')
  expect(best('unknown', 'underpriced')).toBe('underpriced')
  expect(best('unknown')).toBe('unknown')
})

describe('a window', () => {
  const movement = (over: Partial<Movement> = {}): Movement => ({
    txid: '0x1',
    index: 0,
    height: 5n,
    block: '0xb',
    final: true,
    kind: 'transfer',
    asset: 'VCHF',
    from: '0xa',
    to: '0xc',
    amount: 100n,
    requestId: null,
    ...over,
  })
  const read = (movements: Movement[], over: Partial<Window> = {}): Window => ({
    movements,
    cursor: null,
    latest: 9n,
    final: 5n,
    ...over,
  })
  const other = movement({ txid: '0x2' })

  test('has the same final part in every order of reports', () => {
    expect(finalPart(read([movement(), other]))).toBe(finalPart(read([other, movement()])))
    expect(finalPart(read([movement(), movement({ txid: '0x3', final: false })]))).toBe(finalPart(read([movement()])))
  })

  test.each([
    ['the final block', read([movement()], { final: 6n })],
    ['an amount', read([movement({ amount: 101n })])],
    ['a height', read([movement({ height: 4n })])],
    ['a recipient', read([movement({ to: '0xd' })])],
    ['a movement more', read([movement(), other])],
  ])('has another final part when %s differs', (_what, window) => {
    expect(finalPart(window)).not.toBe(finalPart(read([movement()])))
  })

  test('keeps a movement that is not final where all nodes have it, and the lowest newest block', () => {
    const [common, single] = [movement({ txid: '0x3', final: false }), movement({ txid: '0x4', final: false })]
    const windows = [
      read([movement(), common, single]),
      read([movement(), common], { latest: 8n }),
      read([movement(), common, single], { latest: 10n }),
    ]
    expect(commonPart(windows)).toEqual(read([movement(), common], { latest: 8n }))
    expect(commonPart([read([movement(), single])])).toEqual(read([movement(), single]))
  })
})

test('cached answers are cleared after a disagreement, and only then', async () => {
  const forget = vi.fn<() => void>()
  expect(await clearOnDisagreement(Promise.resolve(7), forget)).toBe(7)
  await expect(clearOnDisagreement(Promise.reject(new Away('off')), forget)).rejects.toThrow('off')
  expect(forget).not.toHaveBeenCalled()
  await expect(clearOnDisagreement(Promise.reject(new Disagreement('no')), forget)).rejects.toThrow('no')
  expect(forget).toHaveBeenCalledOnce()
})

describe('trouble', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is reported once a minute', () => {
    vi.useFakeTimers()
    const reported: unknown[] = []
    const report = oncePerMinute((message, { node }) => reported.push([message, node]))
    const both = () => {
      report('no answer', { node: 'node1', attempt: 1 })
      report('no answer', { node: 'node2', attempt: 2 })
    }
    both()
    both()
    const once = [
      ['no answer', 'node1'],
      ['no answer', 'node2'],
    ]
    expect(reported).toEqual(once)
    vi.advanceTimersByTime(59_999)
    both()
    expect(reported).toEqual(once)
    vi.advanceTimersByTime(1)
    both()
    expect(reported).toEqual([...once, ...once])
  })
})
