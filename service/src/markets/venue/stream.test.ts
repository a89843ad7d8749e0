import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventsOf } from './stream.ts'

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0
  for (const size of sizes) {
    yield bytes.subarray(from, from + size)
    from += size
  }
  yield bytes.subarray(from)
}

async function read(text: string, sizes: readonly number[] = []) {
  const events = []
  for await (const event of eventsOf(cut(new TextEncoder().encode(text), sizes))) events.push(event)
  return events
}

test('events are the same for every split of the bytes', async () => {
  const text =
    ': hello\n\nevent: ladders\r\ndata: {"a":"Zürich 🏔"}\r\n\r\ndata:one\ndata: two\nid: 7\n\nevent: cut off\ndata: x'
  const whole = [
    { event: 'ladders', data: '{"a":"Zürich 🏔"}' },
    { event: 'message', data: 'one\ntwo' },
  ]
  expect(await read(text)).toEqual(whole)
  const bytes = new TextEncoder().encode(text)
  expect(
    await read(
      text,
      [...bytes].map(() => 1),
    ),
  ).toEqual(whole)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 }), async (sizes) => {
      expect(await read(text, sizes)).toEqual(whole)
    }),
  )
})

test('a line that never ends is refused', async () => {
  async function* endless() {
    for (;;) yield new Uint8Array(1_000_000).fill(65)
  }
  await expect(eventsOf(endless()).next()).rejects.toThrow('never ends')
})
