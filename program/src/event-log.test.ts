import { readFileSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonCodec, openLog, type EventLog } from './event-log.ts'

type Said = { said: string }
const codec = jsonCodec<Said>()

let folder: string
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-log-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const newFile = () => join(folder, `${(count += 1)}.log`)

const fail = (error: Error) => {
  throw error
}

async function opened(file: string): Promise<{ log: EventLog<Said>; said: string[] }> {
  const output: string[] = []
  const log = await openLog({ file, codec, replay: (event) => void output.push(event.said), onFailure: fail })
  return { log, said: output }
}

test('appended events are read back in order, and each at its position', async () => {
  const file = newFile()
  const { log } = await opened(file)
  const places = ['one', 'zwölf ✓', 'three'].map((output) => log.append({ said: output }))
  await log.durable()
  expect(await log.read(places[1]!)).toEqual({ said: 'zwölf ✓' })
  await log.close()
  const again = await opened(file)
  expect(again.said).toEqual(['one', 'zwölf ✓', 'three'])
  await again.log.close()
})

test('a log cut at any byte keeps every whole line before the cut, and continues from there', async () => {
  const whole = ['one', 'two', 'three', 'four'].map((output) => codec.encode({ said: output }))
  const text = whole.map((line) => `${line}\n`).join('')
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: text.length }), async (cut) => {
      const file = newFile()
      await writeFile(file, text)
      await truncate(file, cut)
      const kept = text.slice(0, cut).split('\n').length - 1
      const { log, said } = await opened(file)
      expect(said).toEqual(['one', 'two', 'three', 'four'].slice(0, kept))
      log.append({ said: 'after' })
      await log.close()
      expect((await readFile(file, 'utf8')).split('\n').slice(0, -1)).toHaveLength(kept + 1)
      const again = await opened(file)
      expect(again.said.at(-1)).toBe('after')
      await again.log.close()
    }),
    { numRuns: 60 },
  )
})

test('damage before the last line is not a crash of ours, and is reported', async () => {
  const file = newFile()
  await writeFile(file, '{"said":"one"}\n{"sai\n')
  await appendFile(file, '{"said":"three"}\n')
  await expect(opened(file)).rejects.toThrow('cannot be read at byte 15')
})

test('an event that does not fit its predecessors is reported, not dropped', async () => {
  const file = newFile()
  await writeFile(file, '{"said":"one"}\n')
  const refuse = () => Promise.reject(new Error('it does not fit'))
  await expect(openLog({ file, codec, replay: refuse, onFailure: fail })).rejects.toThrow('it does not fit')
  expect(await readFile(file, 'utf8')).toBe('{"said":"one"}\n')
})

test('an appended event is with the system at once: a kill -9 cannot remove it', async () => {
  const file = newFile()
  const { log } = await opened(file)
  log.append({ said: 'one' })
  expect(readFileSync(file, 'utf8')).toBe('{"said":"one"}\n')
  await log.close()
})

test('parallel appends share their writes and none is lost', async () => {
  const file = newFile()
  const { log } = await opened(file)
  await Promise.all(
    Array.from({ length: 2_000 }, (_, i) => {
      log.append({ said: String(i) })
      return log.durable()
    }),
  )
  await log.close()
  const again = await opened(file)
  expect(again.said).toEqual(Array.from({ length: 2_000 }, (_, i) => String(i)))
  await again.log.close()
})
