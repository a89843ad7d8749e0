import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { halt } from '@specie/service/chains/outbox/halts.ts'
import { advanceDeposits } from '@specie/service/transfers/deposit/job.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { equip, seen } from '../chains/chain-rows.ts'
import { newInstitution } from '../institution.ts'
import { failedByHand } from '../sender.ts'
import { expectInstitutionsNamed } from './named-institutions.ts'
import { operatorOf, requestIn } from './operator.ts'
import { railOf } from './money-rows.ts'
import { type Served, servePeople } from './served.ts'

// Commands of operators about bank, rails, trading, chains and deposits: over the console, each with their own token.

let served: Served
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())

const as = (...roles: StaffRole[]) => operatorOf(served, ...roles)

/** A request of operations that treasury approves: the output of the second person. */
async function together(...words: string[]) {
  const request = await (await as('operations')).run(...words)
  // An impossible request is refused at once.
  if (request.code !== 0) return request
  return (await as('treasury')).run('approvals', 'approve', requestIn(request.said))
}

async function lastEntry(action: string) {
  const auditor = await as('auditor')
  return (await auditor.json('audit', 'search', '--action', action, '--limit', '1')).items[0]
}

const account = ['client_money', 'CHF', 'CH93 0076 2011 6238 5295 7', 'UATBCHZZXXX', '--name', 'Specie Clients']

test('an account of ours is known once two people have registered it; the audit names both', async () => {
  const operator = await as('operations')
  expect(await operator.done('bank', 'accounts')).toBe('There are none.')
  const request = await operator.done('bank', 'account', ...account, 'the', 'new', 'bank')
  expect(request).toMatch(
    /^Register CH9300762011623852957 as our account for client money in CHF: request \S+ waits for a second approver/,
  )
  expect(await operator.done('bank', 'accounts')).toBe('There are none.')
  expect(await operator.run('approvals', 'approve', requestIn(request))).toMatchObject({ code: 1 })
  await (await as('treasury')).done('approvals', 'approve', requestIn(request))
  expect((await operator.json('bank', 'accounts')).items).toEqual([
    {
      iban: 'CH9300762011623852957',
      purpose: 'client_money',
      currency: 'CHF',
      bic: 'UATBCHZZXXX',
      name: 'Specie Clients',
      qriban: null,
      sortcode: null,
      account: null,
    },
  ])
  const entry = await lastEntry('bank_account.told')
  expect(entry).toMatchObject({ actor: expect.stringMatching(/^person:/), subject: 'CH9300762011623852957' })
  expect(entry.detail).toContainEqual({ name: 'maker', values: [expect.stringMatching(/^person:/)] })
  const [, ...rest] = account
  expect(await together('bank', 'account', 'house', ...rest, 'a', 'mistake')).toMatchObject({
    code: 1,
    said: expect.stringContaining('CH9300762011623852957 is already registered as client_money in CHF.'),
  })
})

test.each([
  ['savings', 'CHF', 'CH9300762011623852957', 2, /"savings" is not one of client_money, reserve, house/],
  ['reserve', 'EUR', 'CH9300762011623852957', 2, /"EUR" is not one of CHF, GBP/],
  ['reserve', 'CHF', 'CH9300762011623852958', 1, /iban: not an IBAN; its check digits or its length are wrong/],
])('an account for %s in %s with %s cannot be requested', async (purpose, currency, iban, exit, sentence) => {
  const words = ['bank', 'account', purpose, currency, iban, 'UATBCHZZXXX', 'why', '--name', 'X']
  const { code, said } = await (await as('operations')).run(...words)
  expect([code, said]).toEqual([exit, expect.stringMatching(sentence)])
})

test('the list of pairs shows why one is offline, and the desk’s trades', async () => {
  const { owner } = served.database
  await owner.query(
    `insert into markets.rate (symbol, units, decimals, source, at, received_at, doubt)
     values ('ETH/CHF', 2950, 0, 'test', now(), now(), 'it jumped from 2950 to 3'), ('ETH/GBP', 2622, 0, 'test', now(), now(), null)`,
  )
  await owner.query(`insert into trading.desk_flow values ('ETH/GBP', now(), -1500000000000000000, 393300)`)
  const output = await (await as('treasury')).done('trading', 'pairs')
  expect(output).toMatch(/\nETH\/CHF +offline: the reference rate ETH\/CHF is in doubt: it jumped from 2950 to 3\n/)
  expect(output).toMatch(/\nVCHF\/ETH +offline: the reference rate ETH\/CHF is in doubt: /)
  expect(output).toMatch(/\nETH\/GBP +online; desk, net: -1\.5 ETH, 3933 GBP$/)
  await owner.query('truncate markets.rate, trading.desk_flow')
})

test('a pair is halted by one person, and resumed by two', async () => {
  const operator = await as('operations')
  expect(await operator.done('trading', 'halt', 'VCHF/CHF', 'odd', 'prices')).toBe('VCHF/CHF is halted.')
  expect(await operator.done('trading', 'halt', 'VCHF/CHF', 'odd', 'prices')).toMatch(/was halted for that reason/)
  expect(await operator.done('trading', 'pairs')).toMatch(/^VCHF\/CHF +halted: odd prices\nVGBP\/GBP +online\n/)
  const entry = await lastEntry('pair.halted')
  expect(entry).toMatchObject({ actor: expect.stringMatching(/^person:/), subject: 'VCHF/CHF' })
  expect(entry.detail).toContainEqual({ name: 'session', values: [operator.sessionId] })
  expect(await together('trading', 'resume', 'VCHF/CHF', 'looked', 'at')).toMatchObject({ code: 0 })
  expect(await operator.done('trading', 'pairs')).toMatch(/^VCHF\/CHF +online\n/)
  expect(await operator.run('trading', 'halt', 'DOGE/CHF', 'why')).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^unknown_symbol: /),
  })
})

test('the quotes of a venue are used once two people agree; no one else can, not even with the database', async () => {
  const institution = await newInstitution(served.database.app)
  const alone = served.database.app.query(
    `insert into trading.venue (name, institution_id, created_at) values ('gamma', $1, now())`,
    [institution],
  )
  await expect(alone).rejects.toThrow('venue.register needs their approval')
  expect(await together('trading', 'venue', 'gamma', institution, 'better', 'prices')).toMatchObject({ code: 0 })
  expect(await (await as('treasury')).done('trading', 'venues')).toMatch(
    new RegExp(`\\ngamma +${institution} +\\S+ +Acme`),
  )
  expect(await together('trading', 'venue', 'gamma', institution, 'again')).toMatchObject({
    said: expect.stringContaining('This venue is already registered: gamma, or its institution under another name.'),
  })
  expect(await together('trading', 'venue', 'delta', randomUUID(), 'why')).toMatchObject({
    said: expect.stringContaining('There is no such institution. Onboard it first.'),
  })
})

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

test('a contract of USDC is recorded by two people, with its checksum, once', async () => {
  const { app } = served.database
  const alone = app.query(
    `insert into chains.contract (chain, asset, address, created_at) values ('ETH', 'USDC', $1, now())`,
    [usdc],
  )
  await expect(alone).rejects.toThrow('chain.contract needs their approval')
  const operator = await as('operations')
  const refused: [string[], RegExp][] = [
    [['ETH', 'USDC', 'no-address'], /address: An address of this chain has 0x and 40 hex digits\./],
    [['ETH', 'USDC', usdc.toLowerCase()], new RegExp(`address: Write the address with its checksum: ${usdc}\\.`)],
    [['BASE', 'USDC', usdc], /asset: USDC has no contract on Base\./],
    [['ETH', 'ETH', usdc], /asset: ETH has no contract on Ethereum\./],
    [['MOON', 'USDC', usdc], /blockchain: /],
  ]
  for (const [words, sentence] of refused) {
    const { code, said } = await operator.run('chains', 'record', ...words, 'why')
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
  }
  expect(await together('chains', 'record', 'ETH', 'USDC', usdc, 'as', 'Circle', 'says')).toMatchObject({ code: 0 })
  expect(await operator.done('chains', 'contracts')).toMatch(new RegExp(`\\nETH +USDC +${usdc} +\\S+ +-$`, 'm'))
  expect(await together('chains', 'record', 'ETH', 'USDC', usdc, 'again')).toMatchObject({
    said: expect.stringContaining(`The contract of USDC on ETH is already ${usdc}.`),
  })
  // The approval is for this coin on this chain.
  for (const [chain, asset] of [
    ['BASE', 'USDC'],
    ['ETH', 'ETH'],
  ]) {
    const other = app.query(
      `insert into chains.contract (chain, asset, address, created_at) values ($1, $2, $3, now())`,
      [chain, asset, usdc],
    )
    await expect(other).rejects.toThrow('chain.contract needs their approval')
  }
})

test('chains are listed with their problems, and the exit code reports whether all are well', async () => {
  const operator = await as('operations')
  expect(await operator.done('chains', 'list')).toBe('There are none.')
  await served.database.owner.query(
    `insert into chains.cursor (chain, cursor, latest, final, read_at) values ('ETH', '{}', 12, 10, now())`,
  )
  expect(await operator.done('chains', 'list')).toMatch(/^ETH +final 10 of 12, last at \S+Z {2}well$/)
  await served.database.owner.query(
    `insert into chains.trouble (chain, part, kind, what, since) values ('ETH', 'reading', 'unreachable', 'No node answers.', now())`,
  )
  expect(await operator.run('chains', 'list')).toMatchObject({
    code: 1,
    said: expect.stringContaining('No node answers.'),
  })
  expect(await operator.done('chains', 'burns')).toBe('There are none.')
})

test('a chain that contradicted itself is read again from the block that two people agree on', async () => {
  const { app, owner } = served.database
  await owner.query(`update chains.cursor set problem = 'a final block was replaced' where chain = 'ETH'`)
  const alone = app.query(`update chains.cursor set resume_from = 5 where chain = 'ETH'`)
  await expect(alone).rejects.toThrow('ETH is resumed by two people: chain.resume needs their approval')
  expect(await together('chains', 'resume', 'ETH', '5', 'the', 'node', 'was', 'replaced')).toMatchObject({ code: 0 })
  expect(await app.query(`select resume_from from chains.cursor where chain = 'ETH'`)).toEqual([{ resume_from: 5n }])
  const other = app.query(`update chains.cursor set resume_from = 4 where chain = 'ETH'`)
  await expect(other).rejects.toThrow('chain.resume needs their approval')
})

test('one person halts the minting of a coin, once; only two resume it', async () => {
  const operator = await as('operations')
  expect(await operator.done('mint', 'halt', 'VGBP', 'an', 'odd', 'mint')).toBe('Minting of VGBP is halted.')
  expect(await operator.done('mint', 'halt', 'VGBP', 'again')).toBe('Minting of VGBP was halted already.')
  expect(await operator.done('mint', 'halts')).toMatch(/\nVGBP +\S+Z +.+ +an odd mint$/)
  expect(await lastEntry('switch.pulled')).toMatchObject({ subject: 'mint:VGBP' })
  expect(await operator.run('mint', 'halt', 'CHF', 'why')).toMatchObject({ code: 1 })
  expect(await together('mint', 'resume', 'VGBP', 'it', 'was', 'ours')).toMatchObject({ code: 0 })
  expect(await operator.done('mint', 'halts')).toBe('There are none.')
})

test('a coin whose minting is halted is listed with the reason until two people lift the halt', async () => {
  const operator = await as('operations')
  expect(await operator.done('mint', 'halts')).toBe('There are none.')
  await served.database.app.tx((tx) => halt(served.env, tx, 'VCHF', 'a mint that nobody asked for'))
  expect(await operator.done('mint', 'halts')).toMatch(/\nVCHF +\S+Z +service +a mint that nobody asked for$/)
  expect(await together('mint', 'resume', 'VCHF', 'looked', 'into', 'it')).toMatchObject({ code: 0 })
  expect(await operator.done('mint', 'halts')).toBe('There are none.')
})

test('rails are listed, suspended and closed by one person, and resumed by two', async () => {
  const rail = await railOf(served.database, await newInstitution(served.database.app))
  const operator = await as('operations')
  expect(await operator.done('rails', 'list')).toMatch(
    new RegExp(`\\n${rail} +active +FiatToStablecoin +VCHF +ETH +0 +Acme$`),
  )
  const officer = await as('compliance')
  expect(await officer.done('rails', 'suspend', rail, 'asked', 'by', 'the', 'court')).toBe(`${rail} is suspended.`)
  expect(await operator.run('rails', 'close', rail, 'no', 'more')).toMatchObject({
    said: expect.stringContaining('This rail is suspended: this is possible only while it is active.'),
  })
  const request = await operator.done('rails', 'resume', rail, 'cleared')
  expect(await (await as('treasury')).run('approvals', 'approve', requestIn(request))).toMatchObject({ code: 1 })
  expect(await (await as('mlro')).done('approvals', 'approve', requestIn(request))).toMatch(/approved and done/)
  expect(await operator.done('rails', 'close', rail, 'no', 'more')).toBe(`${rail} is closed.`)
  expect(await operator.done('rails', 'list', 'active')).toBe('There are none.')
  expect(await operator.done('rails', 'payments', '--stuck', 'true')).toBe('There are none.')
  const entries = (await (await as('auditor')).json('audit', 'search', '--subject', rail)).items
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'rail.closed',
    'rail.reinstated',
    'rail.suspended',
  ])
  expect(entries[2].detail).toEqual(
    expect.arrayContaining([
      { name: 'why', values: ['asked by the court'] },
      { name: 'session', values: [officer.sessionId] },
    ]),
  )
})

test(
  'coins without an owner are listed until two people assign them; a stuck collection is retried',
  { timeout: 90_000 },
  async () => {
    const { env, database } = served
    const omnibus = await equip(database.app, 'ETH', 5)
    const [{ address }] = (await database.app.query<{ address: string }>(
      'select address from chains.deposit_address limit 1',
    )) as [{ address: string }]
    const acme = await newInstitution(database.app)
    const operator = await as('operations')
    expect(await operator.done('deposits', 'unassigned')).toBe('There are none.')
    for (const to of [omnibus, address]) await seen(database.app, { to, amount: 5_000_000n, state: 'final' })
    await advanceDeposits.run(env)
    const { items } = await operator.json('deposits', 'unassigned')
    expect(items).toHaveLength(2)
    expect(items[0]).toMatchObject({
      waits_for: 'owner',
      quantity: '5',
      asset: 'VCHF',
      blockchain: 'ETH',
      institution: null,
    })
    expect(await operator.done('bank', 'cases')).toContain('unassigned_deposit')
    const idAt = (place: string) => items.find((one: { address: string }) => one.address === place).depositid as string
    for (const place of [omnibus, address])
      expect(await together('deposits', 'assign', idAt(place), acme, 'found', 'out')).toMatchObject({ code: 0 })
    for (let tries = 0; tries < 2; tries += 1) {
      await advanceDeposits.run(env)
      await failedByHand(database.app, 'collection', idAt(address), 'frozen')
    }
    await advanceDeposits.run(env)
    expect(await operator.done('deposits', 'unassigned')).toMatch(/ collection +5 +VCHF .* Acme$/m)
    expect(await operator.done('bank', 'cases')).toContain('could not be collected on ETH: frozen')
    expect(await operator.done('deposits', 'retry', idAt(address), 'thawed')).toMatch(/are being collected again\.$/)
    expect(await operator.done('deposits', 'unassigned')).toBe('There are none.')
    expect(await operator.done('bank', 'cases')).not.toContain('deposit_collection')
    expect(await operator.done('bank', 'cases', 'closed')).toContain('deposit_collection')
    const pages = await operator.json('bank', 'cases', 'closed', '--limit', '1')
    const after = await operator.json('bank', 'cases', 'closed', '--limit', '1', '--cursor', pages.next_cursor)
    expect(after.items[0].caseid).not.toBe(pages.items[0].caseid)
    const entry = await lastEntry('deposit.collection_retried')
    expect(entry.detail).toContainEqual({ name: 'why', values: ['thawed'] })
  },
)

test('an agreement is sent, listed and ended', async () => {
  const institution = await newInstitution(served.database.app)
  const officer = await as('compliance')
  const output = await officer.done('agreements', 'send', institution, 'crypto_conversion', '--notice-days', '10')
  const [, id] = /^(\S+) is sent\.$/.exec(output)!
  expect(await officer.done('agreements', 'list', institution)).toMatch(
    new RegExp(`^${id} +sent +crypto_conversion `, 'm'),
  )
  expect(await officer.run('agreements', 'countersign', id!)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^bad_request: /),
  })
  expect(await officer.done('agreements', 'terminate', id!, 'they', 'left')).toBe(`${id} is expired.`)
})

test('the audit log names the institution of every decision', () =>
  expectInstitutionsNamed(served.database.owner, 'rail.suspended', 'rail.reinstated', 'agreement.sent'))
