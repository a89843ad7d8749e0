import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { freshNonce, onboard, type Client } from '../client.ts'
import type { TestDatabase } from '../database.ts'
import { serviceForTests } from '../programs/service-for-tests.ts'
import { startService, type RunningService } from '../programs/service.ts'
import { withConstants } from '../programs/constants.ts'

let database: TestDatabase
let service: RunningService
let acme: Client

serviceForTests(async (served) => {
  ;({ database, service } = served)
  acme = await onboard(service.origin)
})

const path = '/api/v1/private/accountBalance'
const failure = (reason: string) => ({
  status: 401,
  body: { code: 'signature_failure', status: 401, details: { reason } },
})

describe('a 401 explains itself', () => {
  test.each(['x-app-public-key', 'x-app-nonce', 'x-app-signed-data'])('%s is missing', async (header) => {
    const answer = await acme.call('accountBalance', {}, { headers: { [header]: undefined } })
    expect(answer).toMatchObject(failure('missing_header'))
    expect(answer.body.details.header).toBe(header)
  })

  test.each(['', '-1', '01', '1.5', '1e3', ' 7 8', '18446744073709551616', 'abc'])('nonce "%s"', async (nonce) => {
    const answer = await acme.call('accountBalance', {}, { nonce })
    expect(answer).toMatchObject(failure(nonce === '' ? 'missing_header' : 'malformed_nonce'))
    expect(answer.body.details.header).toBe('x-app-nonce')
    expect(answer.body.message).toMatch(nonce === '' ? /x-app-nonce is missing/ : /x-app-nonce is malformed. It is a/)
  })

  test('an unregistered key', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const stranger = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const answer = await acme.call('accountBalance', {}, { headers: { 'x-app-public-key': stranger } })
    expect(answer).toMatchObject(failure('unknown_key'))
    expect(answer.body.message).toContain('This public key is not registered in this environment.')
  })

  const der = { type: 'spki', format: 'der' } as const
  const otherCurve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey.export(der)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export(der)
  test.each([
    [
      'another curve',
      otherCurve.toString('base64'),
      'must be a P-256 key as SPKI DER (91 bytes, uncompressed); this is a key of type ec on secp256k1',
    ],
    ['RSA', rsa.toString('base64'), 'this is a key of type rsa'],
    ['no key', 'no key', 'not base64'],
    ['PEM in one line', '-----BEGIN PUBLIC KEY-----MFkw', 'without the lines of a PEM file'],
  ])('a key of another kind is named with its kind: %s', async (_, key, why) => {
    const answer = await acme.call('accountBalance', {}, { headers: { 'x-app-public-key': key } })
    expect(answer).toMatchObject(failure('unknown_key'))
    expect(answer.body.message).toContain(why)
    expect(answer.body.message).not.toContain('signing_string')
  })

  test('a signature of another private key', async () => {
    const nonce = freshNonce()
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const signature = sign('sha256', Buffer.from(path + nonce), privateKey).toString('base64url')
    const answer = await acme.call('accountBalance', {}, { nonce, signature })
    expect(answer).toMatchObject(failure('signature_mismatch'))
    expect(answer.body.details.hint).toContain('the private key that signed is the one of x-app-public-key')
  })

  test.each(['AAAA', 'not base64!', 'MEUCIQ', 'A'.repeat(200)])('signature "%s"', async (signature) => {
    expect(await acme.call('accountBalance', {}, { signature })).toMatchObject(failure('malformed_signature'))
  })

  test('a signature over another string shows the expected string', async () => {
    const nonce = freshNonce()
    const answer = await acme.call('accountBalance', {}, { nonce, signed: 'something else' })
    expect(answer).toMatchObject(failure('signature_mismatch'))
    expect(answer.body.details.signing_string).toBe(path + nonce)
    expect(answer.body.details.hint).toMatch(/^No common mistake explains/)
  })

  test('a revoked key stops at once, in a process that had cached it', async () => {
    const client = await onboard(service.origin)
    expect((await client.call('accountBalance')).status).toBe(200)
    for (const state of ['frozen', 'revoked']) {
      await database.owner.tx(async (tx) => {
        await tx.query(`select state.set_actor('test', 'key lost', now())`)
        await tx.query('update access.api_key set state = $2 where institution_id = $1', [client.institutionid, state])
      })
      const answer = await client.call('accountBalance')
      expect(answer).toMatchObject(failure('revoked_key'))
      expect(answer.body.details.key_status).toBe(state)
    }
  })
})

describe('the near misses are named', () => {
  const fields = { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '100', note: 'Zürich' }
  const form = new URLSearchParams(fields).toString()
  const sorted = '{"note":"Zürich","orderqty":"100","side":"Buy","symbol":"VCHF/CHF"}'
  const orderPath = '/api/v1/private/addOrder'
  const sha256 = (text: string) => createHash('sha256').update(text)

  const mistakes: [name: string, signed: (nonce: string) => string | Buffer, hint: RegExp][] = [
    ['relative path', (nonce) => `/private/addOrder${sorted}${nonce}`, /lacks \/api\/v1/],
    ['raw form body', (nonce) => orderPath + form + nonce, /raw form body/],
    ['unsorted keys', (nonce) => orderPath + JSON.stringify(fields) + nonce, /not sorted/],
    ['numbers for strings', (nonce) => orderPath + sorted.replace('"100"', '100') + nonce, /without quotes/],
    ['nonce before body', (nonce) => orderPath + nonce + sorted, /nonce was put before the body/],
    ['escaped non-ASCII', (nonce) => orderPath + sorted.replace('ü', '\\u00fc') + nonce, /escaped/],
    ['double hashing', (nonce) => sha256(orderPath + sorted + nonce).digest(), /hashed again/],
    ['hex hashing', (nonce) => sha256(orderPath + sorted + nonce).digest('hex'), /hex text/],
  ]

  test.each(mistakes)('%s', async (_name, signed, hint) => {
    const nonce = freshNonce()
    const bytes = signed(nonce)
    const signature = sign('sha256', Buffer.from(bytes as string), acme.privateKey).toString('base64url')
    const answer = await acme.call('addOrder', fields, { nonce, signature })
    expect(answer).toMatchObject(failure('signature_mismatch'))
    expect(answer.body.details.signing_string).toBe(orderPath + sorted + nonce)
    expect(answer.body.details.hint).toMatch(hint)
  })

  /** A call with one of the mistakes. */
  const slip = async (n: number) => {
    const [, signed, hint] = mistakes[n % mistakes.length]!
    const nonce = freshNonce()
    const signature = sign('sha256', Buffer.from(signed(nonce) as string), acme.privateKey).toString('base64url')
    return { hint, answer: await acme.call('addOrder', fields, { nonce, signature }) }
  }

  test('twenty parallel ones all get their hint', async () => {
    const result = await Promise.all(Array.from({ length: 20 }, (_, n) => slip(n)))
    for (const { hint, answer } of result) expect(answer.body.details.hint).toMatch(hint)
  })

  test('a flood is answered without searching for all, and good calls are served meanwhile', async () => {
    const began = performance.now()
    const flood = Promise.all(Array.from({ length: 400 }, (_, n) => slip(n)))
    const good = await Promise.all(
      Array.from({ length: 5 }, async () => (await onboard(service.origin)).call('accountBalance')),
    )
    expect(good.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const result = await flood
    const seconds = (performance.now() - began) / 1_000
    for (const { answer } of result) expect(answer).toMatchObject(failure('signature_mismatch'))
    const hinted = result.filter(({ answer }) => answer.body.details.hint !== undefined)
    expect(hinted.length).toBeLessThanOrEqual(32 * (seconds + 2))
    for (const { hint, answer } of hinted) expect(answer.body.details.hint).toMatch(hint)
  })
})

describe('the order of the checks', () => {
  test('User-Agent comes before everything', async () => {
    const answer = await acme.call('accountBalance', {}, { headers: { 'user-agent': '', 'x-app-nonce': undefined } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_request', details: { field: 'user-agent' } } })
  })

  test('the headers come before the body', async () => {
    const answer = await acme.call(
      'accountBalance',
      {},
      { headers: { 'x-app-nonce': undefined }, body: 'x'.repeat(20_000) },
    )
    expect(answer).toMatchObject(failure('missing_header'))
  })

  test('content type, size and syntax come before the signature', async () => {
    const wrong = { signature: sign('sha256', Buffer.from('other'), acme.privateKey).toString('base64url') }
    const type = await acme.call('accountBalance', {}, { ...wrong, contentType: 'text/plain', body: 'a' })
    expect(type).toMatchObject({ status: 400, body: { code: 'bad_request', details: { field: 'content-type' } } })
    const large = await acme.call('accountBalance', {}, { ...wrong, body: `a=${'x'.repeat(16_384)}` })
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    const broken = await acme.call(
      'addPaymentRail',
      {},
      { ...wrong, contentType: 'application/json', body: '{"a":1,"a":2}' },
    )
    expect(broken).toMatchObject({ status: 400, body: { code: 'bad_request', details: { rule: 'syntax' } } })
    const twice = await acme.call('accountBalance', {}, { ...wrong, body: 'a=1&a=2' })
    expect(twice).toMatchObject({ status: 400, body: { code: 'bad_request' } })
  })

  test('the signature comes before the nonce, and a bad one spends nothing', async () => {
    const client = await onboard(service.origin)
    const nonce = freshNonce()
    for (let i = 0; i < 3; i += 1) {
      expect((await client.call('accountBalance', {}, { nonce, signed: 'forged' })).status).toBe(401)
    }
    expect((await client.call('accountBalance', {}, { nonce })).status).toBe(200)
  })

  test('nonce and rate come before KYB, and KYB before fields', async () => {
    const client = await onboard(service.origin, { kyb: 'draft' })
    const nonce = freshNonce()
    expect(await client.call('accountBalance', { bogus: '1' }, { nonce })).toMatchObject({
      status: 403,
      body: { code: 'kyb_required' },
    })
    expect((await client.call('accountBalance', {}, { nonce })).body.code).toBe('invalid_nonce')
    expect((await client.call('accountBalance')).body.code).toBe('rate_limited')
  })

  test('an unknown field is named, after all else is well', async () => {
    const client = await onboard(service.origin)
    const answer = await client.call('accountBalance', { bogus: '1' })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'bad_request', details: { field: 'bogus', rule: 'unknown_field' } },
    })
  })

  test('an unknown private path is 404 only with a valid signature', async () => {
    const client = await onboard(service.origin)
    expect((await client.call('nothingHere')).body.code).toBe('not_found')
    expect(await client.call('nothingHere', {}, { signed: 'forged' })).toMatchObject(failure('signature_mismatch'))
  })
})

test('too many failed calls from one address are refused before any work is done', async () => {
  const strict = await startService(database.url, withConstants({ failuresPerSecond: 5 }))
  const client = await onboard(strict.origin)
  const began = performance.now()
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => client.call('accountBalance', {}, { signed: 'forged' })),
  )
  // Five at once, and five more in each second that it takes.
  const most = 5 + Math.ceil(((performance.now() - began) / 1_000) * 5)
  const looked = answers.filter(({ status }) => status === 401).length
  expect(looked).toBeGreaterThanOrEqual(5)
  expect(looked).toBeLessThanOrEqual(most)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(200 - looked)
  await strict.stop()
})
