import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer as createTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { audit } from '@specie/service/base/audit/audit.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Tx } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { createKeystore, openKeystore } from '@specie/service/keys/keystore.ts'
import { shipAll } from '@specie/service/base/audit/ship-heads.ts'
import { isSigned, readHeadLine, signHead } from '@specie/service/base/audit/signed-head.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { specie } from '../programs/specie.ts'

// Signed heads of the audit chain leave the database, and the chain is compared with them: an insider with all rights in the
// database cannot change the stored heads.

let database: TestDatabase
let folder: string
let env: Env
let file: string

beforeAll(async () => {
  database = await freshDatabase()
})

beforeEach(async () => {
  await asOwner((tx) => startAnew(tx))
  folder = await mkdtemp(join(tmpdir(), 'specie-heads-'))
  file = join(folder, 'heads.jsonl')
  env = await envWith(`file:${file}`)
})

afterEach(() => rm(folder, { recursive: true }))

afterAll(() => database.drop())

/** A chain without entries. */
const startAnew = (tx: Tx) =>
  tx.query(`delete from audit.entry; delete from audit.signature; delete from audit.shipment;
    update audit.head set seq = 0, hash = decode(repeat('00', 32), 'hex')`)

async function envWith(destinations: string, keys = 'ours'): Promise<Env> {
  const keystore = join(folder, keys)
  const passphrase = 'a passphrase of a test'
  await createKeystore(keystore, passphrase, { N: 2 ** 10, r: 8, p: 1 }).catch(() => {}) // made by an earlier call
  const config = readConfig({ AUDIT_HEADS: destinations, AUDIT_HEADS_TOKEN: 'a-token-of-a-test' })
  return testEnv(database, { config, signer: await openKeystore(keystore, passphrase) })
}

const record = (subject: string) =>
  database.app.tx((tx) => audit(tx, { actor: 'test', action: 'thing.done' as never, subject, detail: {} }))

/** This number of entries, each with its own head. */
async function grow(entries: number, by = env): Promise<void> {
  for (let n = 0; n < entries; n += 1) {
    await record(`subject ${n}`)
    await signHead(by)
  }
}

const shippedTo = async (path = file) =>
  (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => readHeadLine(line)!)
const seqs = async () => (await shippedTo()).map(({ seq }) => seq)

/** The acts of an insider with the owner's rights and without a key. */
const asOwner = (work: (tx: Tx) => Promise<unknown>) =>
  database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await work(tx)
  })

/** Truncates the end of the chain, with every trace of it in the database. */
const cutAfter = (seq: number) =>
  asOwner(async (tx) => {
    await tx.query(`delete from audit.entry where seq > ${seq}; delete from audit.signature where seq > ${seq}`)
    await tx.query(`update audit.shipment set seq = ${seq} where seq > ${seq}`)
    await tx.query('update audit.head set (seq, hash) = (select seq, hash from audit.entry order by seq desc limit 1)')
  })

const verify = (...words: string[]) => {
  const settings = { DATABASE_URL: database.url, SPECIE_DATA: folder, AUDIT_HEADS: `file:${file}` }
  return specie(settings, 'audit', 'verify', ...words)
}

test('each head has its position, hash, time, key and signature, and is shipped once', async () => {
  await grow(2)
  expect(await shipAll(env)).toBe(2)
  expect(await shipAll(env)).toBe(0)
  await grow(1)
  expect(await shipAll(env)).toBe(1)
  const [first] = (await readFile(file, 'utf8')).split('\n')
  expect(JSON.parse(first!)).toEqual({
    environment: 'uat',
    seq: '1',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    key: expect.stringMatching(/^[0-9a-f]{16}$/),
    publickey: Buffer.from(await env.signer!.publicKey('audit', 'ed25519')).toString('hex'),
    signature: expect.stringMatching(/^[0-9a-f]{128}$/),
  })
  const heads = await shippedTo()
  expect(heads.map(({ seq }) => seq)).toEqual([1n, 2n, 3n])
  expect(heads.every(isSigned)).toBe(true)
  expect(isSigned({ ...heads[0]!, at: new Date(0) })).toBe(false)
})

test('a truncated end, with its signatures, is found by the stored file', async () => {
  await grow(5)
  await shipAll(env)
  expect(await verify()).toMatchObject({ code: 0, said: expect.stringContaining('5 kept in') })
  await cutAfter(3)
  const found = await verify()
  expect(found.said).toMatch(
    /^The audit chain breaks at entry 4: the chain ends at 3, before the head recorded by the signed head 4 of 20\S+ \(line 4 of \S+heads\.jsonl\)\.$/m,
  )
  expect(found.code).toBe(1)
  // The database alone cannot detect it.
  const alone = await specie({ DATABASE_URL: database.url, SPECIE_DATA: folder }, 'audit', 'verify')
  expect(alone).toMatchObject({ code: 0, said: expect.stringContaining('none is kept elsewhere') })
})

test('a truncated and rewritten end is found, also after it was signed again', async () => {
  await grow(4)
  await shipAll(env)
  await cutAfter(2)
  await grow(4)
  expect((await verify()).said).toContain(
    'breaks at entry 3: it differs from the entry recorded by the signed head 3 of',
  )
  // The service's new heads are not appended to its earlier ones.
  await shipAll(env)
  expect((await verify()).code).toBe(1)
})

/** The log of an error while heads are shipped, and the alarm for monitoring. */
async function alarmsOf(by: Env): Promise<{ told: string; gauge: RegExpMatchArray | null }> {
  const answer: string[] = []
  const error = (facts: object, text: string) => answer.push(`${JSON.stringify(facts)} ${text}`)
  await shipAll({ ...by, log: { ...by.log, error } as unknown as Env['log'] })
  return { told: answer.join('\n'), gauge: (await by.metrics.registry.metrics()).match(/^specie_audit_forked\{.*/gm) }
}

test('after a restore no head is shipped to the old destination: no number appears twice, and the service reports it', async () => {
  await grow(5)
  await shipAll(env)
  // The state of a backup, with its shipping positions. Then work continues.
  await cutAfter(3)
  await grow(1)
  const restored = await envWith(`file:${file}`)
  expect(await alarmsOf(restored)).toEqual({
    told: expect.stringMatching(/another head 4 than this chain.*specie audit verify.*name another destination/),
    gauge: [`specie_audit_forked{destination="file:${file}"} 1`],
  })
  await grow(4)
  expect((await alarmsOf(await envWith(`file:${file}`))).told).toContain('another head 4 than this chain')
  expect(await seqs()).toEqual([1n, 2n, 3n, 4n, 5n])
  // A new destination gets the whole chain, and the alarm ends.
  const fresh = await envWith(`file:${join(folder, 'after-restore.jsonl')}`)
  expect(await alarmsOf(fresh)).toEqual({ told: '', gauge: [expect.stringMatching(/after-restore.jsonl"\} 0$/)] })
  expect((await shippedTo(join(folder, 'after-restore.jsonl'))).map(({ seq }) => seq)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map(BigInt),
  )
})

test('HTTP: a collector with another chain, or with an answer of 409, gets nothing', async () => {
  const posted: string[] = []
  let kept = ''
  let status = 204
  const server = createHttp((request, response) => {
    if (request.method === 'GET') return void response.writeHead(kept === '' ? 405 : 200).end(kept)
    posted.push('')
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads`
  try {
    await grow(3)
    await shipAll(env)
    kept = await readFile(file, 'utf8')
    await cutAfter(2)
    await grow(2)
    expect((await alarmsOf(await envWith(url))).told).toContain('another head 3 than this chain')
    expect(posted).toEqual([])
    kept = ''
    status = 409
    expect((await alarmsOf(await envWith(url))).told).toContain('it answered 409')
    status = 204
    expect(await alarmsOf(await envWith(url))).toEqual({ told: '', gauge: [expect.stringMatching(/ 0$/)] })
  } finally {
    server.close()
  }
})

test('a truncated end with its signatures left is found by the table', async () => {
  await grow(4)
  await asOwner(async (tx) => {
    await tx.query('delete from audit.entry where seq > 2')
    await tx.query('update audit.head set (seq, hash) = (select seq, hash from audit.entry order by seq desc limit 1)')
  })
  const { code, said } = await specie({ DATABASE_URL: database.url, SPECIE_DATA: folder }, 'audit', 'verify')
  expect([code, said]).toEqual([1, expect.stringMatching(/recorded by the signed head 3 of \S+ \(audit\.signature\)/)])
})

test('the service itself reports a chain shorter than its shipped heads', async () => {
  await grow(3)
  await shipAll(env)
  await asOwner((tx) => tx.query('delete from audit.signature where seq > 1'))
  const answer: string[] = []
  const log = { ...env.log, error: (_facts: object, text: string) => answer.push(text) } as unknown as Env['log']
  await shipAll({ ...env, log })
  expect(answer.join()).toContain('the destination holds heads of another audit chain')
})

test('a file and a public key are enough: no keystore, and the table is not trusted', async () => {
  await grow(3)
  await shipAll(env)
  const key = Buffer.from(await env.signer!.publicKey('audit', 'ed25519')).toString('hex')
  expect(await verify('--heads', file, '--audit-key', key)).toMatchObject({ code: 0 })
  // An attacker with the owner's rights and a key of their own.
  const thieves = await envWith(`file:${join(folder, 'theirs.jsonl')}`, 'theirs')
  await asOwner((tx) => startAnew(tx))
  await grow(3, thieves)
  await shipAll(thieves)
  const forged = await verify('--heads', join(folder, 'theirs.jsonl'), '--audit-key', key)
  expect([forged.code, forged.said]).toEqual([1, expect.stringMatching(/the signed head 1 of .* is by another key/)])
  expect(await verify('--heads', file, '--audit-key', key)).toMatchObject({
    code: 1,
    said: expect.stringContaining('breaks at entry 1'),
  })
})

test('offline: an exported chain, a file of heads and the public key only', async () => {
  await grow(3)
  await shipAll(env)
  const key = Buffer.from(await env.signer!.publicKey('audit', 'ed25519')).toString('hex')
  const chain = join(folder, 'chain.jsonl')
  const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SPECIE_DATA: folder }
  const offline = () => specie(settings, 'audit', 'verify', '--chain', chain, '--heads', file, '--audit-key', key)
  const { said } = await specie({ DATABASE_URL: database.url }, 'audit', 'export')
  await writeFile(chain, said)
  expect(await offline()).toMatchObject({ code: 0, said: expect.stringMatching(/holds: 3 entries.*\n.*3 kept in/) })
  await writeFile(chain, said.split('\n').slice(0, 2).join('\n'))
  expect(await offline()).toMatchObject({
    code: 1,
    said: expect.stringContaining(
      'breaks at entry 3: the chain ends at 2, before the head recorded by the signed head 3',
    ),
  })
  await writeFile(chain, said.replace('subject 1', 'subject 9'))
  expect(await offline()).toMatchObject({ code: 1, said: expect.stringContaining('breaks at entry 2: its hash') })
})

test('an altered head in the file is not trusted, and a truncated line is skipped', async () => {
  await grow(3)
  await shipAll(env)
  await appendFile(file, '{"environment":"uat","seq":"4","ha')
  await grow(1)
  await shipAll(env)
  const lines = (await readFile(file, 'utf8')).split('\n')
  expect(lines).toHaveLength(6)
  expect(await verify()).toMatchObject({
    code: 0,
    said: expect.stringMatching(/Not a head, ignored: line 4 of .*\n.*holds: 4 entries/),
  })
  const changed = lines.map((line, n) => (n === 1 ? line.replace('"seq":"2"', '"seq":"1"') : line))
  await writeFile(file, changed.join('\n'))
  expect(await verify()).toMatchObject({ code: 1, said: expect.stringMatching(/line 2 of .* is invalid/) })
})

test('HTTP: a collector that temporarily cannot list its heads gets no second chain', async () => {
  let [status, kept, posts] = [200, '', 0]
  const server = createHttp((request, response) => {
    if (request.method === 'GET') return void response.writeHead(status).end(kept)
    posts += 1
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads`
  try {
    await grow(3)
    await shipAll(env)
    kept = await readFile(file, 'utf8')
    await cutAfter(2)
    await grow(2)
    for (status of [503, 429, 401, 302]) {
      const other = await envWith(url)
      expect(await shipAll(other)).toBe(0)
      expect(await other.metrics.registry.metrics()).toContain('specie_audit_head_failures_total{')
    }
    expect(posts).toBe(0)
  } finally {
    server.close()
  }
})

test('HTTP: a refused head is counted, stored and sent again; a restart forgets nothing', async () => {
  const bodies: string[] = []
  let status = 503
  const server = createHttp((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      if (request.headers.authorization !== 'Bearer a-token-of-a-test') status = 401
      if (status === 204) bodies.push(body)
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads?secret=1`
  const failures = async (of: Env) =>
    (await of.metrics.registry.metrics()).match(/^specie_audit_head_failures_total.*/gm)
  try {
    const first = await envWith(`${url},file:${file}`)
    await grow(3)
    // The others do not wait for it.
    expect(await shipAll(first)).toBe(3)
    expect(await seqs()).toEqual([1n, 2n, 3n])
    expect(await failures(first)).toEqual([`specie_audit_head_failures_total{destination="${url.split('?')[0]}"} 1`])
    // It is retried after a pause; another process tries at once.
    status = 302
    expect(await shipAll(first)).toBe(0)
    expect(await shipAll(await envWith(url))).toBe(0)
    status = 204
    const later = await envWith(`${url},file:${file}`)
    await grow(1)
    expect(await shipAll(later)).toBe(5)
    expect(
      bodies
        .join('')
        .trim()
        .split('\n')
        .map((line) => readHeadLine(line)!.seq),
    ).toEqual([1n, 2n, 3n, 4n])
    expect(await seqs()).toEqual([1n, 2n, 3n, 4n])
  } finally {
    server.close()
  }
})

const form = /^<109>1 \d{4}-\S+Z \S+ specie \d+ audit-head - (\{.*\})$/

test('syslog over UDP: one message of RFC 5424 for each head', async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const heard: string[] = []
  socket.on('message', (message) => heard.push(String(message)))
  await grow(2)
  expect(await shipAll(await envWith(`syslog://127.0.0.1:${socket.address().port}`))).toBe(2)
  await expect.poll(() => heard.length).toBe(2)
  expect(heard.map((message) => readHeadLine(form.exec(message)![1]!)!.seq)).toEqual([1n, 2n])
  socket.close()
})

test('syslog over TCP: messages with their lengths; an unreachable server gets them later', async () => {
  let heard = ''
  const server = createTcp((socket) => socket.on('data', (chunk) => (heard += String(chunk)))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await grow(2)
  expect(await shipAll(await envWith(`syslog+tcp://127.0.0.1:${port}`))).toBe(0)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect(await shipAll(await envWith(`syslog+tcp://127.0.0.1:${port}`))).toBe(2)
  await expect.poll(() => heard.match(/audit-head/g)).toHaveLength(2)
  const length = Number(/^\d+/.exec(heard)![0])
  expect(heard.slice(String(length).length + 1).slice(0, length)).toMatch(form)
  // The file of a syslog server can be verified unchanged.
  const kept = join(folder, 'syslog')
  await writeFile(kept, heard.replaceAll(/\d+ (<109>)/g, '\n$1'))
  expect(await verify('--heads', kept)).toMatchObject({ code: 0, said: expect.stringContaining('2 kept in') })
  server.close()
})
