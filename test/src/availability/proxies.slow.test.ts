import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@specie/local/free-port.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

// The configurations for operators, with real proxies. The server behind them only counts, hangs and breaks off.

type Host = {
  port: number
  seen: string[]
  behave: 'answer' | 'break off' | 'hang'
  server: Server
  open(): Promise<void>
  close(): Promise<void>
}

let folder: string
const hosts: Host[] = []
let proxy: ChildProcess | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-proxies-'))
})
afterEach(async () => {
  if (proxy && proxy.exitCode === null) {
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
  }
  await Promise.all(hosts.splice(0).map((host) => host.close()))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function openHost(): Promise<Host> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.end('{}')
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      host.seen.push(`${request.method} ${request.url} ${body} for ${String(request.headers['x-forwarded-for'])}`)
      if (host.behave === 'answer') response.end('{"result":"ok"}')
      if (host.behave === 'break off') request.socket.destroy()
    })
  })
  const host: Host = {
    port: 0,
    seen: [],
    behave: 'answer',
    server,
    open: async () => {
      server.listen(host.port, '127.0.0.1')
      await once(server, 'listening')
      host.port = (server.address() as AddressInfo).port
    },
    close: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  await host.open()
  hosts.push(host)
  return host
}

const programs = {
  nginx: {
    file: 'nginx.conf',
    adapt: (text: string, port: number) =>
      text
        .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
        .replace(/^.*ssl_.*\n/gm, '')
        .replace(
          'worker_processes auto;',
          `worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log;`,
        )
        .replace(
          'server_tokens off;',
          `server_tokens off; access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;`,
        ),
    start: (file: string) => spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' }),
    check: (file: string) => promisify(execFile)('nginx', ['-t', '-c', file, '-p', folder]),
  },
  haproxy: {
    file: 'haproxy.cfg',
    adapt: (text: string, port: number) => text.replace(/bind :443 .*/, `bind 127.0.0.1:${port}`),
    start: (file: string) => spawn('haproxy', ['-db', '-f', file], { stdio: 'inherit' }),
    check: (file: string) => promisify(execFile)('haproxy', ['-c', '-f', file]),
  },
}

/** The reference, with addresses of this machine, short time limits, and without TLS. */
async function start(name: keyof typeof programs): Promise<{ origin: string; one: Host; two: Host }> {
  const [one, two] = [await openHost(), await openHost()]
  const { file, adapt, check, start } = programs[name]
  const port = await freePort()
  const reference = await readFile(new URL(`../../../docs/proxies/${file}`, import.meta.url), 'utf8')
  const own = adapt(reference, port)
    .replace('10.0.0.11:8080', `127.0.0.1:${one.port}`)
    .replace('10.0.0.12:8080', `127.0.0.1:${two.port}`)
    .replace(/(proxy_read_timeout|timeout server) 35s/, '$1 3s')
  const path = join(folder, `${name}-${port}-${file}`)
  await writeFile(path, own)
  await check(path)
  proxy = start(path)
  const origin = `http://127.0.0.1:${port}`
  await expect.poll(() => post(origin).catch(() => 0)).toBe(200)
  for (const host of [one, two]) host.seen.length = 0
  return { origin, one, two }
}

const post = async (origin: string, body = 'asset=VCHF'): Promise<number> => {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'x-app-nonce': '1',
    'x-forwarded-for': '203.0.113.9',
  }
  return (await fetch(`${origin}/api/v1/private/mintTokens?a=%2F..%2f`, { method: 'POST', headers, body })).status
}

const call = (body: string) => `POST /api/v1/private/mintTokens?a=%2F..%2f ${body} for 127.0.0.1`

test.each(['nginx', 'haproxy'] as const)('%s: a signed call reaches one host, once, unchanged', async (name) => {
  const { origin, one, two } = await start(name)
  for (let n = 0; n < 6; n += 1) expect(await post(origin, `n=${n}`)).toBe(200)
  expect([...one.seen, ...two.seen].toSorted()).toEqual([0, 1, 2, 3, 4, 5].map((n) => call(`n=${n}`)))
  for (const path of ['/readyz', '/metrics', '/sandbox/v1/wires']) expect((await fetch(origin + path)).status).toBe(404)
})

test.each([
  ['nginx', 'break off', 502],
  ['nginx', 'hang', 504],
  ['haproxy', 'break off', 502],
  ['haproxy', 'hang', 504],
] as const)(
  '%s: hosts that %s during a call get it once in total, and the client gets an error',
  async (name, behave, status) => {
    const { origin, one, two } = await start(name)
    // After some calls connections are kept open: a break on such a connection is no reason to resend, either.
    for (let n = 0; n < 4; n += 1) await post(origin, `warm=${n}`)
    for (const host of [one, two]) [host.behave, host.seen.length] = [behave, 0]
    // On a kept connection, HAProxy reports it by closing it.
    expect([status, 0]).toContain(await post(origin, 'once=1').catch(() => 0))
    expect([...one.seen, ...two.seen]).toEqual([call('once=1')])
  },
)

test.each(['nginx', 'haproxy'] as const)('%s: an unreachable host is skipped', async (name) => {
  const { origin, one, two } = await start(name)
  await one.close()
  const statuses: number[] = []
  for (let n = 0; n < 6; n += 1) statuses.push(await post(origin, `n=${n}`))
  // nginx may lose one call on a kept connection: it cannot know whether the call was read.
  expect(statuses.filter((status) => status !== 200).length).toBeLessThanOrEqual(1)
  expect(two.seen.length).toBe(statuses.filter((status) => status === 200).length)
})
