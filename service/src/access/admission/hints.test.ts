import type { SentRequest } from '@specie/protocol/signing/nearmiss.ts'
import { expect, test } from 'vitest'
import { hints } from './hints.ts'

const path = '/api/v1/private/accountBalance'
const sent: SentRequest = { path, query: '', host: null, body: 'form', raw: '', value: {}, nonce: '7' }

/** The signed text lacks its nonce; the verifier counts its calls, and answers on command. */
function slowVerifier() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  const seen = { calls: 0, active: 0, maximum: 0, open }
  const holds = async (text: string | Uint8Array) => {
    seen.calls += 1
    seen.maximum = Math.max(seen.maximum, (seen.active += 1))
    await opened
    seen.active -= 1
    return text === path
  }
  return { seen, holds }
}

test('concurrent searches run one at a time; when the queue is full there is no hint', async () => {
  const { seen, holds } = slowVerifier()
  const hintFor = hints({ elapsed: () => 0 })
  const calls = Array.from({ length: 300 }, () => hintFor(sent, holds))
  const refused = await Promise.all(calls.slice(32))
  expect(new Set(refused)).toEqual(new Set([null]))
  seen.open()
  const found = await Promise.all(calls.slice(0, 32))
  for (const hint of found) expect(hint).toMatch(/nonce is missing/)
  expect(seen.maximum).toBe(1)
  expect(seen.calls).toBeLessThan(32 * 30)
})

test('the searches per second are limited to a part of a core', async () => {
  let now = 0
  const { seen, holds } = slowVerifier()
  seen.open()
  const hintFor = hints({ elapsed: () => now })
  let found = 0
  for (let n = 0; n < 2_000; n += 1) {
    if ((await hintFor(sent, holds)) !== null) found += 1
    now += 1
  }
  expect(found).toBeGreaterThan(60)
  expect(found).toBeLessThanOrEqual(96)
})

test('a failed search rejects its own caller and no other', async () => {
  const hintFor = hints({ elapsed: () => 0 })
  const broken = hintFor(sent, () => Promise.reject(new Error('no thread')))
  const next = hintFor(sent, async (text) => text === path)
  await expect(broken).rejects.toThrow('no thread')
  expect(await next).toMatch(/nonce is missing/)
})
