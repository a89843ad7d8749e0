import { clientSettings } from '@specie/protocol/client-settings.ts'
import { expect, test } from 'vitest'
import { BadSetting, readConfig } from './config.ts'
import type { Setting } from './settings/setting.ts'
import { settings } from './settings/table.ts'

test('without any setting it is UAT on port 8080 of this machine', () => {
  expect(readConfig({})).toMatchObject({
    environment: 'uat',
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    sandbox: { enabled: true, token: null },
  })
})

test('an empty setting counts as absent', () => {
  expect(readConfig({ PORT: '', SPECIE_ENV: ' ' })).toMatchObject({ port: 8080, environment: 'uat' })
})

test('settings of the command line and of the samples may be in the same environment', () => {
  const ofClients = Object.fromEntries(Object.values(clientSettings).map((name) => [name, 'x']))
  expect(ofClients).toMatchObject({ SPECIE_KEY: 'x', SPECIE_SANDBOX: 'x', SPECIE_ADAPTER_TOKEN: 'x' })
  expect(readConfig(ofClients)).toEqual(readConfig({}))
})

test('several database servers may be named', () => {
  const url = 'postgres://me@a:5432,b:5433/specie?target_session_attrs=read-write'
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test('names that merely resemble ours are ignored', () => {
  const others = [
    'APP_PORT',
    'HOSTS',
    'PORTS',
    'HTTP_PORT',
    'LOG_LEVELS_OF_OTHERS',
    'TEST_FOLDER',
    'AWS_DEFAULT_REGION',
    'DB_URL',
  ]
  expect(readConfig(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual(readConfig({}))
})

test.each(['uat', 'production'] as const)('every default of %s may also be set', (environment) => {
  const defaults = Object.entries<Setting>(settings).flatMap(([name, { default: text, uatOnly }]) => {
    const value = typeof text === 'string' ? text : text?.[environment]
    return value === undefined || (uatOnly && environment === 'production') ? [] : [[name, value]]
  })
  expect(defaults.length).toBeGreaterThan(15)
  const given = { ...Object.fromEntries(defaults), SPECIE_ENV: environment }
  expect(readConfig(given)).toEqual(readConfig({ SPECIE_ENV: environment }))
})

test('a test may change constants', () => {
  const changed = readConfig({ SPECIE_TEST_CONSTANTS: '{"signingWaitMs":0,"fault":"intent.sent:after"}' })
  expect(changed).toEqual({ ...readConfig({}), signingWaitMs: 0, fault: 'intent.sent:after' })
})

test('our name at the provider and at venues stands in their addresses', () => {
  const config = readConfig({ PROVIDER_URL: 'https://desk@a.example/v1', LIQUIDITY: 'alpha=https://mm-7@b.example' })
  expect(config).toMatchObject({ providerUrl: 'https://a.example/v1', providerKey: 'desk' })
  expect(config.liquidity.get('alpha')).toEqual({ url: 'https://b.example/', key: 'mm-7' })
  expect(readConfig({ PROVIDER_URL: 'https://a.example' })).toMatchObject({
    providerUrl: 'https://a.example',
    providerKey: 'specie',
  })
})

test('FEES_BPS names the fees that are charged', () => {
  expect(readConfig({ FEES_BPS: 'mint=10,rail=25' })).toMatchObject({ mintFeeBps: 10, redeemFeeBps: 0, railFeeBps: 25 })
})

test.each([
  ['postgres://me@db.example/specie', 'db.example'],
  ['postgres://me@127.0.0.1,10.0.0.7:5433/specie', '10.0.0.7:5433'],
  ['postgres://me:hunter2@db.example/specie?sslmode=require', 'db.example'],
  ['postgres://me@db.example/specie?sslmode=no-verify', 'db.example'],
  ['postgres:///specie?host=db.example&sslmode=prefer', 'db.example'],
  ['postgres:///specie', 'no named host'],
])('in production %s is refused: it would not be encrypted, or not with a server that is known', (url, host) => {
  const read = () => readConfig({ SPECIE_ENV: 'production', DATABASE_URL: url })
  expect(read).toThrow(
    `DATABASE_URL must have sslmode=verify-full in production, because the server at ${host} is not on this machine`,
  )
  expect(read).not.toThrow('hunter2')
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test.each([
  'postgres://me@db.example,db2.example/specie?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  'postgres://me@localhost:5433/specie',
  'postgres://me@[::1]:5433/specie',
  'postgres:///specie?host=/run/postgresql',
  'socket:/run/postgresql?db=specie',
])('in production %s may be used', (url) => {
  expect(readConfig({ SPECIE_ENV: 'production', DATABASE_URL: url }).databaseUrl).toBe(url)
})

test('production has no sandbox', () => {
  expect(readConfig({ SPECIE_ENV: 'production' }).sandbox.enabled).toBe(false)
})

test.each<[string, string, string | RegExp]>([
  ['PORT', 'eighty', 'PORT must be a whole number from 0 to 65535; it is "eighty".'],
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535; it is "70000".'],
  ['PORT', '-1', 'PORT must be a whole number from 0 to 65535; it is "-1".'],
  ['HOST', 'somewhere', 'HOST must be an IP address to listen on; it is "somewhere".'],
  ['SPECIE_ENV', 'staging', 'SPECIE_ENV must be uat or production; it is "staging".'],
  ['LOG_LEVEL', 'loud', /^LOG_LEVEL must be/],
  [
    'DATABASE_URL',
    'mysql://user:hunter2@host/db',
    /^DATABASE_URL must be an address that begins with postgres:\/\/ (?!.*hunter2)/,
  ],
  [
    'DATABASE_OWNER_URL',
    'postgres://owner@host/db',
    'DATABASE_OWNER_URL is set without DATABASE_URL. Set DATABASE_URL to the login of the service.',
  ],
  [
    'DATABASE_URL',
    'postgres://a,b/specie?target_session_attrs=standby',
    'DATABASE_URL asks for target_session_attrs=standby; only read-write is supported.',
  ],
  ['SPECIE_DATE', 'here', 'SPECIE_DATE is not a setting: did you mean SPECIE_DATA? Correct or remove it.'],
  ['SPECIE_ROLES', 'api', 'SPECIE_ROLES is not a setting: did you mean SPECIE_ROLE? Correct or remove it.'],
  ['DATABASE_URI', 'postgres://a/b', 'DATABASE_URI is not a setting: did you mean DATABASE_URL? Correct or remove it.'],
  [
    'TRUSTED_PROXYS',
    '10.0.0.1',
    'TRUSTED_PROXYS is not a setting: did you mean TRUSTED_PROXIES? Correct or remove it.',
  ],
  ['RPC_EHT', 'https://node', 'RPC_EHT is not a setting: did you mean RPC_ETH? Correct or remove it.'],
  ['SPECIE_SANDBOX_TOKE', 'x', /^SPECIE_SANDBOX_TOKE is not a setting/],
  ['SANDBOX_TOKEN', 'short', 'SANDBOX_TOKEN must be at least 16 characters long; it has 5.'],
  ['TRUSTED_PROXIES', 'proxy.example', /^TRUSTED_PROXIES must list IP addresses/],
  ['TRUSTED_PROXIES', '10.0.0.0/', /^TRUSTED_PROXIES must list IP addresses/],
  ['TRUSTED_PROXIES', '10.0.0.0/0', /^TRUSTED_PROXIES must list IP addresses/],
  ['TRUSTED_PROXIES', '10.0.0.0/33', /^TRUSTED_PROXIES must list IP addresses/],
  ['TRUSTED_PROXIES', '10.0.0.0/8/8', /^TRUSTED_PROXIES must list IP addresses/],
  ['TRUSTED_PROXIES', '2001:db8::/129', /^TRUSTED_PROXIES must list IP addresses/],
  ['SIGNING_WAIT_MS', '0', 'SIGNING_WAIT_MS is no longer a setting: it has a fixed value now; remove it.'],
  ['RAIL_FEE_BPS', '25', 'RAIL_FEE_BPS is no longer a setting: set FEES_BPS=rail=….'],
  ['EXPLORER_URL_ETH', 'https://a.example/{txid}', /^EXPLORER_URL_ETH is no longer a setting/],
  ['FEES_BPS', 'mint=10,burn=5', 'FEES_BPS must name mint, redeem and rail; "burn" is none of them.'],
  ['FEES_BPS', 'mint=1001', /^FEES_BPS must be a whole number from 0 to 1000/],
  ['PROVIDER_URL', 'https://us:hunter2@provider.example', /^PROVIDER_URL must not hold a password (?!.*hunter2)/],
  ['SPECIE_TEST_CONSTANTS', '{"fault":"payout.lost:before"}', /^SPECIE_TEST_CONSTANTS must name constants .*"fault"/],
  ['SPECIE_TEST_CONSTANTS', '{"signingWait":0}', /^SPECIE_TEST_CONSTANTS must name constants .*"signingWait"/],
  ['SPECIE_TEST_CONSTANTS', '{"signingWaitMs":"0"}', /^SPECIE_TEST_CONSTANTS must name constants/],
  ['SPECIE_TEST_CONSTANTS', 'signingWaitMs=0', /^SPECIE_TEST_CONSTANTS must be a JSON object/],
  ['MARKET_LIMITS', 'ETH/CHF.loss', 'MARKET_LIMITS must list name=value; "ETH/CHF.loss" is not.'],
  [
    'PROVIDER_ACCOUNTS',
    'CH3608998000020020010,GB00',
    'PROVIDER_ACCOUNTS must list IBANs, or sort codes with account numbers; "GB00" is neither.',
  ],
  ['QUORUM_ETH', '2', 'QUORUM_ETH must be more than half of the 0 nodes of RPC_ETH, and not more.'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector', /^OTEL_EXPORTER_OTLP_ENDPOINT must be/],
])('%s=%s is refused in one sentence that names it', (name, value, sentence) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(BadSetting)
  expect(read).toThrow(sentence)
})

const production = (settings: Record<string, string>) => () => readConfig({ SPECIE_ENV: 'production', ...settings })
const token = 'a token of sixteen characters'

test.each([
  [
    'BANK_URL',
    'http://bank.example',
    'BANK_URL must be an https address in production; that of bank.example is plain http.',
  ],
  ['PROVIDER_URL', 'http://provider.example', /^PROVIDER_URL must be an https address in production/],
  ['LIQUIDITY', 'alpha=http://alpha.example', /^LIQUIDITY must give alpha an https address in production/],
  ['RPC_ETH', 'https://one.example,http://key:hunter2@two.example', /^(?!.*hunter2)RPC_ETH must be an https /],
  ['RPC_SOL', 'http://10.0.0.7:8899', /^RPC_SOL must be an https address in production; that of 10.0.0.7 is/],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1.example', /^OTEL_EXPORTER_OTLP_ENDPOINT must be an https/],
  ['BANK_URL', 'https://bank.example', 'BANK_URL needs BANK_TOKEN in production.'],
  ['PROVIDER_URL', 'http://localhost:1', 'PROVIDER_URL needs PROVIDER_SECRET in production.'],
  ['LIQUIDITY', 'alpha=https://alpha.example', 'LIQUIDITY needs LIQUIDITY_SECRET in production.'],
  ['PROVIDER_SECRET', 'uat-provider-test-secret', /^PROVIDER_SECRET is the secret of UAT/],
  ['PROVIDER_ACCOUNTS', 'CH3608998000020020010', /^PROVIDER_ACCOUNTS names an account of UAT/],
  ['ISSUER_ACCOUNTS', 'CH6908998000030030010', /^ISSUER_ACCOUNTS names an account of UAT/],
  ['SANDBOX', 'on', 'SANDBOX is for UAT only. Remove it, or set SPECIE_ENV=uat.'],
  ['SANDBOX_TOKEN', token, /^SANDBOX_TOKEN is for UAT only/],
  ['SETTLEMENT_SPEED', '60', /^SETTLEMENT_SPEED is for UAT only/],
  ['DEVNET_URL', 'http://127.0.0.1:1', /^DEVNET_URL is for UAT only/],
  ['SPECIE_TEST_CONSTANTS', '{"signingWaitMs":0}', /^SPECIE_TEST_CONSTANTS is for tests/],
  ['RPC_BTC', 'https://btc.example', /^RPC_BTC must hold user and password in production/],
])('in production %s=%s is refused in one sentence that names it', (name, value, sentence) => {
  expect(production({ [name]: value })).toThrow(BadSetting)
  expect(production({ [name]: value })).toThrow(sentence)
})

test('in production the provider is reached only when its accounts are known', () => {
  const provider = { PROVIDER_URL: 'https://provider.example', PROVIDER_SECRET: token }
  expect(production(provider)).toThrow('PROVIDER_URL needs PROVIDER_ACCOUNTS in production')
  const accounts = ' CH93 0076 2011 6238 5295 7, 60-16-13 31926819'
  expect(production({ ...provider, PROVIDER_ACCOUNTS: accounts })().providerAccounts).toEqual([
    'CH9300762011623852957',
    '60-16-13 31926819',
  ])
})

test('KMS must also be reached by https', () => {
  const kms = { KMS_KEYS: 'minter/secp256k1=a', AWS_REGION: 'x', AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: token }
  expect(production({ ...kms, AWS_ENDPOINT_URL_KMS: 'http://kms.example' })).toThrow(
    /^AWS_ENDPOINT_URL_KMS must be an https/,
  )
})

test('production accepts https with a token, and plain http only to this machine; UAT accepts any', () => {
  const settings = {
    BANK_URL: 'https://bank.example',
    BANK_TOKEN: token,
    PROVIDER_URL: 'http://127.0.0.1:1',
    PROVIDER_SECRET: token,
    PROVIDER_ACCOUNTS: 'CH9300762011623852957',
    LIQUIDITY: 'alpha=http://[::1]:2',
    LIQUIDITY_SECRET: token,
    RPC_BTC: 'http://user:password@localhost:8332',
  }
  expect(production(settings)()).toMatchObject({ bankUrl: 'https://bank.example', providerSecret: token })
  expect(readConfig({ BANK_URL: 'http://bank.example' }).bankUrl).toBe('http://bank.example')
})

test('manual import of bank files is on in UAT, and in production only where allowed', () => {
  expect(readConfig({}).bankFilesByHand).toBe(true)
  expect(production({})().bankFilesByHand).toBe(false)
  expect(production({ BANK_FILES_BY_HAND: 'on' })().bankFilesByHand).toBe(true)
})

test('a quorum is more than half of the nodes of a chain, so two answers cannot both have one', () => {
  const nodes = (count: number) => Array.from({ length: count }, (_, i) => `http://node${i}`).join(',')
  const quorum = (of: number, given: string) => readConfig({ RPC_ETH: nodes(of), QUORUM_ETH: given }).quorums.get('ETH')
  expect([quorum(3, '2'), quorum(3, '3'), quorum(1, '1')]).toEqual([2, 3, 1])
  for (const [of, given] of [
    [2, '1'],
    [4, '2'],
    [3, '4'],
    [3, '0'],
  ] as const)
    expect(() => quorum(of, given), `${given} of ${of}`).toThrow(/^QUORUM_ETH must be/)
})
