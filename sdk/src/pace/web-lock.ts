import type { Lock, Slot } from './pace.ts'
import { InvalidArgument } from '../invalid-argument.ts'

// For browsers: all pages and tabs of an origin share the pace of a key.

/** The browser APIs used here. */
interface Browser {
  readonly navigator?: { readonly locks?: { request<T>(name: string, work: () => Promise<T>): Promise<T> } }
  readonly localStorage?: { getItem(name: string): string | null; setItem(name: string, value: string): void }
}

/** `name` represents the key, in this origin. Use the same one for every use of that key. */
export function webLock(name: string): Lock {
  const { navigator, localStorage } = globalThis as unknown as Browser
  const locks = navigator?.locks
  if (locks === undefined || localStorage === undefined)
    throw new InvalidArgument('There are no Web Locks here. They need a page of https:// or localhost.')
  const place = `specie:${name}`
  return {
    change: (step) =>
      locks.request(place, async () => {
        const slot = step(read(localStorage.getItem(place)))
        localStorage.setItem(place, JSON.stringify(slot))
        return slot
      }),
  }
}

function read(text: string | null): Slot | null {
  return text === null ? null : (JSON.parse(text) as Slot)
}
