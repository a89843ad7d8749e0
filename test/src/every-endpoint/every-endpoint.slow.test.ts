import { randomUUID } from 'node:crypto'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Client } from '../client.ts'
import { onRamp } from '../rails/rails.ts'
import type { Uat } from '../programs/uat.ts'
import { aWalk, done, everyTable, type Fields, order, send, symbol, vaults, wire } from './world.ts'

// Over all calls of the protocol's table: a new one must be covered too.

let uat: Uat
let acme: Client
let other: Client

beforeAll(async () => {
  ;({ uat, acme } = await aWalk())
  other = await uat.onboard()
  // From here on there are no background changes: every change is caused by a call.
  await uat.restart({ SPECIE_ROLE: 'api' })
})
afterAll(() => uat.end())

const signed = endpoints.filter((one) => one.access === 'signed')

describe('validate=true', () => {
  const writes = signed.filter((one) => one.needs.scope !== 'read')
  const mint = { asset: 'VCHF', blockchain: 'BASE', quantity: '10000' }
  const coins = { asset: 'VCHF', quantity: '100', destination: vaults[0], blockchain: 'BASE' }
  const exchange = { from_currency: 'CHF', to_currency: 'VCHF', quantity: '100', min_received: '1' }
  const quote = { symbol, side: 'Buy', orderqty: '10' }
  const rail = () => onRamp('VCHF', 'BASE', vaults[0])
  const unknown = { withdrawalid: randomUUID() }
  const settled = async () =>
    (await done(uat, acme, 'querySupplyChanges', { type: 'mint', status: 'settled' })).supplychanges[0]

  type Case = {
    /** Accepted requests; made anew each time. */
    taken: readonly (() => Fields | Promise<Fields>)[]
    /** Refused requests, for any reason. */
    refused: readonly (() => Fields | Promise<Fields>)[]
  }

  const cases: Record<string, Case> = {
    addOrder: {
      taken: [() => order('10', '1.001'), () => order('10', '0.999', { side: 'Sell' })],
      refused: [
        () => order('10', '1.001', { symbol: 'VCHF/XYZ' }),
        () => order('0.01', '1.001'),
        () => order('10', '0.9991'),
        () => order('5001', '1.001'),
        () => order('10', '2'),
        () => order('10', '1.001', { symbol: 'VGBP/GBP', side: 'Sell' }),
      ],
    },
    requestQuote: {
      taken: [() => quote],
      refused: [() => ({ ...quote, symbol: 'X/Y' }), () => ({ ...quote, orderqty: '5001' })],
    },
    convert: {
      taken: [
        () => exchange,
        async () => ({ quoteid: (await done(uat, acme, 'requestQuote', quote)).quoteid }),
        () => ({ from_currency: 'VCHF', to_currency: 'CHF', quantity: '50', min_received: '1' }),
      ],
      refused: [
        () => ({ quoteid: randomUUID() }),
        () => ({ ...exchange, min_received: '5000' }),
        () => ({ ...exchange, from_currency: 'XYZ' }),
        () => ({ ...exchange, from_currency: 'VGBP', to_currency: 'GBP', quantity: '7' }),
      ],
    },
    withdraw: {
      taken: [() => wire('5'), () => coins],
      refused: [
        () => wire('99000000'),
        () => ({ ...wire('5'), destination: 'nowhere' }),
        () => ({ ...wire('5'), asset: 'GBP' }),
        () => ({ ...coins, quantity: '0.01' }),
        () => ({ ...coins, quantity: '49999999' }),
        () => ({ ...coins, destination: '0x000000000000000000000000000000000000dEaD' }),
      ],
    },
    cancelWithdrawal: {
      taken: [async () => ({ withdrawalid: (await done(uat, acme, 'withdraw', wire('6'))).withdrawalid })],
      refused: [
        () => unknown,
        async () => {
          const { withdrawalid } = await done(uat, acme, 'withdraw', wire('7'))
          await done(uat, acme, 'cancelWithdrawal', { withdrawalid })
          return { withdrawalid }
        },
      ],
    },
    mintTokens: {
      taken: [
        () => mint,
        () => ({ ...mint, destination: vaults[1] }),
        () => ({ ...mint, fulfilment: 'trade', quantity: '2000' }),
        () => ({ ...mint, funding_currency: 'ETH' }),
      ],
      refused: [
        () => ({ ...mint, quantity: '1' }),
        () => ({ ...mint, quantity: '900000000' }),
        () => ({ ...mint, blockchain: 'CELO' }),
        () => ({ ...mint, destination: 'nowhere' }),
        () => ({ ...mint, asset: 'VGBP', fulfilment: 'issuance' }),
        () => ({ ...mint, funding_currency: 'ETH', max_spent: '0.1' }),
      ],
    },
    cancelMint: {
      taken: [
        async () => ({
          requestid: (await done(uat, acme, 'mintTokens', { ...mint, funding_currency: 'ETH' })).requestid,
        }),
      ],
      refused: [() => ({ requestid: randomUUID() }), async () => ({ requestid: (await settled()).requestid })],
    },
    redeemTokens: {
      taken: [() => ({ ...mint, quantity: '1000' }), () => ({ ...mint, quantity: '1000', bankaccount: 'account 1' })],
      refused: [
        () => ({ ...mint, quantity: '800000' }),
        () => ({ ...mint, quantity: '1000', bankaccount: 'nowhere' }),
        () => ({ ...mint, quantity: '0.01' }),
      ],
    },
    addPaymentRail: {
      taken: [rail, () => ({ ...rail(), instructions: { asset: 'VCHF', currency: 'GBP', blockchain: 'BASE' } })],
      refused: [() => onRamp('VCHF', 'BASE', 'nowhere'), () => ({ ...rail(), bankaccount: { destination: 'x' } })],
    },
  }

  beforeAll(async () => {
    await uat.database.owner.query(
      `insert into compliance.switch (what, reason, actor, at) values ('mint:VGBP', 'x', 'y', now())`,
    )
  })

  /** The content of an answer, without its ids and time, and without the fields of validated requests only. */
  function saying(name: string, { status, body }: Answer): unknown {
    const result = { ...body }
    const more = name === 'addPaymentRail' ? ['fee', 'fee_currency', 'payment_fee_bps'] : []
    for (const field of ['timestamp', 'traceid', 'validated', 'limits', ...more]) delete result[field]
    const ids = ['requestid', 'withdrawalid', 'quoteid', 'conversionid', 'railid', 'txid', 'expires_at']
    for (const name of ids) if (name in result) result[name] = null
    if ('order' in result) result.order = { ...result.order, ordid: null, clordid: null }
    return { status, ...result, clreqid: null }
  }

  const validated = (name: string, fields: Fields) =>
    send(uat, acme, name, { ...fields, validate: name === 'addPaymentRail' ? true : 'true' })

  /** Under its own id, if the call has one next to its fields. */
  const named = (fields: Fields): Fields => ('clordid' in fields ? fields : { ...fields, clreqid: randomUUID() })

  /** The same, and with other content. */
  const changed = (name: string, fields: Fields): Fields => {
    if (name === 'addOrder') return { ...fields, orderqty: '11' }
    if (name === 'cancelWithdrawal') return { ...fields, withdrawalid: randomUUID() }
    if (name === 'cancelMint') return { ...fields, requestid: randomUUID() }
    if (name === 'addPaymentRail') return { ...fields, wallet: { destination: vaults[1] } }
    if (name === 'requestQuote') return { ...fields, orderqty: '11' }
    if ('quoteid' in fields) return { ...exchange, clreqid: fields['clreqid'] }
    return { ...fields, quantity: name === 'mintTokens' ? '10001' : '1001' }
  }

  /** The call answers, and no row of the database changes. */
  async function withoutTrace(name: string, fields: Fields): Promise<Answer> {
    const before = await everyTable(uat.database)
    const answer = await validated(name, fields)
    expect(await everyTable(uat.database)).toEqual(before)
    return answer
  }

  test('is accepted by every write, and each has a case', () => {
    expect(Object.keys(cases).toSorted()).toEqual(writes.map(({ name }) => name).toSorted())
    for (const { name, request, response } of writes) {
      expect([name, Object.keys(request.shape)]).toEqual([name, expect.arrayContaining(['validate'])])
      const result = Object.keys(response.shape)
      expect([name, result]).toEqual([name, expect.arrayContaining(['validated', 'limits'])])
    }
  })

  test.each(Object.keys(cases))('%s: a validated request is then carried out, under the same id', async (name) => {
    for (const fieldsOf of cases[name]!.taken) {
      const fields = named(await fieldsOf())
      const result = await withoutTrace(name, fields)
      expect([result.status, result.body]).toMatchObject([200, { validated: true, limits: expect.any(Array) }])
      expect(result.headers.get('x-app-replayed')).toBeNull()
      expect((result.body.order ?? result.body).fee).toMatch(/^\d+(\.\d+)?$/)
      const real = await send(uat, acme, name, fields)
      expect([real.status, real.body.validated, real.body.limits]).toEqual([200, false, undefined])
      expect(real.headers.get('x-app-replayed')).toBeNull()
      expectSame(name, result, real)
      const again = await withoutTrace(name, fields)
      expect([again.headers.get('x-app-replayed'), again.body.validated]).toEqual(['true', true])
      expect({ ...again.body, validated: false, limits: undefined }).toMatchObject(real.body)
      const another = await withoutTrace(name, changed(name, fields))
      expect([another.status, another.body.code]).toEqual([400, expect.stringMatching(/^duplicate_cl(ord|req)id$/)])
    }
  })

  /** A validated cancellation shows its subject, and that it is free. */
  function expectSame(name: string, result: Answer, real: Answer): void {
    if (name.startsWith('cancel')) return expect([result.body.status, result.body.fee]).toEqual(['pending', '0'])
    expect(saying(name, result)).toEqual(saying(name, real))
  }

  test.each(Object.keys(cases))('%s: a refused request is refused the same way', async (name) => {
    for (const fieldsOf of cases[name]!.refused) {
      const fields = await fieldsOf()
      const result = await withoutTrace(name, fields)
      const real = await send(uat, acme, name, fields)
      const refusal = result.body.error?.code ?? result.body.code ?? result.body.status
      expect([fields, refusal]).toEqual([fields, expect.stringMatching(/^(?!pending|completed|Filled)/)])
      expect([fields, saying(name, result)]).toEqual([fields, saying(name, real)])
    }
  })
})

test('a redemption shows its proceeds, and the bank’s reference of its payment', async () => {
  const { supplychanges } = await done(uat, acme, 'querySupplyChanges', { type: 'redeem', status: 'settled' })
  expect(supplychanges).toMatchObject([
    {
      quantity: '5000',
      received: '5000',
      received_currency: 'CHF',
      bankref: expect.any(String),
      destination: 'account 0',
    },
  ])
  const [payout] = await uat.database.app.query<{ amount: bigint }>(
    `select amount from banking.entry where bankref = $1 and direction = 'debit'`,
    [supplychanges[0].bankref],
  )
  expect(payout!.amount).toBe(500_000n)
})

test('the bank accounts of an institution are listed, and found by their filters', async () => {
  const row = { label: 'account 0', currency: 'CHF', name: 'Acme Treasury AG', status: 'active' }
  expect((await done(uat, acme, 'bankAccounts', { label: 'account 0' })).accounts).toMatchObject([
    { ...row, accountid: expect.any(String), identifier: 'CH9300762011623852957' },
  ])
  expect((await done(uat, acme, 'bankAccounts')).accounts).toHaveLength(2)
  expect((await done(uat, acme, 'bankAccounts', { currency: 'GBP' })).accounts).toEqual([])
  expect((await done(uat, acme, 'bankAccounts', { status: 'disabled' })).accounts).toEqual([])
  expect((await done(uat, other, 'bankAccounts')).accounts).toEqual([])
})

test('keyInfo has the limits of every request', async () => {
  const { limits } = await done(uat, acme, 'keyInfo')
  expect(limits).toContainEqual({ limit: 'operation_maximum', asset: 'VCHF', left: '1000000000', resets_at: null })
})

describe('a cursor', () => {
  const queries = signed.filter(({ request }) => 'cursor' in request.shape)
  const call = (name: string, fields: Fields, client = acme) => uat.call(client, name, fields)
  const rowsOf = (body: any): any[] => Object.values(body).find((one) => Array.isArray(one)) as any[]
  const refused = { status: 400, body: { code: 'invalid_cursor' } }
  const first = async (name: string): Promise<{ cursor: string; row: unknown }> => {
    const { status, body } = await call(name, { limit: '1' })
    expect([name, status, rowsOf(body).length, body.next_cursor]).toEqual([name, 200, 1, expect.any(String)])
    return { cursor: body.next_cursor, row: rowsOf(body)[0] }
  }

  test.each(queries.map(({ name }) => name))('of %s continues there, with pages of any length', async (name) => {
    const { cursor, row } = await first(name)
    const { status, body } = await call(name, { cursor, limit: '2' })
    expect([status, rowsOf(body)[0]]).toEqual([200, expect.anything()])
    expect(rowsOf(body)).not.toContainEqual(row)
  })

  test.each(queries.map(({ name }) => name))('of %s is invalid for another institution', async (name) => {
    const { cursor } = await first(name)
    expect(await call(name, { cursor }, other)).toMatchObject(refused)
  })

  test.each(queries.map(({ name }) => name))('of %s is invalid for another call', async (name) => {
    const { cursor } = await first(name)
    for (const another of queries.filter((one) => one.name !== name))
      expect([another.name, await call(another.name, { cursor })]).toMatchObject([another.name, refused])
  })

  const period = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
  const texts = ['clordid', 'clreqid', 'label', 'symbol', 'txid', 'railid', 'withdrawalid']
  const filters: Fields = {
    ...period,
    sort: 'asc',
    asset: 'VCHF',
    ...Object.fromEntries(texts.map((field) => [field, 'another'])),
  }
  // Events have no filters.
  const filtered = queries.filter(({ request }) => 'sort' in request.shape)
  test.each(filtered.map(({ name, request }) => [name, Object.keys(request.shape)] as const))(
    'of %s is invalid with other filters',
    async (name, fields) => {
      const { cursor } = await first(name)
      const tried = fields.filter((field) => field in filters)
      expect(tried).toEqual(expect.arrayContaining(['from', 'to', 'sort']))
      for (const field of tried)
        expect([field, await call(name, { cursor, [field]: filters[field] })]).toMatchObject([field, refused])
      // The default sort, written explicitly, changes nothing.
      expect((await call(name, { cursor, sort: 'desc' })).status).toBe(200)
    },
  )

  test('keeps its position while rows are added', async () => {
    const all = rowsOf((await call('queryOrders', {})).body).map(({ ordid }) => ordid)
    const seen: string[] = []
    for (let cursor: string | null = null; ;) {
      const { body } = await call('queryOrders', { limit: '3', ...(cursor === null ? {} : { cursor }) })
      seen.push(...body.orders.map(({ ordid }: { ordid: string }) => ordid))
      await done(uat, acme, 'addOrder', order('10', '1.001'))
      if ((cursor = body.next_cursor) === null) break
    }
    expect(seen).toEqual(all)
  })
})
