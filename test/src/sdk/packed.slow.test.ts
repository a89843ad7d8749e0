import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient } from '@specie/sdk/client.ts'
import { house } from '@specie/service/ledger/house.ts'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf } from '../docs/blocks.ts'
import { testEnv } from '../env.ts'
import { endow } from '../trading.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { installed, runtimes } from './runtimes.ts'

// The published SDK: packed, installed in an empty project, with its README executed there.

const root = fileURLToPath(new URL('../../../', import.meta.url))
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const run = promisify(execFile)

let uat: Uat
let folder: string
let dist: string
let project: string
let packed: string
let examples: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-packed-'))
  dist = join(folder, 'dist')
  await run(process.execPath, [join(root, 'sdk/build.ts'), dist])
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: dist })
  packed = join(folder, stdout.trim())
  project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', packed], { cwd: project })
  const readme = await readFile(join(project, 'node_modules/@specie/sdk/README.md'), 'utf8')
  examples = blocksOf(readme)
    .map(({ text }) => text)
    .join('\n')
  await mkdir(join(project, '.specie'))

  uat = await startUat({}, { DEVNET_CHAINS: 'ETH' })
  await endow(testEnv(uat.database), house, { CHF: '100000', VCHF: '100000' })
  await createClient({ base: uat.service.origin }).sandbox.liquidity({
    symbol: 'VCHF/CHF',
    bids: [['0.9999', '50000']],
    asks: [['1.0001', '50000']],
    frozen: true,
  })
})
afterAll(async () => {
  await uat?.end()
  await rm(folder, { recursive: true, force: true })
})

const newKey = async (): Promise<string> =>
  (await createClient({ base: uat.service.origin }).sandbox.institutions({ name: 'Packed AG' })).privatekey!

test('publint and attw report nothing', async () => {
  expect((await run(bin('publint'), ['run', packed, '--strict'])).stdout).toContain('All good!')
  expect((await run(bin('attw'), [packed, '--profile', 'esm-only'])).stdout).not.toContain('💀')
})

test('it has no dependency, and no part of zod', async () => {
  const manifest = JSON.parse(await readFile(join(project, 'node_modules/@specie/sdk/package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect(await readFile(join(dist, 'client.js'), 'utf8')).not.toContain('zod')
})

test("the README type-checks, with Node's types and with a browser's", async () => {
  await writeFile(join(project, 'readme.ts'), examples)
  await mkdir(join(project, 'node_modules/@types'), { recursive: true })
  for (const name of ['node', '../undici-types']) {
    const from = name === 'node' ? join(root, 'node_modules/@types/node') : join(root, 'node_modules/undici-types')
    await symlink(from, join(project, 'node_modules/@types', name)).catch(() => {})
  }
  const common = [
    '--noEmit',
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--moduleResolution',
    'nodenext',
  ]
  await run(bin('tsc'), [...common, '--types', 'node', 'readme.ts'], { cwd: project })
  await run(bin('tsc'), [...common, '--lib', 'es2023,dom', '--types', '', 'readme.ts'], { cwd: project })
})

test.each(runtimes)('the README runs under $name', async (runtime) => {
  const program = await installed(runtime)
  const place = join(project, runtime.name.replace(' ', '-'))
  await mkdir(join(place, '.specie'), { recursive: true })
  await writeFile(join(place, '.specie/demo-key.pem'), await newKey(), { mode: 0o600 })
  await writeFile(join(place, 'readme.js'), examples.replace('http://127.0.0.1:8080', uat.service.origin))
  const { stdout } = await run(program, [...runtime.args, 'readme.js'], { cwd: place })
  for (const shown of ['Hello Packed AG', 'settled settled', 'Filled null', 'bank_account_not_registered 403']) {
    expect(stdout).toContain(shown)
  }
})

test('the examples of docs/sdk.md run', { timeout: 600_000 }, async () => {
  const place = join(project, 'page')
  await mkdir(join(place, '.specie'), { recursive: true })
  await writeFile(join(place, '.specie/demo-key.pem'), await newKey(), { mode: 0o600 })
  const blocks = blocksOf(await readFile(join(root, 'docs/sdk.md'), 'utf8')).filter(({ language }) => language === 'ts')
  expect(blocks.length).toBeGreaterThan(1)
  for (const { text } of blocks) {
    const here = text.replace('http://127.0.0.1:8080', uat.service.origin).replace("'../specie'", JSON.stringify(root))
    await writeFile(join(place, 'example.ts'), here)
    await run(process.execPath, ['example.ts'], { cwd: place })
  }
})

/** A page and the API under one origin, as behind a reverse proxy. */
async function serve(files: Record<string, string>): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    const file = files[incoming.url!]
    if (file !== undefined) {
      outgoing.writeHead(200, { 'content-type': file.startsWith('<') ? 'text/html' : 'text/javascript' })
      return void outgoing.end(file)
    }
    void (async () => {
      const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers as Record<string, string>
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk as Buffer)
      const body = chunks.length === 0 ? null : Buffer.concat(chunks)
      const answer = await fetch(uat.service.origin + incoming.url!, { method: incoming.method!, headers, body })
      outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! })
      outgoing.end(await answer.text())
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}

test('it runs in a page of a browser, with Web Locks', async () => {
  const built = (name: string) => readFile(join(dist, `${name}.js`), 'utf8')
  const server = await serve({
    '/': '<!doctype html><title>SDK</title>',
    '/index.js': await built('index'),
    '/client.js': await built('client'),
    '/platform.js': await built('platform'),
  })
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const answer = await page.evaluate(`(async () => {
      const { createClient, decimal, webLock } = await import('/index.js')
      const specie = createClient({ base: location.origin, key: ${JSON.stringify(await newKey())}, lock: webLock('key') })
      const { institution } = await specie.keyInfo()
      const { balances } = await specie.accountBalance()
      return { institution, assets: balances.length, sum: String(decimal('0.1').plus('0.2')) }
    })()`)
    expect(answer).toEqual({ institution: 'Packed AG', assets: 7, sum: '0.3' })
  } finally {
    await browser.close()
    server.close()
  }
})
