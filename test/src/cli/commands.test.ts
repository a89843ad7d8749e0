import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, openSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandbox } from '../client.ts'
import { testEnv } from '../env.ts'
import { endow } from '../trading.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { buildSpecie, launcher, specieOf, type Specie, startSpecie } from './built.ts'

// The commands of an institution: the built command against a running service.

let uat: Uat
let base: string

beforeAll(async () => {
  await buildSpecie()
  uat = await startUat()
  base = `${uat.service.origin}/api/v1/`
  await endow(testEnv(uat.database), house, { VCHF: '1000000', CHF: '1000000' })
  const book = { symbol: 'VCHF/CHF', bids: [['0.999', '5000']], asks: [['1.001', '5000']], frozen: true }
  expect((await sandbox(uat.service.origin, 'liquidity', book)).status).toBe(200)
})
afterAll(() => uat.end())

/** Each test has its own key: a key has one call a second, and tests run in parallel. */
async function institution(): Promise<Specie> {
  const specie = specieOf()
  const { institutionid } = await specie.json('init', '--base', base)
  await endow(testEnv(uat.database), institutionid, { CHF: '2500.5' })
  return specie
}

test.concurrent('init makes a profile with a private key file, once', async () => {
  const specie = specieOf()
  const made = await specie.json('init', 'bank', '--base', uat.service.origin, '--institution', 'Bank AG')
  expect(made).toMatchObject({ profile: 'bank', base, environment: 'uat', institutionid: expect.any(String) })
  expect(statSync(made.keyfile).mode & 0o777).toBe(0o600)
  expect(statSync(specie.folder).mode & 0o077).toBe(0)
  expect(await specie('init', 'bank', '--base', base)).toMatchObject({
    code: 1,
    err: 'There is a profile “bank” already. Choose another name.\n',
  })
  expect((await specie.json('key')).institution).toBe('Bank AG')
  expect((await specie('profiles')).out).toMatch(/^IN_USE +PROFILE +BASE +INSTITUTIONID\n\* +bank +http/)
})

test.concurrent('profiles: the one in use, or the named one, with the option at any position', async () => {
  const specie = specieOf()
  await specie('init', 'one', '--base', base, '--institution', 'One AG')
  await specie('init', 'two', '--base', base, '--institution', 'Two AG')
  expect((await specie.json('key')).institution).toBe('Two AG')
  expect((await specie.json('--profile', 'one', 'key')).institution).toBe('One AG')
  expect(await specie('profiles', 'use', 'one')).toMatchObject({ code: 0 })
  expect((await specie.json('key')).institution).toBe('One AG')
  expect(await specie('balance', '--profile', 'tow')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no profile “tow”. Did you mean “two”?'),
  })
})

test.concurrent('a key that others can read is refused', async () => {
  const specie = await institution()
  chmodSync(join(specie.folder, 'main.pem'), 0o644)
  expect(await specie('balance')).toMatchObject({ code: 1, err: expect.stringContaining('chmod 600') })
})

test.concurrent('without a profile the demo institution of the data folder is used; without one nothing is created', async () => {
  const other = await institution()
  const { institutionid } = await other.json('key')
  const demo = specieOf({ SPECIE_DATA: other.folder })
  writeFileSync(join(other.folder, 'demo.json'), JSON.stringify({ base, institutionid, publickey: '' }))
  copyFileSync(join(other.folder, 'main.pem'), join(other.folder, 'demo-key.pem'))
  expect((await demo.json('call', 'keyInfo')).institutionid).toBe(institutionid)
  const nobody = specieOf()
  expect(await nobody('balance')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no profile, and no instance in .+none: run specie init/),
  })
  expect(existsSync(join(nobody.folder, 'none'))).toBe(false)
})

test.concurrent('money in: figures are aligned, and JSON is the answer of the API', async () => {
  const acme = await institution()
  const { out } = await acme('balance')
  const lines = out.split('\n')
  expect(lines[0]).toMatch(/^ASSET +AVAILABLE +PENDING$/)
  const ends = lines.slice(1, -1).map((line) => line.length - line.trimEnd().length + line.search(/\d(\.\d+)?\s+\d+$/))
  expect(new Set(ends).size).toBe(1)
  const { balances } = await acme.json('balance')
  expect(balances).toContainEqual({ asset: 'CHF', available: '2500.5', pending: '0' })
})

test.concurrent('the sandbox: a wire of the institution of the profile arrives, and time passes', async () => {
  const acme = await institution()
  const wire = await acme.json('sandbox', 'wires', '--currency', 'CHF', 'amount=300.25')
  expect(wire).toEqual({ bankref: expect.any(String) })
  expect(await acme('sandbox', 'advance', '30m')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^settlement: /),
  })
  expect(await acme.json('sandbox', 'advance', '1')).toMatchObject({ done: true, remaining: 0 })
  expect((await acme('deposits')).out).toMatch(/ 300\.25 +CHF +- +credited /)
  expect(await acme('sandbox', 'wires', 'currency=XXX', 'amount=1')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^bad_request: [^]+ field currency/),
  })
  expect((await acme('sandbox', 'scenarios', 'drop_after_commit')).code).toBe(0)
})

test.concurrent('an order is filled with 0 and rejected with 1; a dry run does nothing', async () => {
  const acme = await institution()
  const dry = await acme('order', 'buy', '10', 'VCHF/CHF', '--price', '1.01', '--dry-run')
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was done. It would be: Filled') })
  const filled = await acme('order', 'buy', '100', 'VCHF/CHF', '--price', '1.01', '--clordid', 'first')
  expect(filled).toMatchObject({ code: 0, out: expect.stringContaining('Filled: bought 100 VCHF for 100.1 CHF') })
  const rejected = await acme('order', 'buy', '100', 'VCHF/CHF', '--price', '1')
  expect(rejected).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^Rejected: (\w+): [^]+ docs http:\S+\/docs\/errors\/\1\n$/),
  })
  const { orders } = await acme.json('orders', '--all')
  expect(orders.map((one: { ordstatus: string }) => one.ordstatus)).toEqual(['Rejected', 'Filled'])
  expect((await acme('trades')).out).toMatch(/ first\n$/)
})

test.concurrent('a file on stdout is the file, byte for byte', async () => {
  const acme = await institution()
  for (const format of ['csv', 'camt053']) {
    const period = ['statement', '--from', '2026-01-01', '--to', '2026-02-01', '--asset', 'CHF', '--format', format]
    const [{ content }] = (await acme.json(...period)).documents
    expect(await acme(...period)).toEqual({ code: 0, out: content, err: '' })
  }
})

test.concurrent('several files go to a folder, not to stdout', async () => {
  const acme = await institution()
  await endow(testEnv(uat.database), (await acme.json('key')).institutionid, { GBP: '10' })
  const words = ['statement', '--format', 'camt053']
  expect(await acme(...words)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/There are 2 files: \S+-CHF\.xml, \S+-GBP\.xml\. Name one with --asset, or write all/),
  })
  expect((await acme(...words, '--output', acme.folder)).out).toMatch(
    /^Written to \S+-CHF\.xml\.\nWritten to \S+-GBP\.xml\.\n$/,
  )
})

test.concurrent('a statement without a period is that of this month so far, and says so', async () => {
  const acme = await institution()
  const begin = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`
  const { code, out, err } = await acme('statement')
  expect([code, out]).toEqual([0, expect.stringContaining(`From ${begin} to `)])
  expect(out).toContain('CHF: 0 at the start, 2500.5 at the end')
  expect(err).toContain(`The period is from ${begin} to `)
  expect((await acme('statement', '--to', '2026-03-01')).out).toMatch(/^From 2026-02-01T\S+ to 2026-03-01T/)
})

test.concurrent('a service that does not answer is named at once, without a link', async () => {
  const acme = await institution()
  const { institutionid } = await acme.json('key')
  const nowhere = specieOf({ SPECIE_DATA: acme.folder })
  const origin = 'http://127.0.0.1:1'
  writeFileSync(
    join(acme.folder, 'demo.json'),
    JSON.stringify({ base: `${origin}/api/v1/`, institutionid, publickey: '' }),
  )
  copyFileSync(join(acme.folder, 'main.pem'), join(acme.folder, 'demo-key.pem'))
  const { code, out, err } = await nowhere('balance')
  expect([code, out]).toEqual([1, ''])
  expect(err.split('\n')[0]).toBe(`${origin} does not answer; trying again in 1 s.`)
  expect(err).toContain(`no_answer: ${origin} could not be reached`)
  expect(err).toContain('Check that the service is running at this address')
  expect(err).not.toContain('docs ')
})

test.concurrent('conformance is checked at the profile’s service, unless an address is named', async () => {
  const acme = await institution()
  const { code, out } = await acme('conformance', '--without-sandbox')
  expect([code, out]).toEqual([0, expect.stringContaining(base)])
  expect(out).toContain('The checked part conforms')
  expect(await specieOf()('conformance')).toMatchObject({ code: 1, err: expect.stringMatching(/^There is no profile/) })
})

test.concurrent('an error has its code, its cure, its trace and its page', async () => {
  const acme = await institution()
  const { code, out, err } = await acme('order', 'buy', '100', 'VCHF/XYZ', '--price', '1')
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(
    /^unknown_symbol: .+\n(.+\n)* {2}trace [0-9a-f]{32} {3}docs http:\S+\/docs\/errors\/unknown_symbol\n$/,
  )
  const asJson = await acme('order', 'buy', '100', 'VCHF/XYZ', '--price', '1', '--json')
  expect(JSON.parse(asJson.err)).toMatchObject({ code: 'unknown_symbol', status: 400, traceid: expect.any(String) })
  expect(await acme('convert', '10', 'CHF', 'VCHF', '--min-received', '11')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^rejected: .+[^.]\.\n/),
  })
  const party = ['--sender', 'Acme', '--sender-country', 'XX']
  expect(
    await acme('rail', 'on', '--asset', 'VCHF', '--currency', 'CHF', '--chain', 'ETH', '--wallet', 'vault', ...party),
  ).toMatchObject({ code: 1, out: expect.stringMatching(/^rejected: .+[^.]\. Rail \S+\.\n/) })
})

test.concurrent.each([
  [['mint', 'VCHF', '250000'], 'Add --chain CHAIN.'],
  [['order', 'buy', '100'], 'SYMBOL is missing. Usage: specie order buy|sell QUANTITY SYMBOL --price PRICE.'],
  [['balnce'], 'Did you mean “specie balance”?'],
  [['orders', '--ordstat', 'x'], 'There is no option --ordstat. Did you mean --ordstatus?'],
  [['mint', 'VCHF', '250000', '--watch=3'], '--watch takes no value.'],
  [['call', 'acountBalance'], 'Did you mean accountBalance?'],
  [['sandbox', 'advance', 'soon'], 'Write 90, 30m, 3h or 2d'],
])('%j is misuse: 2', async (words, sentence) => {
  expect(await specieOf()(...words)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) })
})

test.concurrent('an order whose answer cannot be written does not count as rejected: 4', async () => {
  const acme = await institution()
  const order = ['order', 'buy', '50', 'VCHF/CHF', '--price', '1.01']
  const shell = spawn(process.execPath, [launcher, ...order], {
    env: { PATH: process.env['PATH'], ...acme.settings },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(shell.stderr!), once(shell, 'exit')])
  expect({ code, said }).toEqual({ code: 4, said: expect.stringContaining('look it up before you repeat it') })
  expect((await acme.json('orders')).orders).toMatchObject([{ ordstatus: 'Filled' }])
})

test.concurrent('a refusal by the SDK is printed without a stack: 2', async () => {
  const acme = await institution()
  expect(await acme('call', 'mintTokens', 'asset=VCHF', 'blockchain=ETH', 'quantity:=250000')).toEqual({
    code: 2,
    out: '',
    err: "quantity: a number such as 250000 is not exact; write '250000' or decimal('250000').\n",
  })
})

test.concurrent('an error that the sandbox can cure names its command', async () => {
  const acme = await institution()
  const { code, err } = await acme('withdraw', 'CHF', '10', 'elsewhere')
  expect(code).toBe(1)
  expect(err).toMatch(/^bank_account_not_registered: /)
  expect(err).toContain('\n  In UAT: specie sandbox bank-accounts; see specie sandbox bank-accounts --help\n')
})

test.concurrent('a rejected order is not a success, even if the answer is not read', async () => {
  const { settings } = await institution()
  const order = 'order buy 100 VCHF/CHF --price 1'
  const script = `"${process.execPath}" "${launcher}" ${order} | true; echo "\${PIPESTATUS[0]}"`
  const env = { PATH: process.env['PATH'], ...settings }
  expect(execFileSync('bash', ['-c', script], { env, encoding: 'utf8' })).toBe('1\n')
})

test.concurrent('parallel commands with one key wait for each other', async () => {
  const acme = await institution()
  const all = await Promise.all([1, 2, 3].map(() => acme('balance', '--asset', 'CHF')))
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0])
})

test.concurrent('the service accepts the output of sign, and verify says why another is wrong', async () => {
  const specie = await institution()
  const fields = ['sign', 'queryOrders', 'symbol=VCHF/CHF', 'limit=1']
  const { url, headers, body } = await specie.json(...fields)
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
  const { out: curl, err } = await specie(...fields)
  expect(err).toMatch(/^signing string: \/api\/v1\/private\/queryOrders\{"limit":"1","symbol":"VCHF\/CHF"\}\d+\n$/)
  const right = await specie.withInput(curl, 'verify')
  expect(right).toMatchObject({ code: 0, out: expect.stringMatching(/ok +result +The signature is right\.\n$/) })
  const changed = await specie.withInput(curl.replace('limit=1', 'limit=2'), 'verify')
  expect(changed).toMatchObject({ code: 1, out: expect.stringMatching(/NO +result +The signature does not fit/) })
  const stale = await specie.withInput(curl.replace(/x-app-nonce: \d+/, 'x-app-nonce: soon'), 'verify')
  expect(stale.out).toMatch(/^NO +nonce +soon$/m)
})

test.concurrent('the feed is followed as it happens', async () => {
  const acme = await institution()
  const feed = startSpecie(acme, 'events', '--follow', '--json')
  try {
    await acme('order', 'buy', '10', 'VCHF/CHF', '--price', '1.01', '--clordid', 'followed')
    expect(JSON.parse(await feed.line(/followed/))).toMatchObject({ type: 'order', status: 'Filled' })
  } finally {
    feed.end()
  }
})

test('--watch ends with 0 on completion and with 1 on failure, although both were accepted', async () => {
  const acme = await institution()
  const { institutionid } = await acme.json('key')
  const account = { label: 'main', currency: 'CHF', identifier: 'CH9300762011623852957', name: 'Specie demo' }
  expect((await sandbox(uat.service.origin, 'bankaccounts', { institutionid, ...account })).status).toBe(200)
  // The money for a payout must be at the bank.
  await acme('sandbox', 'wires', 'currency=CHF', 'amount=1000')
  await uat.pass(60)
  const watched = async () => {
    const ended = acme('withdraw', 'CHF', '100', 'main', '--watch', '--json')
    const isOver = () => acme.json('withdrawals').then(({ withdrawals: [newest] }) => newest?.status !== 'pending')
    await expect.poll(() => uat.pass(3_600).then(isOver)).toBe(true)
    const { code, out } = await ended
    return [
      code,
      ...out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).status),
    ]
  }
  expect(await watched()).toEqual([0, 'pending', 'completed'])
  await sandbox(uat.service.origin, 'counterparts/bank', { next: 'reject_payment' })
  expect(await watched()).toEqual([1, 'pending', 'failed'])
})

test.concurrent('commands of the machine run with the code next to it', async () => {
  const acme = await institution()
  expect(await acme('demo', 'code', 'nobody@staff.example')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There are no demo people in /),
  })
  expect((await acme('check', '--help')).out).toContain('Runs only on the machine of the service.')
})

test.concurrent('bash completes commands, options and values', async () => {
  const acme = await institution()
  const { out } = await acme('completion', 'bash')
  const script = `specie() { "${process.execPath}" "$LAUNCHER" "$@"; }
${out}
try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _specie; echo "\${COMPREPLY[@]}"; }
try specie withd; try specie bank imp; try specie orders --ordstatus ''; try specie order b`
  const env = { PATH: process.env['PATH'], LAUNCHER: launcher }
  const output = execFileSync('bash', ['-c', script], { env, encoding: 'utf8' })
  expect(output.split('\n')).toEqual(['withdraw withdrawals', 'import', 'Filled Rejected', 'buy', ''])
})

test.concurrent('every command has help with an example', async () => {
  const acme = await institution()
  const { out } = await acme('--help')
  expect(out).toContain('specie balance')
  expect(out).toContain('specie mint COIN QUANTITY --chain CHAIN')
  expect(out).toContain('specie order buy|sell QUANTITY SYMBOL --price PRICE')
  expect(await acme('withdraw', '--help')).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^Usage: specie withdraw ASSET QUANTITY DESTINATION \[options\]\n[^]+Examples:\n {2}\$ specie withdraw CHF 1000 main\n/,
    ),
  })
  expect((await acme('sandbox', 'bank-accounts', '--help')).out).toContain('--accept <true|false>')
  expect((await acme('statement', '--help')).out).toContain('2026-11-14T12:00:00Z in UTC')
  expect((await acme('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
})
