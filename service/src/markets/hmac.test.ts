import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { signedHeaders } from './hmac.ts'

const document = readFileSync(new URL('../../../docs/provider.md', import.meta.url), 'utf8')

test('the example in the docs prints the signatures shown there, and ours are the same', () => {
  const [, example, documented] = /```js\n(.*?)```\n\n```\n(.*?)```/s.exec(document)!
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', example!], { encoding: 'utf8' })
  expect(printed).toBe(documented)
  const credentials = { key: 'specie', secret: 'a secret for documents' }
  const at = (path: string) => new URL(path, 'https://provider.example/provider/v1/')
  const get = signedHeaders(credentials, 1_775_030_400_000, 'GET', at('arrivals?after=7'), '')
  const body = '{"arrival":"a1","reason":"AC04"}'
  const post = signedHeaders(credentials, 1_775_030_400_000, 'POST', at('returns'), body, 'return:1')
  expect([get['x-signature'], post['x-signature']]).toEqual(documented!.trim().split('\n'))
  expect(get).not.toHaveProperty('idempotency-key')
  expect(post).toMatchObject({ 'idempotency-key': 'return:1', 'x-key': 'specie', 'x-timestamp': '1775030400000' })
})
