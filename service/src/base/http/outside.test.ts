import { gzipSync } from 'node:zlib'
import { servers } from '@specie/test/programs/serving.ts'
import { expect, test } from 'vitest'
import { requestOutside, OutsideError, outsideFetch } from './outside.ts'

// An outside server with the worst answers that HTTP allows.

const serving = servers()

const limits = { withinMs: 60_000, maxBytes: 100_000 }

test('the whole answer is read, with any status', async () => {
  const url = await serving((_request, response) => response.writeHead(404).end('never seen'))
  expect(await requestOutside(url, {}, limits)).toEqual({ status: 404, text: 'never seen' })
  const nothing = await serving((_request, response) => response.writeHead(204).end())
  expect(await requestOutside(nothing, { method: 'POST', body: 'x' }, limits)).toEqual({ status: 204, text: '' })
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed, and says so', async (status) => {
  let reached = 0
  const target = await serving((_request, response) => {
    reached += 1
    response.end('{}')
  })
  const url = await serving((_request, response) => response.writeHead(status, { location: target }).end())
  const answer = requestOutside(
    url,
    { method: 'POST', body: 'secret', headers: { authorization: 'Bearer secret' } },
    limits,
  )
  await expect(answer).rejects.toThrow(`it answered ${status}, a redirect to ${target}: redirects are not followed`)
  await expect(answer).rejects.toBeInstanceOf(OutsideError)
  expect(reached).toBe(0)
})

test('an answer of 3 GB is not read: with or without a content length, and compressed', async () => {
  const announced = await serving((_request, response) =>
    response.writeHead(200, { 'content-length': String(3 * 2 ** 30) }).write('x'),
  )
  await expect(requestOutside(announced, {}, limits)).rejects.toThrow('its answer is longer than 100000 bytes')
  let sent = 0
  const endless = await serving((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024)
    const pump = () => {
      while (!response.destroyed && sent < 3 * 2 ** 30) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', pump)
      }
    }
    pump()
  })
  await expect(requestOutside(endless, {}, limits)).rejects.toThrow('its answer is longer than 100000 bytes')
  expect(sent).toBeLessThan(64 * 2 ** 20)
  const bomb = gzipSync(Buffer.alloc(50 * 2 ** 20))
  expect(bomb.length).toBeLessThan(limits.maxBytes)
  const packed = await serving((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  )
  await expect(requestOutside(packed, {}, limits)).rejects.toThrow('its answer is longer than 100000 bytes')
})

test('an answer may be compressed, with the encoding in any case; one that cannot be decompressed is refused', async () => {
  const packed = gzipSync('{"rate":"1.1"}')
  const answers = (coding: string, body: Buffer) =>
    serving((_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(body))
  for (const coding of ['gzip', 'GZIP', 'x-gzip'])
    expect((await requestOutside(await answers(coding, packed), {}, limits)).text).toBe('{"rate":"1.1"}')
  expect((await requestOutside(await answers('gzip', Buffer.alloc(0)), {}, limits)).text).toBe('')
  for (const [coding, body] of [
    ['gzip', packed.subarray(0, 12)],
    ['gzip', Buffer.from('no gzip at all')],
    ['br', packed],
  ] as const)
    await expect(requestOutside(await answers(coding, body), {}, limits)).rejects.toBeInstanceOf(OutsideError)
})

test('an invalid HTTP answer is reported at once', async () => {
  for (const status of ['101 Other\r\nconnection: upgrade\r\nupgrade: other', '600 Odd', '99 Odd']) {
    const url = await serving((request) => void request.socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`))
    await expect(outsideFetch(limits)(url)).rejects.toBeInstanceOf(OutsideError)
  }
})

test('a byte order mark is not part of the text', async () => {
  const url = await serving((_request, response) => response.end('\uFEFF{"ü":1}'))
  expect((await requestOutside(url, {}, limits)).text).toBe('{"ü":1}')
})

test('an answer that never comes, or never ends, is aborted in time', async () => {
  const silent = await serving(() => {})
  await expect(requestOutside(silent, {}, { ...limits, withinMs: 100 })).rejects.toThrow(/timeout/)
  const slow = await serving((_request, response) => {
    const drip = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(drip))
  })
  await expect(requestOutside(slow, {}, { ...limits, withinMs: 200 })).rejects.toThrow(/timeout/)
})

test('a refused connection is reported with its reason', async () => {
  await expect(requestOutside('http://127.0.0.1:1/', {}, limits)).rejects.toThrow(
    /fetch failed \(.*ECONNREFUSED|bad port.*\)/,
  )
})

test('a stream may be endless, but is not redirected', async () => {
  const url = await serving((_request, response) => response.writeHead(307, { location: '/' }).end())
  const stream = outsideFetch({ withinMs: null, maxBytes: null })
  await expect(stream(url)).rejects.toThrow(/redirects are not followed/)
})
