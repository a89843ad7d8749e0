import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { readConfig } from '@specie/service/base/config.ts'
import { OutsideError } from '@specie/service/base/http/outside.ts'
import { postTrp } from '@specie/service/compliance/travel-rule/connect.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { authority, type Certificate } from './certificates.ts'

// A provider that talks only to clients with a certificate of an authority that it trusts.

const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
const trusted = getCACertificates('default')
let database: TestDatabase
let server: Server
let untrusted: Server
/** Who sent each request that arrived. */
const received: string[] = []
const clients: Record<string, Certificate | null> = { none: null }

beforeAll(async () => {
  database = await freshDatabase()
  const [known, unknown] = [await authority(folder, 'known'), await authority(folder, 'unknown')]
  clients['right'] = await known.issue('specie.example')
  clients['expired'] = await known.issue('specie.example', -1)
  clients['of another authority'] = await unknown.issue('specie.example')
  setDefaultCACertificates([...trusted, known.text])
  server = await listening(await known.issue('localhost'), known.text)
  untrusted = await listening(await unknown.issue('localhost'), known.text)
})
afterAll(async () => {
  setDefaultCACertificates(trusted)
  for (const one of [server, untrusted]) {
    one.closeAllConnections()
    one.close()
  }
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function listening({ certificate, key }: Certificate, ca: string): Promise<Server> {
  const files = { cert: readFileSync(certificate), key: readFileSync(key), ca }
  const one = createServer({ ...files, requestCert: true, rejectUnauthorized: true }, (request, response) => {
    received.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN))
    response.end('{"version":"3.2.1"}')
  }).listen(0, '127.0.0.1')
  await once(one, 'listening')
  return one
}

function post(client: string, to: Server) {
  const env = testEnv(database, { config: { ...readConfig({}), travelRuleCertificate: clients[client]! } })
  const url = `https://localhost:${(to.address() as AddressInfo).port}/inquiry?t=i`
  return postTrp(env, { method: 'POST', url, headers: {}, body: '{}' })
}

test('with the right certificate the message arrives', async () => {
  expect(await post('right', server)).toMatchObject({ status: 200, text: '{"version":"3.2.1"}' })
  expect(received.splice(0)).toEqual(['specie.example'])
})

test.each([
  ['none', /^OutsideError: fetch failed \(tlsv13 alert certificate required\)$/],
  ['expired', /^OutsideError: Our certificate for the Travel Rule expired on \d{4}-\d\d-\d\d\. Replace it/],
  // The server of Node does not say why.
  ['of another authority', /^OutsideError: fetch failed \((socket hang up|.*unknown ca|.*ECONNRESET)\)$/],
])('with the certificate %s it does not, and the reason says why', async (client, reason) => {
  const error = await post(client, server).catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(OutsideError)
  expect(String(error)).toMatch(reason)
  expect(received).toEqual([])
})

test('a provider without a certificate of an authority that we trust gets nothing', async () => {
  await expect(post('right', untrusted)).rejects.toThrow(/certificate/)
  expect(received).toEqual([])
})
