import { expect, test } from 'vitest'
import type { Env } from './env.ts'
import { memoryOf, perProcess } from './per-process.ts'

const process = (name: string) => {
  const env = { name } as unknown as Env
  return { name: `a copy of ${name}`, runtime: memoryOf(env) }
}
const nameOf = (env: Env) => (env as unknown as { name: string }).name

test('a value is made once for each process, from the Env of the process', () => {
  const made: string[] = []
  const valueOf = perProcess((env) => {
    made.push(nameOf(env))
    return new Map<string, number>()
  })
  const [one, other] = [process('one'), process('other')]
  valueOf(one).set('seen', 1)
  expect(valueOf({ ...one }).get('seen')).toBe(1)
  expect(valueOf(other).size).toBe(0)
  expect(made).toEqual(['one', 'other'])
})

test('closing ends the created values, the last first, and nothing else', async () => {
  const closed: string[] = []
  const closing = (name: string) =>
    perProcess(
      () => name,
      async (value) => void closed.push(value),
    )
  const [first, second, unused] = [closing('first'), closing('second'), closing('unused')]
  const env = process('one')
  first(env)
  second(env)
  await env.runtime.close()
  expect(closed).toEqual(['second', 'first'])
  expect(unused(process('another'))).toBe('unused')
})
