import { readCamt, type Statement } from '@specie/payments/camt.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../chains/story.ts'
import { type Client, get, sandbox } from '../client.ts'
import { frozen, reaches } from '../holds/story.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { check } from '../checks.ts'

let uat: Uat
beforeAll(async () => {
  uat = await startUat()
})
afterAll(async () => {
  expect((await check(uat.database.app)).filter((row) => !row.ok)).toEqual([])
  await uat.end()
})

const swiss = 'CH93 0076 2011 6238 5295 7'
const sandboxControl = (path: string, ask: unknown) => sandbox(uat.service.origin, path, ask)

/** An institution with wired money and a bank account. */
async function funded(amount: string, currency = 'CHF', identifier = swiss): Promise<Client> {
  const client = await uat.onboard()
  const wire = { institutionid: client.institutionid, currency, amount }
  expect((await sandboxControl('wires', wire)).status).toBe(200)
  const bank = { institutionid: client.institutionid, label: 'main', currency, identifier, name: 'Acme Treasury AG' }
  expect((await sandboxControl('bankaccounts', bank)).status).toBe(200)
  await uat.pass(60)
  return client
}

const balance = async (client: Client, asset: string) =>
  (await uat.call(client, 'accountBalance')).body.balances.find((entry: { asset: string }) => entry.asset === asset)

const withdraw = (client: Client, quantity: string, over: Record<string, string> = {}) =>
  uat.call(client, 'withdraw', { asset: 'CHF', quantity, destination: 'main', ...over })

const withdrawal = async (client: Client, withdrawalid: string) =>
  (await uat.call(client, 'queryWithdrawals', { withdrawalid })).body.withdrawals[0]

/** An order leaves, the bank pays it, and its notification arrives: some minutes of settlement time. */
async function finished(client: Client, withdrawalid: string) {
  for (let minutes = 0; minutes < 60; minutes += 1) {
    const row = await withdrawal(client, withdrawalid)
    if (row.status !== 'pending') return row
    await uat.pass(60)
  }
  throw new Error(`withdrawal ${withdrawalid} does not end`)
}

describe('depositAddress', () => {
  test('gives bank details with the caller’s own reference, the same each time', async () => {
    const client = await uat.onboard()
    const { status, body } = await uat.call(client, 'depositAddress', { asset: 'CHF' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      asset: 'CHF',
      blockchain: null,
      address: null,
      iban: expect.stringMatching(/^CH\d\d3[01]/),
      reference: expect.stringMatching(/^\d{27}$/),
      currency: 'CHF',
    })
    expect((await uat.call(client, 'depositAddress', { asset: 'CHF' })).body.reference).toBe(body.reference)
    const pounds = (await uat.call(client, 'depositAddress', { asset: 'GBP' })).body
    expect(pounds).toMatchObject({ sortcode: '04-00-80', accountnumber: expect.stringMatching(/^\d{8}$/) })
    const other = await uat.call(await uat.onboard(), 'depositAddress', { asset: 'GBP' })
    expect(other.body.accountnumber).not.toBe(pounds.accountnumber)
  })

  test.each([
    [{ asset: 'XYZ' }, 'unknown_asset'],
    [{ asset: 'CHF', blockchain: 'ETH' }, 'unknown_blockchain'],
    [{ asset: 'VGBP', blockchain: 'ARB' }, 'unknown_blockchain'],
    [{ asset: 'VCHF' }, 'bad_request'],
    [{}, 'bad_request'],
  ])('%j: %s', async (fields, code) => {
    const { status, body } = await uat.call(await uat.onboard(), 'depositAddress', fields)
    expect([status, body.code]).toEqual([400, code])
  })
})

describe('money in and out', () => {
  test('a wire is credited, a withdrawal is paid, and both are on the lists and the statement', async () => {
    const client = await funded('1000.50')
    expect(await balance(client, 'CHF')).toEqual({ asset: 'CHF', available: '1000.5', pending: '0' })
    const { deposits } = (await uat.call(client, 'queryDeposits')).body
    expect(deposits).toMatchObject([
      { asset: 'CHF', quantity: '1000.5', credited: '1000.5', status: 'credited', hold: null },
    ])
    expect((await uat.call(client, 'queryDeposits', { bankref: deposits[0].bankref })).body.deposits.length).toBe(1)

    const { status, body } = await withdraw(client, '400.25')
    expect(status).toBe(200)
    expect(body).toMatchObject({ result: 'ok', txids: [], fee: '0', fee_currency: 'CHF', validated: false })
    const paid = await finished(client, body.withdrawalid)
    expect(paid).toMatchObject({ status: 'completed', quantity: '400.25', destination: 'main', reason: null })
    expect(paid.bankref).toEqual(expect.any(String))
    expect(await balance(client, 'CHF')).toEqual({ asset: 'CHF', available: '600.25', pending: '0' })
    const { transfers } = (await uat.call(client, 'queryTransfers')).body
    expect(transfers.map((row: any) => [row.type, row.status, row.counterparty])).toEqual([
      ['withdrawal', 'completed', 'main'],
      ['deposit', 'credited', deposits[0].counterparty],
    ])
    expect(deposits[0].counterparty).toBe('Acme Treasury AG')
    const late = await uat.call(client, 'cancelWithdrawal', { withdrawalid: body.withdrawalid })
    expect([late.status, late.body.code]).toEqual([400, 'not_cancelable'])

    const period = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }
    const json = (await uat.call(client, 'statement', period)).body
    const [came, went] = [
      { ref: deposits[0].depositid, reftype: 'depositid', bankref: deposits[0].bankref },
      { ref: body.withdrawalid, reftype: 'withdrawalid', bankref: paid.bankref },
    ]
    expect(json.statements).toMatchObject([
      {
        asset: 'CHF',
        opening: '0',
        closing: '600.25',
        movements: [
          { amount: '1000.5', balance: '1000.5', ...came },
          { amount: '-400.25', balance: '600.25', ...went },
        ],
      },
    ])
    const csv = (await uat.call(client, 'statement', { ...period, format: 'csv' })).body
    expect(csv.documents[0].content.trim().split('\r\n').length).toBe(5)
    const camt = (await uat.call(client, 'statement', { ...period, format: 'camt053' })).body
    const [statement] = readCamt(camt.documents[0].content) as Statement[]
    expect(statement).toMatchObject({ currency: 'CHF', opening: 0n, closing: 60_025n, sequence: 1n })
    expect(statement!.entries).toMatchObject([
      { counterparty: { name: 'Acme Treasury AG' }, unstructured: expect.stringContaining(came.ref) },
      { counterparty: { name: 'Acme Treasury AG' }, unstructured: expect.stringContaining(went.ref) },
    ])
    for (const { bankref } of [came, went])
      expect(camt.documents[0].content).toContain(`<Refs><AcctSvcrRef>${bankref}</AcctSvcrRef>`)
    const odd = await uat.call(client, 'statement', { from: period.to, to: period.from })
    expect([odd.status, odd.body.details.field]).toEqual([400, 'to'])
    const ahead = { from: '2099-01-01T00:00:00Z', to: '2099-02-01T00:00:00Z' }
    const future = await uat.call(client, 'statement', ahead)
    expect([future.status, future.body.details]).toEqual([400, { field: 'from', rule: 'not_begun' }])
    expect(future.body.message).toMatch(/Name a `from` before 20/)
  })

  test('a statement shown before the bank’s payment never changes, and a later one has the bank’s reference', async () => {
    const client = await funded('1000')
    const requested = async (period: { from: string; to: string }) =>
      (await uat.call(client, 'statement', { ...period, format: 'camt053' })).body
    const { early, withdrawalid } = await frozen(uat, ['banking.payouts'], async () => {
      const { withdrawalid } = (await withdraw(client, '400')).body
      await reaches(uat, 'withdrawal', withdrawalid, 'sending')
      return { early: await requested({ from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }), withdrawalid }
    })
    const { bankref } = await finished(client, withdrawalid)
    const again = await requested({ from: early.from, to: early.to })
    expect(again.documents).toEqual(early.documents)
    expect(again.documents[0].content).not.toContain(bankref)
    const late = await requested({ from: early.from, to: '2099-01-01T00:00:00Z' })
    expect(late.documents[0].content).toContain(bankref)
  })

  test('pounds go to a sort code and account', async () => {
    const client = await funded('50', 'GBP', '04-00-80 10000046')
    const { body } = await uat.call(client, 'withdraw', { asset: 'GBP', quantity: '20', destination: 'main' })
    // The bank reported another name: the account is stored, but not paid to.
    expect([body.code, body.details.reason]).toEqual(['bank_account_not_registered', 'payee_not_confirmed'])
    const right = {
      institutionid: client.institutionid,
      label: 'right',
      currency: 'GBP',
      identifier: '040080/10000046',
    }
    const named = await sandboxControl('bankaccounts', { ...right, name: 'Alder and Wren Trading Limited' })
    expect(named.body).toMatchObject({ label: 'right', confirmation: { result: 'match' }, usable: true })
    const paid = await uat.call(client, 'withdraw', {
      asset: 'GBP',
      quantity: '20',
      destination: named.body.bankaccountid,
    })
    expect((await finished(client, paid.body.withdrawalid)).status).toBe('completed')
    expect(await balance(client, 'GBP')).toEqual({ asset: 'GBP', available: '30', pending: '0' })
  })

  test.each(['reject_payment', 'return_payment'])(
    '%s: failed with the reason, and the money is returned',
    async (next) => {
      const client = await funded('100')
      expect((await sandboxControl('counterparts/bank', { next, reason: 'AC04' })).status).toBe(200)
      const { body } = await withdraw(client, '60')
      // A return arrives on one of the next days.
      const row = await until(
        async () => (await uat.pass(6 * 3_600), withdrawal(client, body.withdrawalid)),
        ({ status }) => status === 'failed',
      )
      expect(row.reason).toContain('AC04')
      expect(await balance(client, 'CHF')).toEqual({ asset: 'CHF', available: '100', pending: '0' })
    },
  )

  test.each(['accept_then_timeout', 'timeout'])('the bank answers with a %s: still paid once (E1)', async (next) => {
    const client = await funded('100')
    expect((await sandboxControl('counterparts/bank', { next })).status).toBe(200)
    const { body } = await withdraw(client, '60')
    expect((await finished(client, body.withdrawalid)).status).toBe('completed')
    expect(await balance(client, 'CHF')).toEqual({ asset: 'CHF', available: '40', pending: '0' })
  })

  test('a repetition gets the same answer, is marked, and pays once', async () => {
    const client = await funded('100')
    const first = await withdraw(client, '10', { clreqid: 'payroll-1' })
    const again = await withdraw(client, '10', { clreqid: 'payroll-1' })
    expect(first.headers.get('x-app-replayed')).toBeNull()
    expect(again.headers.get('x-app-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await withdraw(client, '11', { clreqid: 'payroll-1' })
    expect([other.status, other.body.code]).toEqual([400, 'duplicate_clreqid'])
    expect((await balance(client, 'CHF')).available).toBe('90')
    await finished(client, first.body.withdrawalid)
  })
})

describe('refusals', () => {
  test.each([
    [{ asset: 'XYZ' }, 400, 'unknown_asset', undefined],
    [{ quantity: '1e3' }, 400, 'bad_request', 'quantity'],
    [{ quantity: '0' }, 400, 'bad_request', 'quantity'],
    [{ quantity: '1.001' }, 400, 'bad_request', 'quantity'],
    [{ color: 'red' }, 400, 'bad_request', 'color'],
    [{ clreqid: 'spaces are not allowed' }, 400, 'bad_request', 'clreqid'],
    [{ destination: 'nowhere' }, 403, 'bank_account_not_registered', 'destination'],
    [{}, 400, 'insufficient_balance', undefined],
  ])('withdraw with %j: %i %s', async (over, status, code, field) => {
    const client = await uat.onboard()
    const ask = { institutionid: client.institutionid, label: 'main', currency: 'CHF', identifier: swiss, name: 'Acme' }
    await sandboxControl('bankaccounts', ask)
    const answer = await withdraw(client, '1', over)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (field) expect(answer.body.details.field).toBe(field)
  })

  test('a key without the scope may read but not pay', async () => {
    const client = await uat.onboard()
    await uat.database.owner.query(`update access.api_key set scopes = '{read}' where institution_id = $1`, [
      client.institutionid,
    ])
    expect((await withdraw(client, '1')).body).toMatchObject({ code: 'scope_missing', details: { scope: 'withdraw' } })
    expect((await uat.call(client, 'cancelWithdrawal', { withdrawalid: 'x' })).body.code).toBe('scope_missing')
    expect((await uat.call(client, 'queryWithdrawals')).status).toBe(200)
  })

  test.each(['queryDeposits', 'queryWithdrawals', 'queryTransfers'])('%s: the shared query rules', async (name) => {
    const client = await uat.onboard()
    const empty = await uat.call(client, name)
    expect(empty.status).toBe(200)
    expect(empty.body.next_cursor).toBeNull()
    expect((await uat.call(client, name, { limit: '501' })).body.details.field).toBe('limit')
    expect((await uat.call(client, name, { cursor: 'nonsense' })).body.code).toBe('invalid_cursor')
    expect((await uat.call(client, name, { sort: 'up' })).body.details.field).toBe('sort')
    expect((await uat.call(client, name, { from: 'yesterday' })).body.details.field).toBe('from')
    const [from, to] = ['2026-11-02T00:00:00Z', '2026-11-01T00:00:00Z']
    const reversed = await uat.call(client, name, { from, to })
    expect([reversed.status, reversed.body.details]).toEqual([400, { field: 'to', rule: 'after_from' }])
    expect((await uat.call(client, name, { from, to: from })).status).toBe(200)
  })

  test.each([
    [{ identifier: 'CH94 0076 2011 6238 5295 7' }, 'identifier', 'account_checksum'],
    [{ identifier: '12-34-56 1' }, 'identifier', 'account_checksum'],
    [{ label: '' }, 'label', 'invalid_format'],
    [{ currency: 'EUR' }, 'currency', 'invalid_value'],
  ])('a bank account with %j', async (over, field, rule) => {
    const { institutionid } = await uat.onboard()
    const ask = { institutionid, label: 'main', currency: 'CHF', identifier: swiss, name: 'Acme', ...over }
    const { status, body } = await sandboxControl('bankaccounts', ask)
    expect([status, body.details.field, body.details.rule]).toEqual([400, field, rule])
  })
})

test('the bank and the ledger agree (L7)', async () => {
  const { accounts } = (await get(`${uat.counterparts.origin}/bank/control/state`)).body
  const ledger = await uat.database.app.query<{ asset: AssetCode; balance: bigint }>(
    `select asset, balance from ledger.account where pool = 'client' and name = 'bank'`,
  )
  expect(ledger.length).toBe(2)
  for (const { asset, balance: minor } of ledger) {
    const own = { purpose: 'client_money', currency: asset, balance: formatAmount({ asset, minor }) }
    expect(accounts).toContainEqual(expect.objectContaining(own))
  }
})
