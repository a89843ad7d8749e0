import { once } from 'node:events'
import { connect } from 'node:net'
import { maxDocumentBytes } from '@specie/protocol/onboarding/kyb.ts'
import { demoPdf } from '@specie/service/sandbox/demo/company.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { read } from '../client.ts'
import { member, staff } from '../people.ts'
import { as, carrying } from './portal.ts'
import { type Served, servePeople } from './served.ts'

// Uploaded files, and their cost for the service.

let served: Served
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())

const path = '/portal/v1/company/documents?kind=articles&name=a.pdf'

/** The answer to the headers of an upload without its body. */
async function answerToHead(headers: readonly string[], to = path): Promise<string> {
  const socket = connect(Number(new URL(served.origin).port), 'localhost')
  const head = [`POST ${to} HTTP/1.1`, 'host: localhost', 'user-agent: test', ...headers]
  socket.write(`${[...head, `content-length: ${maxDocumentBytes}`].join('\r\n')}\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return /"code":"(\w+)"/.exec(first.toString())?.[1] ?? first.toString()
}

const institution = async (): Promise<string> => {
  const officer = as(await staff(served.env, 'compliance'), served.origin)
  const admin = { admin_email: `${crypto.randomUUID()}@example.com`, admin_name: 'Erika Beispiel' }
  return (await officer('POST', '/institutions', { name: 'Beispiel AG', channel: 'remote', ...admin })).body
    .institutionid
}

test('the file of a caller without the right is not read', async () => {
  expect(await answerToHead(['authorization: Bearer '.padEnd(65, 'x')])).toBe('not_signed_in')
  expect(await answerToHead(['origin: https://evil.example'])).toBe('foreign_origin')
  const viewer = carrying(await member(served.env, await institution(), 'viewer'), `http://localhost`)
  expect(await answerToHead(Object.entries(viewer).map((pair) => pair.join(': ')))).toBe('role_missing')
})

test('a passport without its last day is refused before the file is read', async () => {
  const admin = carrying(await member(served.env, await institution(), 'admin'), `http://localhost`)
  const to = `/portal/v1/company/documents?kind=passport&name=a.pdf&person_id=${crypto.randomUUID()}`
  expect(
    await answerToHead(
      Object.entries(admin).map((pair) => pair.join(': ')),
      to,
    ),
  ).toBe('bad_request')
})

test('one case cannot fill the disk', async () => {
  const id = await institution()
  const admin = carrying(await member(served.env, id, 'admin'), served.origin)
  const headers = { 'user-agent': 'test', ...admin, 'content-type': 'application/pdf' }
  const upload = async () =>
    read(await fetch(served.origin + path, { method: 'POST', headers, body: new Uint8Array(demoPdf) }))
  expect((await upload()).status).toBe(200)
  await served.database.owner.query(
    `insert into onboarding.kyb_document
     select gen_random_uuid(), institution_id, person_id, kind, content_type, bytes, sha256, sealed_name, expires_on,
       created_at, created_by, created_at, created_by
     from onboarding.kyb_document, generate_series(1, 498) where institution_id = $1`,
    [id],
  )
  expect((await upload()).status).toBe(200)
  expect((await upload()).body.details.rule).toBe('too_many')
})
