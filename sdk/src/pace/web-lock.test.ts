import { afterEach, expect, test, vi } from 'vitest'
import { nextSlot } from './pace.ts'
import { webLock } from './web-lock.ts'

// Node has the Web Locks of a browser; its storage is simulated here.

afterEach(() => vi.unstubAllGlobals())

function storage(): Map<string, string> {
  const kept = new Map<string, string>()
  const getItem = (name: string) => kept.get(name) ?? null
  vi.stubGlobal('localStorage', { getItem, setItem: (name: string, value: string) => void kept.set(name, value) })
  return kept
}

const take = (name: string) => webLock(name).change((last) => nextSlot(last, 1_000, 0))

test('parallel tabs get one slot each, a second apart', async () => {
  storage()
  const slots = await Promise.all([take('key'), take('key'), take('key')])
  expect(slots.map(({ sendAt }) => sendAt)).toEqual([1_000, 2_000, 3_000])
  expect(new Set(slots.map(({ nonce }) => nonce)).size).toBe(3)
})

test('the slot is stored for later tabs, and other keys have their own', async () => {
  const kept = storage()
  const first = await take('key')
  expect([...kept]).toEqual([['specie:key', JSON.stringify(first)]])
  expect((await take('other')).sendAt).toBe(1_000)
  expect((await take('key')).sendAt).toBe(2_000)
})

test('a page without Web Locks or storage is refused with its requirements', () => {
  const message = 'There are no Web Locks here. They need a page of https:// or localhost.'
  expect(() => webLock('key')).toThrow(message)
  storage()
  vi.stubGlobal('navigator', {})
  expect(() => webLock('key')).toThrow(message)
})
