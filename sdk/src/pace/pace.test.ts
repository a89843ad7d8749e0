import { describe, expect, test } from 'vitest'
import { SpecieError } from '../error.ts'
import { corrected, createPacer, memoryLock, nextSlot, type Slot } from './pace.ts'

const now = 1_794_657_600_000

describe('slots', () => {
  test('the first call is sent at once, with the time as its nonce', () => {
    expect(nextSlot(null, now, 0)).toEqual({ takenAt: now, sendAt: now, nonce: String(now) })
  })

  test('the next one is sent a second after the first, even if requested earlier', () => {
    const first = nextSlot(null, now, 0)
    const second = nextSlot(first, now + 10, 0)
    expect(second.sendAt).toBe(now + 1_000)
    expect(nextSlot(second, now + 20, 0).sendAt).toBe(now + 2_000)
  })

  test('a clock set back by an hour blocks nothing, and nonces rise', () => {
    const before: Slot = { takenAt: now, sendAt: now, nonce: String(now) }
    const after = nextSlot(before, now - 3_600_000, 0)
    expect(after.sendAt).toBe(now - 3_600_000)
    expect(BigInt(after.nonce)).toBeGreaterThan(BigInt(before.nonce))
  })

  test('a refusal of the service corrects the plan', () => {
    const last: Slot = { takenAt: now, sendAt: now, nonce: '5' }
    const limited = corrected(last, now + 30, 'rate_limited', { retry_after_ms: 1_200 })
    expect(nextSlot(limited, now + 30, 0).sendAt).toBe(now + 1_230)
    const stale = corrected(last, now, 'invalid_nonce', { last_nonce: '99999999999999999' })
    expect(nextSlot(stale, now, 0).nonce).toBe('100000000000000000')
  })
})

describe('the pacer', () => {
  test('calls are sent in their order', async () => {
    const order: number[] = []
    const pacer = createPacer({ change: async (step) => ({ ...step(null), sendAt: 0 }) }, () => now)
    await Promise.all([1, 2, 3].map((n) => pacer.turn({}).then(() => order.push(n))))
    expect(order).toEqual([1, 2, 3])
  })

  test('a refused call comes before the waiting ones', async () => {
    const order: string[] = []
    const pacer = createPacer(memoryLock(), Date.now)
    await pacer.turn({})
    const later = pacer.turn({}).then(() => order.push('later'))
    const again = pacer.turn({ wasRefused: true }).then(() => order.push('again'))
    await Promise.all([later, again])
    expect(order).toEqual(['again', 'later'])
  })

  test('a call aborted during its wait gives its place to the next one', async () => {
    const slots: Slot[] = []
    const { change } = memoryLock()
    const noted = async (step: (last: Slot | null) => Slot) => {
      const slot = await change(step)
      slots.push(slot)
      return slot
    }
    const pacer = createPacer({ change: noted }, () => now)
    const stop = new AbortController()
    await pacer.turn({})
    const [aborted, next] = [pacer.turn({ signal: stop.signal }), pacer.turn({})]
    aborted.catch(() => {})
    stop.abort(new Error('changed my mind'))
    await expect(aborted).rejects.toThrow('changed my mind')
    await next
    expect(slots.map(({ sendAt }) => sendAt - now)).toEqual([0, 1_000])
  })

  test('with a nonce window, the time of the service is learned', async () => {
    const pacer = createPacer(memoryLock(), () => now)
    const refusal = new SpecieError({ code: 'invalid_nonce', details: { last_nonce: '7', difference_ms: '-90000' } })
    await pacer.learn(refusal, String(now))
    expect(await pacer.turn({})).toBe(String(now + 90_000))
  })

  test('with a clock days ahead and an unused key, the time of the service is learned', async () => {
    const fast = now + 172_800_000
    let last: Slot = { takenAt: fast, sendAt: 0, nonce: String(fast) }
    const pacer = createPacer({ change: async (step) => (last = step(last)) }, () => fast)
    const details = { reason: 'nonce_ahead', last_nonce: null, difference_ms: '172800000' }
    await pacer.learn(new SpecieError({ code: 'invalid_nonce', details }), String(fast))
    expect(last.nonce).toBe('0')
    expect(Number(await pacer.turn({}))).toBeLessThan(now + 5_000)
  })

  test('with a fast clock and two calls under way, both learn the same time, and nonces return to the window', async () => {
    const [fast, hour] = [now + 3_600_000, 3_600_000]
    let last: Slot = { takenAt: fast, sendAt: 0, nonce: String(fast + 5) }
    const pacer = createPacer({ change: async (step) => (last = { ...step(last), sendAt: 0 }) }, () => fast)
    for (const ahead of [0, 5]) {
      const details = { last_nonce: String(now - 1), difference_ms: String(hour + ahead) }
      await pacer.learn(new SpecieError({ code: 'invalid_nonce', details }), String(fast + ahead))
    }
    expect(await pacer.turn({})).toBe(String(now))
  })
})
