import fc from 'fast-check'
import { expect, test } from 'vitest'
import { example, today } from '../../test/example.ts'
import { TravelRuleError } from '../problem.ts'
import { readDelivery, readInquiryAnswer } from './answer.ts'
import { readConfirmation, writeConfirmation } from './confirmation.ts'
import { isDti, type Token, uatDtis } from './dti.ts'
import { type Exchange, readRequestHeaders } from './headers.ts'
import { type Inquiry, readInquiry } from './inquiry.ts'
import { type Peer, usualPeer } from './peer.ts'
import { TrpRefusal } from './refusal.ts'
import { emptyReply, refusalReply, resolutionReply } from './reply.ts'
import { confirmationRequest, inquiryRequest, resolutionRequest } from './request.ts'
import { readResolution, writeResolution } from './resolution.ts'
import { answerVersion, nextVersion, type Version, versions } from './version.ts'

const travelAddress = 'ta2W2HPKfHxgSgrzY178knqXHg1H3jfeQrwQ9JrKBs9wv'
const callback = 'https://specie.example/travel-rule/callbacks/secret'
const vchf: Token = { asset: 'VCHF', chain: 'ETH' }
const ether: Token = { asset: 'ETH', chain: 'ETH' }
const inquiry = (token: Token = vchf, minor = 1_500_000_000_000_000_001n): Inquiry => ({
  token,
  minor,
  callback,
  ivms101: example,
})
const exchange = (version: Version = '3.2.1'): Exchange => ({ version, requestId: '3f7c2b1e-0001' })
const request = (one = inquiry(), version: Version = '3.2.1', peer: Peer = usualPeer) =>
  inquiryRequest(one, { travelAddress, exchange: exchange(version), peer, dtis: uatDtis, scheme: 'https', today })

test('the request of an inquiry', () => {
  const { method, url, headers, body } = request()
  expect({ method, url }).toEqual({ method: 'POST', url: 'https://beneficiary.com/x/12345?t=i' })
  expect(headers).toMatchObject({ 'api-version': '3.2.1', 'request-identifier': '3f7c2b1e-0001' })
  const dti = uatDtis.find(({ asset, chain }) => asset === 'VCHF' && chain === 'ETH')!.dti
  expect(body).toContain(`{"asset":{"dti":"${dti}"},"amount":1500000000000000001,"callback":"${callback}","IVMS101":{`)
})

test('a travel address without t=i gets it, and a mistyped one is refused with the cure', () => {
  expect(request().url).toContain('?t=i')
  const terms = { exchange: exchange(), peer: usualPeer, dtis: uatDtis, scheme: 'https', today } as const
  expect(() => inquiryRequest(inquiry(), { travelAddress: `${travelAddress}x`, ...terms })).toThrow('Ask the receiver')
})

const everyPeer: Peer[] = (['2020', '2023'] as const).flatMap((names) =>
  (['number', 'symbol', 'omit'] as const).flatMap((slip0044) =>
    (['lowest', 'whole'] as const).flatMap((amount) =>
      (['number', 'text'] as const).map((amountAs): Peer => ({ names, slip0044, amount, amountAs })),
    ),
  ),
)

test('in every version and for every peer what is written is read as it was, or cannot be named', () => {
  const outcomes = { read: 0, unnamed: 0 }
  for (const version of versions)
    for (const peer of everyPeer)
      for (const token of [vchf, ether, { asset: 'BTC', chain: 'BTC' } as const]) {
        const given = inquiry(token, 1_234_567n)
        const isNamed = version !== '3.1.0' || (token !== vchf && peer.slip0044 !== 'omit')
        if (!isNamed) {
          expect(() => request(given, version, peer)).toThrow(TravelRuleError)
          outcomes.unnamed += 1
          continue
        }
        const read = readInquiry(request(given, version, peer).body, uatDtis, peer, 'https')
        expect(read).toMatchObject({ token, amount: { minor: 1_234_567n }, callback, data: example, repairs: [] })
        outcomes.read += 1
      }
  expect(outcomes).toEqual({ read: 176, unnamed: 40 })
})

const body = (change: object = {}, amount = '1000000') => {
  const { amount: _, ...rest } = { ...JSON.parse(request().body), ...change }
  return `{"amount":${amount},${JSON.stringify(rest).slice(1)}`
}
const read = (text: string, peer = usualPeer) => readInquiry(text, uatDtis, peer, 'https')

test.each<[string, bigint, string]>([
  ['1000000', 1_000_000n, 'lowest'],
  ['"1000000"', 1_000_000n, 'lowest'],
  ['1e6', 1_000_000n, 'lowest'],
  ['1000000.0', 1_000_000n, 'lowest'],
  ['9007199254740993', 9_007_199_254_740_993n, 'lowest'],
  ['0.000021', 21n, 'whole'],
  ['1.5', 1_500_000n, 'whole'],
  ['"12.25"', 12_250_000n, 'whole'],
])('the amount %s is %s in the unit %s', (text, minor, written) =>
  expect(read(body({}, text)).amount).toEqual({ minor, written }),
)

test('a peer that sends whole units is read so', () =>
  expect(read(body({}, '100'), { ...usualPeer, amount: 'whole' }).amount).toEqual({
    minor: 100_000_000n,
    written: 'whole',
  }))

test.each<[string, object]>([
  ['a number', { slip0044: 60 }],
  ['a symbol', { slip0044: 'ETH' }],
  ['digits', { slip0044: '60' }],
  ['the DTI', { dti: 'X9J9K872S' }],
  ['both', { dti: 'X9J9K872S', slip0044: 60 }],
])('ether is named by %s', (_form, asset) => expect(read(body({ asset })).token).toEqual(ether))

test('the coin beside the DTI of a token names its chain', () => {
  const { dti } = uatDtis.find(({ asset, chain }) => asset === 'VCHF' && chain === 'ETH')!
  expect(read(body({ asset: { dti, slip0044: 60 } })).token).toEqual(vchf)
})

test.each<[string, string, number, string]>([
  ['no JSON', '{', 400, 'not JSON'],
  ['a list', '[]', 400, 'not a JSON object'],
  ['a key twice', '{"asset":{},"asset":{}}', 400, 'appears twice'],
  ['no asset', body({ asset: undefined }), 422, '`asset` is missing'],
  ['an unknown DTI', body({ asset: { dti: '2L8HS2MNP' } }), 422, 'not one that we hold'],
  [
    'an unknown DTI beside a known coin',
    body({ asset: { dti: '2L8HS2MNP', slip0044: 60 } }),
    422,
    'not one that we hold',
  ],
  ['a coin of ours that is not held', body({ asset: { slip0044: 501 } }), 422, 'not one that we hold'],
  ['a DTI and another coin', body({ asset: { dti: 'X9J9K872S', slip0044: 0 } }), 422, 'disagree'],
  ['no amount', body({}, 'null'), 422, 'no positive number'],
  ['an amount of zero', body({}, '0'), 422, 'above zero'],
  ['a negative amount', body({}, '-5'), 422, 'no positive number'],
  ['too many decimals', body({}, '0.0000001'), 422, 'more decimals than VCHF'],
  ['no callback', body({ callback: '' }), 422, '`callback` is missing'],
  ['a callback without TLS', body({ callback: 'http://vasp.example/c' }), 422, 'no https address'],
  ['a callback to a file', body({ callback: 'file:///etc/passwd' }), 422, 'no https address'],
  ['a callback with a user', body({ callback: 'https://a:b@vasp.example/c' }), 422, 'no user'],
  ['no persons', body({ IVMS101: null }), 422, '`IVMS101` is missing'],
  [
    'a person without a name',
    body({ IVMS101: { ...example, beneficiary: { beneficiaryPerson: [{ naturalPerson: {} }] } } }),
    422,
    'beneficiary.beneficiaryPerson[0].naturalPerson.name',
  ],
])('an inquiry with %s is refused', (_what, text, status, words) => {
  try {
    read(text)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(TrpRefusal)
    expect(error).toMatchObject({ status, message: expect.stringContaining(words) })
  }
})

const headers = { 'api-version': '3.2.1', 'request-identifier': 'abc', 'content-type': 'application/json' }

test.each<[object, number | null]>([
  [{}, null],
  [{ 'content-type': 'application/json; charset=utf-8' }, null],
  [{ 'content-type': undefined }, null],
  [{ 'api-version': undefined, 'API-Version': '3.1.0' }, null],
  [{ 'api-version': '3.4.0' }, null],
  [{ 'api-version': undefined }, 400],
  [{ 'api-version': '2.1.0' }, 400],
  [{ 'api-version': '3.0.0' }, 400],
  [{ 'api-version': '4.0.0' }, 400],
  [{ 'api-version': 'newest' }, 400],
  [{ 'request-identifier': '' }, 400],
  [{ 'content-type': 'text/plain' }, 415],
  [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
  [{ 'api-extensions': 'sunrise' }, 501],
])('headers with %j: %s', (change, status) => {
  const given = () => readRequestHeaders({ ...headers, ...change })
  if (status === null) expect(given().requestId).toBe('abc')
  else expect(given).toThrow(expect.objectContaining({ status }))
})

test.each([
  ['3.2.1', '3.2.1'],
  ['3.2', '3.2.0'],
  ['3.1.7', '3.1.0'],
  ['3.9.0', '3.2.1'],
  ['3.0.9', null],
  ['', null],
])('a request of %s is answered in %s', (asked, version) => expect(answerVersion(asked)).toBe(version))

test.each<[string, Version[], Version | null]>([
  ['', ['3.2.1'], '3.2.0'],
  ['', ['3.2.1', '3.2.0', '3.1.0'], null],
  ['must specify api version header 3.1.0', ['3.2.1'], '3.1.0'],
  ['supported: >=2.1.0 <3.2.0', ['3.2.1'], '3.1.0'],
  ['supported: ^3.0.0', ['3.2.1'], '3.2.0'],
  ['~3.1.0', ['3.2.1'], '3.1.0'],
  ['we speak 9.9.9', ['3.2.1'], '3.2.0'],
])('after a refusal with the words «%s» comes %s → %s', (words, tried, next) =>
  expect(nextVersion(tried, words)).toBe(next),
)

const asked = { ...exchange(), tried: [], scheme: 'https' as const }
const ok = { 'content-type': 'application/json', 'request-identifier': '3f7c2b1e-0001' }
const approval = '{"approved":{"address":"0x1","callback":"https://vasp.example/c/1"}}'
const approved = { kind: 'approved', address: '0x1', callback: 'https://vasp.example/c/1' }

test.each<[number, object, string, object]>([
  [200, ok, '{"version":"3.2.1"}', { kind: 'pending' }],
  [200, ok, approval, approved],
  [201, ok, approval, approved],
  [200, {}, approval, approved],
  [200, ok, '{"approved":null,"rejected":"no"}', { kind: 'rejected', reason: 'no' }],
  [200, ok, '{"rejected":null}', { kind: 'rejected', reason: null }],
  [200, ok, '{"rejected":"a\\nb"}', { kind: 'rejected', reason: 'a b' }],
  [200, ok, '{"approved":{"address":"0x1"}}', { kind: 'malformed' }],
  [200, ok, '{"approved":{"address":"0x1","callback":"ftp://x"}}', { kind: 'malformed' }],
  [200, ok, '{"approved":true}', { kind: 'malformed' }],
  [200, ok, '{"approved":"0x1"}', { kind: 'malformed' }],
  [200, ok, `{"version":"3.2.1",${approval.slice(1)}`, { kind: 'malformed' }],
  [200, ok, `{"rejected":"no",${approval.slice(1)}`, { kind: 'malformed' }],
  [200, ok, `{"rejected":false,${approval.slice(1)}`, { kind: 'malformed' }],
  [200, ok, '{}', { kind: 'malformed' }],
  [200, ok, '', { kind: 'malformed' }],
  [204, ok, '', { kind: 'malformed' }],
  [200, ok, '<html>', { kind: 'malformed' }],
  [200, { ...ok, 'content-type': 'text/html' }, approval, { kind: 'malformed' }],
  [200, { ...ok, 'request-identifier': 'other' }, approval, { kind: 'malformed' }],
  [302, { location: 'http://169.254.169.254/' }, '', { kind: 'refused', status: 302 }],
  [400, {}, '', { kind: 'other version', version: '3.2.0' }],
  [400, { 'api-version': '3.1.0' }, '', { kind: 'other version', version: '3.1.0' }],
  [401, {}, '', { kind: 'refused', status: 401 }],
  [404, {}, '', { kind: 'refused', status: 404 }],
  [415, {}, '', { kind: 'refused', status: 415 }],
  [422, {}, 'name missing', { kind: 'refused', problem: expect.stringContaining('name missing') }],
  [429, { 'retry-after': '30' }, '', { kind: 'retry', afterSeconds: 30 }],
  [500, {}, '', { kind: 'retry', afterSeconds: null }],
  [501, {}, '', { kind: 'refused', status: 501 }],
  [503, { 'retry-after': 'soon' }, '', { kind: 'retry', afterSeconds: null }],
])('the answer %s %j %s', (status, given, text, meaning) =>
  expect(readInquiryAnswer(asked, status, given as never, text)).toMatchObject(meaning),
)

test('400 after the last version is a refusal', () =>
  expect(readInquiryAnswer({ ...asked, tried: ['3.2.0', '3.1.0'] }, 400, {}, '')).toMatchObject({ kind: 'refused' }))

test('no text of an answer makes an approval but an approval', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, text) => {
      expect(readInquiryAnswer(asked, status, ok, text).kind).not.toBe('approved')
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  [204, { kind: 'delivered' }],
  [200, { kind: 'delivered' }],
  [404, { kind: 'refused', status: 404 }],
  [503, { kind: 'retry' }],
])('a callback answered with %s', (status, meaning) => expect(readDelivery(status, {}, '')).toMatchObject(meaning))

test('resolutions and confirmations are read as they were written', () => {
  const resolutions = [
    { kind: 'pending' },
    { kind: 'approved', address: '0x1', callback: 'https://vasp.example/c/1' },
    { kind: 'rejected', reason: 'no' },
    { kind: 'rejected', reason: null },
  ] as const
  for (const one of resolutions) expect(readResolution(writeResolution(one, '3.2.1'), 'https')).toEqual(one)
  const confirmations = [
    { kind: 'sent', txid: '0x1' },
    { kind: 'canceled', reason: 'changed mind' },
    { kind: 'canceled', reason: null },
  ] as const
  for (const one of confirmations) expect(readConfirmation(writeConfirmation(one))).toEqual(one)
})

test.each(['{}', '{"txid":""}', '{"txid":7}', '{"txid":"0x1","canceled":"no"}', '{"canceled":7}', '[]'])(
  'the confirmation %s is refused',
  (text) => expect(() => readConfirmation(text)).toThrow(TrpRefusal),
)

test('requests and replies have the headers of the exchange', () => {
  expect(resolutionRequest(callback, { kind: 'rejected', reason: 'no' }, exchange())).toMatchObject({
    url: callback,
    headers: { 'api-version': '3.2.1' },
    body: '{"rejected":"no"}',
  })
  expect(confirmationRequest(callback, { kind: 'sent', txid: '0x1' }, exchange()).body).toBe('{"txid":"0x1"}')
  expect(resolutionReply(exchange('3.1.0'), { kind: 'pending' })).toMatchObject({
    status: 200,
    headers: { 'api-version': '3.1.0', 'request-identifier': '3f7c2b1e-0001' },
    body: '{"version":"3.1.0"}',
  })
  expect(emptyReply(exchange())).toMatchObject({ status: 204, body: '' })
  expect(refusalReply(null, new TrpRefusal(415, 'Send application/json.'))).toMatchObject({ status: 415 })
})

// Codes of the registry.
test.each(['4H95J0R2X', 'X9J9K872S', 'HWGL1C2CK', '2L8HS2MNP', '9X1Z1NQG5', '3WCGMWKQM', 'J7KQCG93W'])(
  '%s is a DTI',
  (dti) => expect(isDti(dti)).toBe(true),
)
test.each(['', '4H95J0R2', '4H95J0R2Y', 'X9J9K872T', '09J9K872S', 'A9J9K872S', 'x9j9k872s'])('%s is no DTI', (dti) =>
  expect(isDti(dti)).toBe(false),
)
test('the invented codes of UAT have a check character and name each token once', () => {
  expect(uatDtis.filter(({ dti }) => !isDti(dti))).toEqual([])
  expect(new Set(uatDtis.map(({ dti }) => dti)).size).toBe(uatDtis.length)
})
