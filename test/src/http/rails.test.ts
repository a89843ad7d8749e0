import { randomUUID } from 'node:crypto'
import { serve, type Service } from '@specie/service/app.ts'
import type { Chain } from '@specie/service/base/ports/chain.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { settlementClock } from '@specie/service/base/settlement-clock.ts'
import { setUpUat } from '@specie/service/sandbox/demo/set-up.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Client, freshNonce, get, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'

// The front door of payment rails: what is malformed is a 400 that names the field and leaves no row; what is well formed
// and cannot be served is `rejected`. On a chain that is there and is never asked.

let database: TestDatabase
let service: Service
let origin: string
let acme: Client

beforeAll(async () => {
  database = await freshDatabase()
  await database.owner.query(
    `insert into chains.contract (chain, asset, address, created_at)
     values ('ETH', 'VCHF', '0xc0', now()), ('ETH', 'VGBP', '0xc1', now())`,
  )
  const clock = await settlementClock(systemClock, database.app, 60)
  const config = readConfig({ PORT: '0', FAILURES_PER_SECOND: '100000', PUBLIC_PER_SECOND: '100000' })
  const env = testEnv(database, { clock, config, chains: new Map([['ETH', {} as Chain]]) })
  await setUpUat(env)
  service = await serve(env, { clock, settle: async () => true })
  origin = new URL(service.base).origin
  acme = await onboard(origin)
  await whitelist(acme)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const whitelist = async ({ institutionid }: Client) => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const told = await sandbox(origin, 'addresses', { institutionid, blockchain: 'ETH', address, label: 'main' })
  expect(told.status, JSON.stringify(told.body)).toBe(200)
}

/** RFC 8785 as a client would write it: it shares no code with the service. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

/** Sends text that says what `meant` means: it is signed in its canonical form. */
async function send(text: string, meant: unknown, client = acme, contentType = 'application/json'): Promise<Answer> {
  await database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  const nonce = freshNonce()
  const signed = `/api/v1/private/addPaymentRail${canonical(meant)}${nonce}`
  return client.call('addPaymentRail', {}, { nonce, signed, body: text, contentType })
}
const add = (rail: unknown, client = acme) => send(JSON.stringify(rail), rail, client)

async function list(name: string, fields: Record<string, string> = {}, client = acme): Promise<Answer> {
  await database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  return client.call(name, fields)
}

const count = async () => (await database.owner.query<{ n: bigint }>('select count(*) as n from rails.rail'))[0]!.n

const party = (name = 'Acme Treasury AG', country = 'CH') => ({
  partyname: { name },
  address: { country },
  partytype: 'company',
})
const onRamp = {
  railtype: 'FiatToStablecoin',
  sender: party(),
  recipient: party(),
  wallet: { destination: 'main', memo: '7' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}
const offRamp = {
  railtype: 'StablecoinToFiat',
  sender: party(),
  bankaccount: { destination: 'CH9300762011623852957' },
  instructions: { asset: 'VGBP', currency: 'GBP', blockchain: 'ETH' },
}

/** The same with one member replaced, by its path; without a value it is left out. */
function changed(rail: object, path: string, value?: unknown): object {
  const copy = structuredClone(rail) as Record<string, any>
  const keys = path.split('.')
  const last = keys.pop()!
  const parent = keys.reduce((at, key) => at[key], copy)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

const fieldsOf = (p: string): string[] => [
  p,
  `${p}.partyname`,
  `${p}.partyname.name`,
  `${p}.address`,
  `${p}.address.country`,
  `${p}.partytype`,
]
const ofOnRamp = [
  'railtype',
  ...fieldsOf('sender'),
  'wallet',
  'wallet.destination',
  'instructions',
  'instructions.asset',
  'instructions.currency',
  'instructions.blockchain',
]
/** Free text, and the most that each takes. */
const texts: Record<string, number> = {
  'sender.partyname.name': 140,
  'recipient.partyname.name': 140,
  'wallet.destination': 128,
  'wallet.memo': 64,
  'instructions.asset': 16,
  'instructions.currency': 16,
  'instructions.blockchain': 16,
}

/** A 400 that names the field. */
async function refused(asking: Promise<Answer>, field: string | undefined): Promise<Answer> {
  const told = await asking
  expect([told.status, told.body.code, told.body.details?.field], JSON.stringify(told.body)).toEqual([
    400,
    'bad_request',
    field,
  ])
  return told
}

describe('a 400 that names the field, and no row', () => {
  let before: bigint
  beforeAll(async () => {
    before = await count()
  })
  afterEach(async () => {
    expect(await count()).toBe(before)
  })

  test.each(ofOnRamp)('%s missing', async (field) => {
    await refused(add(changed(onRamp, field)), field)
  })

  test.each(fieldsOf('recipient').slice(1))('%s missing, when there is a recipient', async (field) => {
    await refused(add(changed(onRamp, field)), field)
  })

  test('bankaccount and its destination missing', async () => {
    await refused(add(changed(offRamp, 'bankaccount')), 'bankaccount')
    await refused(add(changed(offRamp, 'bankaccount.destination')), 'bankaccount.destination')
  })

  test('the other side’s destination', async () => {
    await refused(add({ ...onRamp, bankaccount: offRamp.bankaccount }), 'bankaccount')
    await refused(add({ ...offRamp, wallet: onRamp.wallet }), 'wallet')
  })

  test.each([...ofOnRamp, ...fieldsOf('recipient'), 'wallet.memo', 'clreqid'])('%s of another type', async (field) => {
    for (const value of [7, null, true, ['x']]) await refused(add(changed(onRamp, field, value)), field)
  })

  test.each(['railtype', 'clreqid', 'sender.partytype', 'sender.address.country', ...Object.keys(texts)])(
    '%s empty, an object, or not one of its values',
    async (field) => {
      await refused(add(changed(onRamp, field, '')), field)
      await refused(add(changed(onRamp, field, {})), field)
      if (!(field in texts)) await refused(add(changed(onRamp, field, 'no such thing')), field)
      else await refused(add(changed(onRamp, field, '   ')), field)
    },
  )

  test.each(Object.entries(texts))('%s longer than %i characters', async (field, most) => {
    await refused(add(changed(onRamp, field, 'x'.repeat(most + 1))), field)
  })

  test('a client id that is too long', async () => {
    await refused(add({ ...onRamp, clreqid: 'x'.repeat(65) }), 'clreqid')
  })

  const hostile = {
    'a NUL': '\0',
    'a line break': '\n',
    DEL: '\u007f',
    'a C1 control': '\u0085',
    'a bidi override': '\u202e',
    'a bidi isolate': '\u2066',
    'a zero width space': '\u200b',
    'a zero width joiner': '\u200d',
    'a byte order mark': '\ufeff',
    'a soft hyphen': '\u00ad',
    'a line separator': '\u2028',
    'a Hangul filler': '\u3164',
    'a variation selector': '\ufe0f',
    'a tag character': '\u{e0041}',
    'a private use character': '\ue000',
    'no character': '\uffff',
  }
  test.each(Object.entries(hostile))('%s in any text', async (_name, character) => {
    for (const field of Object.keys(texts)) await refused(add(changed(onRamp, field, `a${character}b`)), field)
  })

  test.each(Object.values(hostile))('%j at the end is not quietly cut off', async (character) => {
    await refused(add(changed(onRamp, 'sender.partyname.name', `Acme${character}`)), 'sender.partyname.name')
  })

  test('half a surrogate pair, escaped or not', async () => {
    const text = JSON.stringify(onRamp).replace('Acme Treasury AG', 'Acme \\ud800')
    const told = await refused(send(text, onRamp), undefined)
    expect(told.body).toMatchObject({
      details: { rule: 'syntax' },
      message: expect.stringMatching(/surrogate.*position/),
    })
  })

  test.each(['color', '__proto__', 'constructor', 'toString'])('an unknown field %s', async (name) => {
    const text = JSON.stringify(onRamp).replace('{', `{${JSON.stringify(name)}:"x",`)
    await refused(send(text, JSON.parse(text)), name)
    const nested = JSON.stringify(onRamp).replace('"partyname":{', `"partyname":{${JSON.stringify(name)}:"x",`)
    const told = await send(nested, JSON.parse(nested))
    expect([told.status, told.body.code, told.body.details.rule]).toEqual([400, 'bad_request', 'unknown_field'])
    expect(told.body.details.field.split('.').at(-1)).toBe(name)
  })

  test('a prototype instead of fields', async () => {
    const text = `{"__proto__":${JSON.stringify(onRamp)}}`
    await refused(send(text, JSON.parse(text)), '__proto__')
  })

  test('duplicate keys, at any depth', async () => {
    const text = JSON.stringify(onRamp)
    for (const twice of [
      text.replace('{', '{"railtype":"StablecoinToFiat",'),
      text.replace('"name":', '"name":"Somebody Else","name":'),
      text.replace('"name":', '"n\\u0061me":"Somebody Else","name":'),
    ]) {
      const told = await refused(send(twice, onRamp), undefined)
      expect(told.body.message).toMatch(/The key "(railtype|name)" appears twice/)
    }
  })

  test('nested too deep', async () => {
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`
    const text = JSON.stringify(onRamp).replace('"Acme Treasury AG"', deep)
    const told = await refused(send(text, onRamp), undefined)
    expect(told.body.message).toMatch(/Nested deeper/)
    await refused(add(changed(onRamp, 'sender', { partyname: { name: { name: 'x' } } })), 'sender.partyname.name')
  })

  test.each([
    ['a form', 'railtype=FiatToStablecoin', 'application/x-www-form-urlencoded', 'content-type'],
    ['another content type', JSON.stringify(onRamp), 'text/plain', 'content-type'],
    ['an array', '[]', 'application/json', undefined],
    ['a string', '"x"', 'application/json', undefined],
    ['half of it', JSON.stringify(onRamp).slice(0, 50), 'application/json', undefined],
    ['nothing', '', 'application/json', undefined],
  ])('%s instead of an object in JSON', async (name, text, type, field) => {
    const told = await send(text, {}, acme, type)
    expect([told.status, told.body.details?.field], JSON.stringify(told.body)).toEqual([
      400,
      name === 'nothing' ? 'railtype' : field,
    ])
  })

  test('more than a body may hold', async () => {
    expect((await send(`{"x":"${'x'.repeat(20_000)}"}`, {})).status).toBe(413)
  })
})

describe('well formed, and cannot be served: rejected, with a reason for a person', () => {
  const ramps: [string, object, RegExp][] = [
    ['a country that does not exist', changed(onRamp, 'sender.address.country', 'ZZ'), /no country.*ZZ.*sender/],
    ['a country under embargo', changed(onRamp, 'sender.address.country', 'KP'), /North Korea.*not served.*sender/],
    ['a recipient in one', changed(onRamp, 'recipient.address.country', 'IR'), /Iran.*not served.*recipient/],
    [
      'a party that is refused',
      changed(onRamp, 'sender.partyname.name', 'UAT Invalid Party Ltd'),
      /sender is not served/,
    ],
    ['letters that no bank carries', changed(onRamp, 'sender.partyname.name', 'Акме'), /Latin letters/],
    [
      'an asset that is no coin',
      changed(onRamp, 'instructions.asset', 'USDC'),
      /USDC is no coin of ours: VCHF and VGBP/,
    ],
    ['a name of every object', changed(onRamp, 'instructions.asset', 'constructor'), /no coin of ours/],
    ['another currency', changed(onRamp, 'instructions.currency', 'GBP'), /VCHF is exchanged for CHF, not for GBP/],
    [
      'a chain without the coin',
      changed(onRamp, 'instructions.blockchain', 'CELO'),
      /CELO does not carry VCHF: ETH, BASE/,
    ],
    ['a chain that does not exist', changed(onRamp, 'instructions.blockchain', 'eth'), /eth does not carry VCHF/],
    ['a wallet that is no address', changed(onRamp, 'wallet.destination', '0x1234'), /0x and 40 hex digits/],
    [
      'a wallet with a wrong checksum',
      changed(onRamp, 'wallet.destination', '0x8617e340B3D01FA5F11F306F4090FD50E238070D'),
      /upper and lower case/,
    ],
    ['an IBAN abroad for GBP', offRamp, /GBP is paid to UK accounts only/],
    ['check digits that are wrong', bank('CHF', 'CH9400762011623852957'), /check digits are wrong/],
    ['a sort code that fails its modulus', bank('GBP', '04-00-84 66374959'), /check digits are wrong/],
    ['a UK account for CHF', bank('CHF', '04-00-84 66374958'), /IBAN in Switzerland or Liechtenstein/],
    ['a QR-IBAN', bank('CHF', 'CH4431999123000889012'), /QR-IBAN/],
  ]
  test.each(ramps)('%s', async (_name, rail, reason) => {
    const told = await add(rail)
    expect(told.body).toEqual({
      railid: expect.any(String),
      status: 'rejected',
      reason: expect.stringMatching(reason),
      destination: null,
      address: null,
      identifier: null,
      validated: false,
    })
    expect(told.status).toBe(200)
    const { body } = await list('queryPaymentRails', { railid: told.body.railid })
    expect(body.rails).toMatchObject([{ status: 'rejected', reason: told.body.reason, fundinginstructions: null }])
  })

  function bank(currency: 'CHF' | 'GBP', destination: string): object {
    const instructions = { asset: `V${currency}`, currency, blockchain: 'ETH' }
    return { ...offRamp, bankaccount: { destination }, instructions }
  }

  test('spelled otherwise they are served', async () => {
    for (const rail of [bank('CHF', 'ch93 0076 2011 6238 5295 7'), bank('GBP', '040084/66374958')]) {
      expect((await add(rail)).body).toMatchObject({ status: 'pending', reason: null })
    }
    const label = { ...onRamp, wallet: { destination: '0x52908400098527886E0F7030069857D2E4169EE7'.toLowerCase() } }
    expect((await add(label)).body.status).toBe('pending')
  })
})

describe('403, and no row', () => {
  async function forbidden(asking: Promise<Answer>, code: string, details: object): Promise<void> {
    const before = await count()
    const told = await asking
    expect([told.status, told.body.code], JSON.stringify(told.body)).toEqual([403, code])
    expect(told.body.details).toMatchObject(details)
    expect(await count()).toBe(before)
  }

  test('a wallet that is not on the list, or not usable yet', async () => {
    const strange = changed(onRamp, 'wallet.destination', '0x8617E340B3D01FA5F11F306F4090FD50E238070D')
    const details = { field: 'wallet.destination', reason: 'unknown_destination' }
    await forbidden(add(strange), 'external_wallet_not_whitelisted', details)
    const other = await onboard(origin)
    await forbidden(
      add(changed(onRamp, 'wallet.destination', '0x52908400098527886E0F7030069857D2E4169EE7'), other),
      'external_wallet_not_whitelisted',
      details,
    )
  })

  test('a wallet without Travel Rule data; its client id stays free', async () => {
    const other = await onboard(origin)
    await whitelist(other)
    const known = (status: string, data: string | null) =>
      database.owner.query(
        'update institutions.address set travel_rule_status = $2, travel_rule = $3 where institution_id = $1',
        [other.institutionid, status, data],
      )
    const rail = { ...onRamp, clreqid: 'once' }
    await known('missing', null)
    const details = { field: 'wallet.destination', reason: 'travel_rule_missing' }
    await forbidden(add(rail, other), 'external_wallet_not_whitelisted', details)
    await known('complete', '{}')
    const told = await add(rail, other)
    expect([told.status, told.body.status, told.headers.get('x-app-replayed')]).toEqual([200, 'pending', null])
  })

  test('KYB, the agreement and the scope', async () => {
    await forbidden(add(onRamp, await onboard(origin, { kyb: 'in_review' })), 'kyb_required', { reason: 'in_review' })
    const unsigned = await onboard(origin, { agreements: ['stablecoin_issuance'] })
    await forbidden(add(onRamp, unsigned), 'agreement_missing', { agreement: 'crypto_conversion' })
    const limited = await onboard(origin)
    await database.owner.query(`update institutions.api_key set scopes = '{read}' where institution_id = $1`, [
      limited.institutionid,
    ])
    await forbidden(add(onRamp, limited), 'scope_missing', { scope: 'rails' })
  })
})

test('a chain that is offline is a 503, and no row', async () => {
  const before = await count()
  const rail = { ...offRamp, instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'SOL' } }
  expect((await add(rail)).body).toMatchObject({ status: 503, code: 'service_unavailable' })
  expect(await count()).toBe(before)
})

describe('repeats', () => {
  test('the same id and content, in any order and spacing, is told the same and done once', async () => {
    const rail = { ...onRamp, clreqid: `r-${randomUUID()}` }
    const first = await add(rail)
    const reordered = Object.fromEntries(Object.entries(rail).toReversed())
    const again = await send(JSON.stringify(reordered, null, 2), rail)
    expect(again.body).toEqual(first.body)
    expect([first.headers.get('x-app-replayed'), again.headers.get('x-app-replayed')]).toEqual([null, 'true'])
    const other = await add({ ...rail, wallet: { destination: 'main', memo: '8' } })
    expect([other.status, other.body.code]).toEqual([400, 'duplicate_clreqid'])
    const { body } = await list('queryPaymentRails', { railid: first.body.railid })
    expect(body.rails).toMatchObject([{ clreqid: rail.clreqid, wallet: { memo: '7' } }])
  })

  test('a rejected one stays rejected, a malformed one frees its id', async () => {
    const clreqid = `r-${randomUUID()}`
    await refused(add({ ...onRamp, clreqid, sender: null }), 'sender')
    const rejected = await add({ ...changed(onRamp, 'sender.address.country', 'KP'), clreqid })
    expect(rejected.body.status).toBe('rejected')
    const again = await add({ ...changed(onRamp, 'sender.address.country', 'KP'), clreqid })
    expect(again.body).toEqual(rejected.body)
    expect(again.headers.get('x-app-replayed')).toBe('true')
  })
})

describe('holds', () => {
  test.each(['Zarkovia Sanctioned Trading LLC', 'Zarkovija Sanctionned Trading Ltd'])('%s: held', async (name) => {
    const told = await add(changed(onRamp, 'recipient.partyname.name', name))
    expect(told.body).toMatchObject({ railid: expect.any(String), status: 'held', reason: null })
    const { body } = await list('queryPaymentRails', { status: 'held', railid: told.body.railid })
    expect(body.rails[0].hold).toEqual({
      reason: 'sanctions_review',
      since: expect.any(String),
      message: 'under review, contact support',
    })
  })

  test('Zurich Trading AG: clear', async () => {
    expect((await add(changed(onRamp, 'sender.partyname.name', 'Zurich Trading AG'))).body.status).toBe('pending')
  })

  test('on the next rail, for any reason; a rejected one does not use it up', async () => {
    const { institutionid } = acme
    const placed = await sandbox(origin, 'holds', { institutionid, on: 'next rail', reason: 'edd_required' })
    expect(placed.status).toBe(200)
    expect((await add(changed(onRamp, 'sender.address.country', 'KP'))).body.status).toBe('rejected')
    const held = await add(onRamp)
    expect(held.body.status).toBe('held')
    expect((await add(onRamp)).body.status).toBe('pending')
    const { body } = await list('queryPaymentRails', { railid: held.body.railid })
    expect(body.rails[0].hold.reason).toBe('edd_required')
  })
})

test('lists take an empty body, and refuse a cursor that is none', async () => {
  const { body } = await list('queryPaymentRails')
  expect(body).toMatchObject({ result: 'ok', next_cursor: null })
  expect(body.rails.length).toBeGreaterThan(0)
  expect((await list('queryPayments')).body).toMatchObject({ result: 'ok', payments: [], next_cursor: null })
  for (const name of ['queryPaymentRails', 'queryPayments']) {
    expect((await list(name, { cursor: 'nonsense' })).body.code).toBe('invalid_cursor')
    expect((await list(name, { status: 'nonsense' })).body.details.field).toBe('status')
    expect((await list(name, { railid: 'nonsense' })).status).toBe(200)
  }
})

test('the status says what of rails works here', async () => {
  const { body } = await get(`${service.base}client/status`)
  expect(body.services.find((one: { service: string }) => one.service === 'rails')).toEqual({
    service: 'rails',
    status: 'offline', // no bank
    notice: null,
  })
})
