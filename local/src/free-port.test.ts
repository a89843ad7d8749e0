import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, freePortLike } from './free-port.ts'

test('a port is used again, unless another program has it', async () => {
  const port = await freePort()
  expect(await freePortLike(port)).toBe(port)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const taken = (server.address() as AddressInfo).port
  expect(await freePortLike(taken)).not.toBe(taken)
  server.close()
})
