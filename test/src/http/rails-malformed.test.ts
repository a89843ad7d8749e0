import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { acme, add, changed, count, offRamp, onRamp, refused, send, useRailsDoor } from './rails-door.ts'

// The endpoints of payment rails: a malformed request is a 400 that names the field and leaves no row.

useRailsDoor()

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
/** Free text fields, and their maximum lengths. */
const texts: Record<string, number> = {
  'sender.partyname.name': 140,
  'recipient.partyname.name': 140,
  'wallet.destination': 128,
  'wallet.memo': 64,
  'instructions.asset': 16,
  'instructions.currency': 16,
  'instructions.blockchain': 16,
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

  test('a long client id', async () => {
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

  test.each(Object.values(hostile))('%j at the end is not silently removed', async (character) => {
    await refused(add(changed(onRamp, 'sender.partyname.name', `Acme${character}`)), 'sender.partyname.name')
  })

  test('half a surrogate pair, escaped or not', async () => {
    const text = JSON.stringify(onRamp).replace('Acme Treasury AG', 'Acme \\ud800')
    const answer = await refused(send(text, onRamp), undefined)
    expect(answer.body).toMatchObject({
      details: { rule: 'syntax' },
      message: expect.stringMatching(/surrogate.*position/),
    })
  })

  test.each(['color', '__proto__', 'constructor', 'toString'])('an unknown field %s', async (name) => {
    const text = JSON.stringify(onRamp).replace('{', `{${JSON.stringify(name)}:"x",`)
    await refused(send(text, JSON.parse(text)), name)
    const nested = JSON.stringify(onRamp).replace('"partyname":{', `"partyname":{${JSON.stringify(name)}:"x",`)
    const answer = await send(nested, JSON.parse(nested))
    expect([answer.status, answer.body.code, answer.body.details.rule]).toEqual([400, 'bad_request', 'unknown_field'])
    expect(answer.body.details.field.split('.').at(-1)).toBe(name)
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
      const answer = await refused(send(twice, onRamp), undefined)
      expect(answer.body.message).toMatch(/The key "(railtype|name)" appears twice/)
    }
  })

  test('nested too deep', async () => {
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`
    const text = JSON.stringify(onRamp).replace('"Acme Treasury AG"', deep)
    const answer = await refused(send(text, onRamp), undefined)
    expect(answer.body.message).toMatch(/Nested deeper/)
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
    const answer = await send(text, {}, acme, type)
    expect([answer.status, answer.body.details?.field], JSON.stringify(answer.body)).toEqual([
      400,
      name === 'nothing' ? 'railtype' : field,
    ])
  })

  test('an oversized body', async () => {
    expect((await send(`{"x":"${'x'.repeat(20_000)}"}`, {})).status).toBe(413)
  })
})
