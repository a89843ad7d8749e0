import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ServiceCode } from '../../src/lists/entry.ts'
import { serviceProtocols } from '../../src/services/protocols.ts'
import { type AskedParty, ServiceAnswerError } from '../../src/services/service.ts'

// The protocols of both services, against answers in their form with invented names.

const recorded = (name: string): string => readFileSync(join(import.meta.dirname, 'recorded', `${name}.json`), 'utf8')
const { watchman, yente } = serviceProtocols
const at = { watchman: 'http://watchman:8084', yente: 'http://yente:8000/match/default' }

const asked = (service: ServiceCode, party: AskedParty, address = at[service]) => {
  const { method, url, body } = serviceProtocols[service].matchRequest(address, party)
  const { pathname, searchParams } = url
  return { method, pathname, options: Object.fromEntries(searchParams), body: body && JSON.parse(body).queries.party }
}
const answered = (service: ServiceCode, text: string, status = 200, address = at[service]) =>
  serviceProtocols[service].readMatches(address, { status, text })
const problemOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof ServiceAnswerError) return error.message
    throw error
  }
  return 'none'
}

const person: AskedParty = {
  kind: 'person',
  name: 'Ilmar Vostrikanen',
  born: '1971-03-09',
  countries: ['FI'],
  identifiers: [{ kind: 'passport', value: 'ZX9904171' }],
}

test('Watchman is asked by name; with its type and birth date for a person', () => {
  const options = { minMatch: '0.80', limit: '100' }
  expect(asked('watchman', person)).toMatchObject({
    method: 'GET',
    pathname: '/v2/search',
    options: { ...options, name: 'Ilmar Vostrikanen', type: 'person', birthDate: '1971-03-09' },
  })
  // Watchman would compare with the entities of that type alone.
  expect(asked('watchman', { kind: 'company', name: 'Kestrala & Söhne', born: '1999-01-01' }).options).toEqual({
    ...options,
    name: 'Kestrala & Söhne',
  })
  expect(asked('watchman', { kind: 'wallet', name: '0xAB' }).options).toEqual({ ...options, cryptoAddress: ':0xAB' })
})

test('yente is asked by example, with everything that is known', () => {
  expect(asked('yente', person)).toMatchObject({
    method: 'POST',
    pathname: '/match/default',
    options: { threshold: '0.7', limit: '10' },
    body: {
      schema: 'Person',
      properties: {
        name: ['Ilmar Vostrikanen'],
        birthDate: ['1971-03-09'],
        country: ['fi'],
        idNumber: ['ZX9904171'],
      },
    },
  })
  const lei = [{ kind: 'lei', value: '984500INVENTED000099' }]
  expect(asked('yente', { kind: 'company', name: 'K', born: '1999', identifiers: lei }).body).toEqual({
    schema: 'Organization',
    properties: { name: ['K'], incorporationDate: ['1999'], leiCode: ['984500INVENTED000099'] },
  })
  expect(asked('yente', { kind: 'any', name: 'K' }).body).toEqual({
    schema: 'LegalEntity',
    properties: { name: ['K'] },
  })
  expect(asked('yente', { kind: 'wallet', name: '0xAB' }).body).toEqual({
    schema: 'CryptoWallet',
    properties: { publicKey: ['0xAB'] },
  })
})

test('the address in the settings may set other options, and lead through a folder', () => {
  const watchmanAt = 'https://desk.example/screening/?minMatch=0.59'
  expect(asked('watchman', person, watchmanAt)).toMatchObject({
    pathname: '/screening/v2/search',
    options: { minMatch: '0.59', limit: '100' },
  })
  expect(watchman.stateRequest(watchmanAt).url.pathname).toBe('/screening/v2/listinfo')
  const yenteAt = 'https://desk.example/yente/match/sanctions?algorithm=logic-v2&limit=50'
  expect(asked('yente', person, yenteAt).options).toEqual({ algorithm: 'logic-v2', limit: '50', threshold: '0.7' })
  expect(yente.stateRequest(yenteAt).url.pathname).toBe('/yente/readyz')
})

test('an entity of Watchman becomes an entry', () => {
  const [match] = answered('watchman', recorded('watchman-match'))
  expect(match).toMatchObject({ score: 0.9312, why: ['its own score, against us_ofac'] })
  expect(match!.entry).toMatchObject({
    list: 'watchman',
    reference: 'us_ofac 990417',
    kind: 'person',
    names: [
      { text: 'Ilmar Aleksi VOSTRIKANEN', strength: 'primary' },
      { text: 'Ilmari VOSTRIKAINEN', strength: 'strong' },
      { text: 'Илмар Востриканен', strength: 'strong' },
    ],
    births: [{ from: '1971-03-09', to: '1971-03-09' }],
    places: [{ role: 'address', text: 'Satamakatu 99, 99999, Kestrala, FI', country: 'FI' }],
    identifiers: [{ kind: 'passport', value: 'ZX9904171', country: 'FI' }],
    wallets: [{ ticker: 'XBT', address: '1InventedWalletAddressForTests9999' }],
    programmes: ['SDGT'],
  })
})

test('an entity of yente becomes an entry; a result below the threshold is no match', () => {
  const matches = answered('yente', recorded('yente-match'))
  expect(matches).toMatchObject([
    { score: 0.97, why: ['name match 0.97: [kestrala harbour oy] ≈ [Kestrala Harbour Oy]'] },
  ])
  expect(matches[0]!.entry).toMatchObject({
    list: 'yente',
    reference: 'NK-zzInventedEntity01',
    kind: 'company',
    names: [
      { text: 'Kestrala Harbour Oy', strength: 'primary' },
      { text: 'KESTRALA HARBOUR OY', strength: 'strong' },
      { text: 'Kestralan Satama', strength: 'strong' },
      { text: 'KHO', strength: 'weak' },
    ],
    places: [
      { role: 'address', text: 'Satamakatu 99, Kestrala', country: null },
      { role: 'registration', text: 'fi', country: 'FI' },
    ],
    identifiers: [
      { kind: 'lei', value: '984500INVENTED000099' },
      { kind: 'registration', value: 'FI99041799' },
    ],
    programmes: ['sanction'],
  })
})

test('yente before version 5 explains with features', () => {
  expect(answered('yente', recorded('yente-before-5'))).toMatchObject([
    {
      score: 0.9,
      why: ['person name jaro winkler 0.9'],
      entry: { births: [{ from: '1971-03-01', to: '1971-03-31' }] },
    },
  ])
})

test('an entity of yente keeps its hash when only its datasets and times change', () => {
  const changed = recorded('yente-match')
    .replaceAll('zz_invented_sanctions', 'zz_another')
    .replace('2026-10-02T06:00:00', '2026-11-19T06:00:00')
  expect(answered('yente', changed)[0]!.entry).toEqual(answered('yente', recorded('yente-match'))[0]!.entry)
})

test.each(['watchman', 'yente'] as const)('%s finds no match', (service) => {
  expect(answered(service, recorded(`${service}-none`))).toEqual([])
})

test.each<[ServiceCode, string, number, string | RegExp]>([
  ['watchman', recorded('watchman-error'), 400, /^it answered 400 \(«problem reading v2 search request/],
  ['watchman', '', 400, 'it answered 400'],
  ['watchman', recorded('watchman-error'), 200, /form/],
  ['watchman', '{"error":"broken","entities":[]}', 200, 'it reports «broken»'],
  ['watchman', '{}', 200, 'its answer has another form than is known: entities'],
  ['watchman', '<html>', 200, 'its answer is no JSON'],
  ['watchman', '{"entities":[{"name":"K"}]}', 200, /another form than is known: entities.0.entityType/],
  ['watchman', recorded('watchman-match').replace('0.9312', '93.12'), 200, /entities.0.match/],
  ['yente', recorded('yente-error'), 404, 'it answered 404 («No such dataset: defalt»)'],
  ['yente', '{"detail":[{"msg":"field required"}]}', 422, 'it answered 422'],
  ['yente', '{"responses":{}}', 200, 'its answer has another form than is known: responses.party'],
  ['yente', recorded('yente-none').replace('"status": 200', '"status": 500'), 200, /responses.party.status/],
  ['yente', recorded('yente-match').replace('"score": 0.97,', '"score": "0.97",'), 200, /results.0.score/],
  ['yente', recorded('yente-match').replace('"match": true', '"matched": true'), 200, /results.0.match/],
  ['yente', 'null', 200, 'its answer has another form than is known: the whole'],
])('%s: an answer that does not say who matches is none (%#)', (service, text, status, problem) => {
  const read = () => answered(service, text, status)
  if (typeof problem === 'string') expect(problemOf(read)).toBe(problem)
  else expect(problemOf(read)).toMatch(problem)
})

test('an answer as long as the limit may leave out matches, so it is none', () => {
  const read = (address: string) => () => answered('watchman', recorded('watchman-match'), 200, address)
  expect(problemOf(read(`${at.watchman}?limit=1`))).toMatch(/1 matches or more; add a higher \?limit=/)
  expect(problemOf(read(`${at.watchman}?limit=2`))).toBe('none')
})

test.each<[ServiceCode, string, number, string | RegExp]>([
  ['watchman', recorded('watchman-state'), 200, 'none'],
  ['watchman', recorded('watchman-state').replace(/"lists": {.*}/, '"lists": {}'), 200, 'it has no lists yet'],
  ['watchman', recorded('watchman-state').replace(/"lists": {.*}/, '"lists": null'), 200, 'it has no lists yet'],
  [
    'watchman',
    recorded('watchman-state').replace('2026-11-19T06:00:31', '2026-11-16T06:00:31'),
    200,
    /not renewed its lists since 2026-11-16/,
  ],
  ['watchman', '{}', 200, /another form/],
  ['yente', '{"status":"ok"}', 200, 'none'],
  ['yente', '{"detail":"Index not ready."}', 503, 'it answered 503 («Index not ready.»)'],
  ['yente', '{"status":"starting"}', 200, 'its state is «starting»'],
])('%s without its lists is not asked (%#)', (service, text, status, problem) => {
  const read = () => serviceProtocols[service].assertReady({ status, text }, new Date('2026-11-19T12:00:00Z'))
  if (typeof problem === 'string') expect(problemOf(read)).toBe(problem)
  else expect(problemOf(read)).toMatch(problem)
})
