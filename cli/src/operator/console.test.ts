import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stepUpPassword } from '@specie/protocol/web-api/session.ts'
import { afterEach, expect, test } from 'vitest'
import { systemEnv } from '../env.ts'
import { consoleCall } from './console.ts'

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** The origin of a server with this answer. */
async function serving(status: number, headers: Record<string, string>, seen: string[]): Promise<string> {
  const server = createServer((request, response) => {
    seen.push(request.url!)
    response.writeHead(status, headers).end('{}')
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a password does not follow a redirect to another origin', async () => {
  const seen: string[] = []
  const other = await serving(200, {}, seen)
  const url = await serving(307, { location: `${other}/stolen` }, [])
  const env = systemEnv()
  const requested = { ...env, settings: { ...env.settings, url, token: 'test' } }
  await expect(consoleCall(requested, stepUpPassword, { password: 'x', code: '123456' })).rejects.toThrow(
    'does not answer',
  )
  expect(seen).toEqual([])
})
