import { join, resolve } from 'node:path'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { clientSettings } from '@specie/protocol/client-settings.ts'
import { closest, distance } from '@specie/protocol/nearest.ts'
import { faults } from './faults.ts'
import { type HeadDestination, headDestinations } from './audit/head-destinations.ts'
import { traceKeyFrom } from './database/trace-key.ts'
import {
  address,
  bankAccounts,
  countries,
  databaseUrl,
  httpUrl,
  key32,
  listOf,
  names,
  networks,
  oneOf,
  origin,
  outsideUrl,
  pairs,
  postalAddress,
  secret,
  server,
  text,
  venues,
  whole,
  type Read,
} from './setting-values.ts'

// The only file that reads process.env. A setting is one row below: its name, its meaning, and its parser.

/** A setting that cannot be used. The operator sees only its message. */
export class BadSetting extends Error {}

export type Config = Readonly<ReturnType<typeof readConfig>>

type Source = Record<string, string | undefined>

export function readConfig(source: Source = process.env) {
  const known = new Set(readElsewhere)
  const config = settingsOf(reader(source, known))
  assertKnown(source, known)
  return config
}

/** Settings with our prefix that other programs read, or that are read in UAT only. */
const readElsewhere = ['SPECIE_FAULT', 'SPECIE_SCHEMAS', ...Object.values(clientSettings)]

/** Without this check a mistyped setting would be ignored and its default used silently. */
function assertKnown(source: Source, known: ReadonlySet<string>): void {
  const given = Object.keys(source).filter((name) => !known.has(name) && source[name]?.trim())
  const refuse = (name: string, near: string | undefined) => {
    throw new BadSetting(`${name} is not a setting: did you mean ${near}? Correct or remove it.`)
  }
  const ours = (name: string) => name.startsWith('SPECIE_')
  for (const name of given.filter(ours)) refuse(name, closest(name, [...known].filter(ours)))
  for (const name of given) {
    const near = [...known].find((setting) => isMistyped(name, setting))
    if (near !== undefined) refuse(name, near)
  }
}

/**
 * The environment also holds settings of other programs: only a name of several words that is almost ours counts as
 * mistyped.
 */
function isMistyped(name: string, setting: string): boolean {
  if (!name.includes('_') || !setting.includes('_')) return false
  return distance(name, setting) <= (setting.length < 10 ? 1 : 2)
}

/** Limits that no operator needs to change. */
const constants = {
  /** The maximum number of connections of one process. */
  maxConnections: 10_000,
  /** Calls of one key that may wait for events; one more, and the oldest is answered. */
  longPollsPerKey: 2,
  /** How long an institution whose periodic review has begun keeps its access, in days of settlement time. */
  reviewDays: 60,
  /** How long the answer for a client id, and a firm quote that was not accepted, are kept. */
  retentionDays: 90,
  /** Maximum deviation of the conversion provider's prices from the reference, in basis points. */
  providerDeviationBps: 200,
  /** How far a mint paid in crypto may exceed its estimate when the client sets no limit, in basis points. */
  mintFundingToleranceBps: 200,
} as const

function settingsOf(get: Get) {
  const environment = get('SPECIE_ENV', 'uat', oneOf('uat', 'production'))
  const sandboxToken = get('SANDBOX_TOKEN', null, secret)
  const sandbox = get('SANDBOX', environment === 'uat' ? 'on' : 'off', oneOf('on', 'off'))
  if (environment === 'production' && (sandbox === 'on' || sandboxToken !== null)) {
    const setting = sandbox === 'on' ? 'SANDBOX' : 'SANDBOX_TOKEN'
    throw new BadSetting(`${setting} is set, but there is no sandbox in production: remove it or set SPECIE_ENV=uat.`)
  }
  const readDatabase = databaseUrl(environment)
  const databaseOwnerUrl = get('DATABASE_OWNER_URL', null, readDatabase)
  if (databaseOwnerUrl !== null && get('DATABASE_URL', null, readDatabase) === null)
    throw new BadSetting('DATABASE_OWNER_URL is set without DATABASE_URL: name the login of the service there.')
  const url = outsideUrl(environment)
  const personalDataKey = get('PERSONAL_DATA_KEY', environment === 'uat' ? key32(uatSecrets.personalData) : null, key32)
  const port = get('PORT', 8080, whole(0, 65_535))
  const config = {
    ...constants,
    environment,
    sandbox: { enabled: sandbox === 'on', token: sandboxToken },
    /** Answers requests, works on jobs, or both. */
    role: get('SPECIE_ROLE', 'both', oneOf('api', 'worker', 'both')),
    port,
    host: get('HOST', '127.0.0.1', address),
    /** A separate listener for probes and metrics. */
    opsPort: get('OPS_PORT', null, whole(0, 65_535)),
    dataFolder: resolve(get('SPECIE_DATA', '.specie', text)),
    /** The built pages of portal, console and the public site: the output of `npm run web`. */
    webFolder: resolve(get('WEB_FOLDER', join(import.meta.dirname, '../../../web/dist/latest'), text)),
    databaseUrl: get('DATABASE_URL', null, readDatabase),
    /** The owner of the schemas, used for migrations only. */
    databaseOwnerUrl,
    /**
     * The address of portal and console: https://desk.example. In UAT without it: the address of the request, on this
     * machine.
     */
    portalOrigin: get('PORTAL_ORIGIN', null, origin(url)),
    /** The former host name of PORTAL_ORIGIN after a deliberate change: passkeys of that name stop working. */
    formerRpId: get('FORMER_RP_ID', null, text),
    /**
     * `passkey`: decisions on requests of others count only with a passkey signature; `any`: only for people who have a
     * passkey.
     */
    approvals: get('APPROVALS', environment === 'production' ? 'passkey' : 'any', oneOf('any', 'passkey')),
    /** 32 bytes in base64 that encrypt personal data and the secrets of authenticator apps. */
    personalDataKey,
    /** 32 bytes in base64 that mark row versions, so that the owner of the database cannot write them (database/trace-key.ts). */
    traceKey: get('TRACE_KEY', personalDataKey && traceKeyFrom(personalDataKey), key32),
    /** Single sign-on for staff: the issuer, and our client id and secret there. */
    oidc: oidcSettings(get, url),
    /** The former server of a database that was restored or moved on purpose: system identifier and timeline. */
    formerServer: get('FORMER_SERVER', null, server),
    databasePool: get('DATABASE_POOL', 10, whole(2, 1_000)),
    /** Multiplies the time limits of database sessions, for a machine that is slow or shared. */
    databasePatience: get('DATABASE_PATIENCE', 1, whole(1, 100)),
    metricsToken: get('METRICS_TOKEN', null, secret),
    logLevel: get('LOG_LEVEL', 'info', oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')),
    /** Proxies whose X-Forwarded-For is trusted; the header is ignored from everyone else. */
    trustedProxies: get('TRUSTED_PROXIES', [] as string[], networks),
    /**
     * Public calls per second and address. Calls per second that may fail before their signature is verified, counted by
     * address, or by key once the key has been verified from that address.
     */
    publicPerSecond: get('PUBLIC_PER_SECOND', 20, whole(1, 1_000_000)),
    failuresPerSecond: get('FAILURES_PER_SECOND', 50, whole(1, 1_000_000)),
    /** Further concurrent requests are shed with 503. */
    maxInFlight: get('MAX_IN_FLIGHT', 2_000, whole(1, 1_000_000)),
    /** When half of all answers take longer than this, fewer requests are admitted. */
    shedAfterMs: get('SHED_AFTER_MS', 300, whole(10, 600_000)),
    /** Per address: requests in flight, and connections. */
    inFlightPerAddress: get('IN_FLIGHT_PER_ADDRESS', 1_000, whole(1, 1_000_000)),
    connectionsPerAddress: get('CONNECTIONS_PER_ADDRESS', 1_000, whole(1, 1_000_000)),
    /** Calls that the contract defines as forms are also accepted as JSON with string values. */
    jsonBodies: get('JSON_BODIES', 'off', oneOf('on', 'off')),
    /** Time limit for receiving a complete request. */
    requestTimeoutMs: get('REQUEST_TIMEOUT_MS', 5_000, whole(100, 600_000)),
    /** How much faster than wall time settlement time runs in UAT. */
    settlementSpeed: environment === 'production' ? 1 : get('SETTLEMENT_SPEED', 60, whole(1, 100_000)),
    /** The bank. In UAT `npm start` sets the address of the simulated one. */
    bankUrl: get('BANK_URL', null, url),
    bankToken: get('BANK_TOKEN', null, secret),
    /** Our own address, for the Swiss QR-bills by which clients pay in; without it none are shown. */
    companyAddress: get(
      'COMPANY_ADDRESS',
      environment === 'uat' ? 'Bahnhofstrasse 1, 8001 Zürich, CH' : null,
      postalAddress,
    ),
    /** People may also import bank files. These are not trusted until the bank confirms them. */
    bankFilesByHand: get('BANK_FILES_BY_HAND', environment === 'uat' ? 'on' : 'off', oneOf('on', 'off')) === 'on',
    /** Settlement time from the request of a mint, a redemption or an on-chain withdrawal to its settlement. */
    settlementSeconds: get('SETTLEMENT_SECONDS', 10_800, whole(0, 1_000_000)),
    /** The smallest mint, in whole pounds; in production fixed by the contract. */
    mintMinimum: environment === 'production' ? 100_000 : get('MINT_MINIMUM_GBP', 100_000, whole(0, 999_999_999)),
    /** Years after which personal data is erased once the institution has left or was rejected. */
    personalDataYears: get('PERSONAL_DATA_YEARS', 10, whole(1, 100)),
    /** The largest single mint or redemption, in whole units of the coin. */
    supplyMaximum: get('SUPPLY_MAXIMUM', 1_000_000_000, whole(1, 1_000_000_000)),
    /** Fees for minting and redeeming, in basis points of the quantity. */
    mintFeeBps: get('MINT_FEE_BPS', 0, whole(0, 1_000)),
    redeemFeeBps: get('REDEEM_FEE_BPS', 0, whole(0, 1_000)),
    railFeeBps: get('RAIL_FEE_BPS', 0, whole(0, 1_000)),
    /** Fees are swept to the house account at the end of each bank day, and at once above this many francs or pounds. */
    feeSweepFrom: get('FEE_SWEEP_FROM', 10_000, whole(1, 999_999_999)),
    /** No rail is opened for parties of these countries. */
    railRefusedCountries: get('RAIL_REFUSED_COUNTRIES', ['KP', 'IR'] as string[], countries),
    /** Settlement time from the last check of a withdrawal address to its first use. */
    addressCoolingHours: get('ADDRESS_COOLING_HOURS', 24, whole(0, 720)),
    /** How long an answer waits for its transaction to be signed, so that it can include the txid. */
    signingWaitMs: get('SIGNING_WAIT_MS', 2_000, whole(0, 60_000)),
    /** The UAT chains. In UAT `npm start` sets the address of the simulated ones. */
    devnetUrl: environment === 'production' ? null : get('DEVNET_URL', null, httpUrl),
    devnetToken: get('DEVNET_TOKEN', null, secret),
    /** RPC_ETH=https://…,https://…: the nodes of each chain. */
    rpcUrls: rpcUrls(get, url),
    /** QUORUM_ETH=2: how many nodes of a chain must agree on facts that decide. Default: all of them. */
    quorums: quorums(get, url),
    /** EXPLORER_URL_ETH=https://…/{txid}: the page of a transaction in production. UAT uses our own explorer. */
    explorerUrls: explorerUrls(get, url),
    /** The file of the local keystore and its passphrase. */
    keystore: get('KEYSTORE', null, text),
    keystorePassphrase: get('KEYSTORE_PASSPHRASE', null, secret),
    /** AWS KMS, for the keys listed in KMS_KEYS=minter/secp256k1=alias/minter,… */
    kms: kmsSettings(get, url),
    /** The conversion provider. Requests are signed with its secret (HMAC). */
    providerUrl: get('PROVIDER_URL', null, url),
    providerKey: get('PROVIDER_KEY', 'specie', text),
    providerSecret: get('PROVIDER_SECRET', environment === 'uat' ? uatSecrets.provider : null, secret),
    /**
     * The accounts from which the provider pays us. A wire from any other account is not the provider's, whatever it
     * quotes.
     */
    providerAccounts: get('PROVIDER_ACCOUNTS', environment === 'uat' ? uatAccounts.provider : [], bankAccounts),
    /** The accounts from which the issuer pays its own money into the reserve. */
    issuerAccounts: get('ISSUER_ACCOUNTS', environment === 'uat' ? uatAccounts.issuer : [], bankAccounts),
    /** Liquidity venues: LIQUIDITY=alpha=https://…,beta=https://…; requests are signed with the secret (HMAC). */
    liquidity: get('LIQUIDITY', new Map() as ReadonlyMap<string, string>, venues(url)),
    liquidityKey: get('LIQUIDITY_KEY', 'specie', text),
    liquiditySecret: get('LIQUIDITY_SECRET', environment === 'uat' ? uatSecrets.liquidity : null, secret),
    /** Exchanges whose public prices are the reference, by their ccxt names; `provider` is the conversion provider. */
    referenceSources: get('REFERENCE_EXCHANGE', ['provider'] as string[], names),
    /** Maximum age, in seconds, of the reference rate for trades of the desk. */
    referenceSeconds: get('REFERENCE_SECONDS', 30, whole(1, 3_600)),
    /** How long rates must be steady and agree before they are trusted again, in seconds. */
    referenceCalmSeconds: get('REFERENCE_CALM_SECONDS', 60, whole(0, 86_400)),
    /** Limits on trusted prices and on how much the desk trades on them, by name (markets/limits.ts). */
    marketLimits: get('MARKET_LIMITS', new Map() as ReadonlyMap<string, string>, pairs),
    /** UAT: on the first start the desk and the venues are funded by wires, mints and deposits. */
    deskFunding: environment === 'production' ? 'off' : get('DESK_FUNDING', 'off', oneOf('on', 'off')),
    /** Fault point at which a test kills the process (faults.ts). */
    fault: environment === 'production' ? null : get('SPECIE_FAULT', null, oneOf(...faults)),
    /** Destinations for signed heads of the audit chain (audit/head-destinations.ts), and the token sent to HTTP ones. */
    auditHeads: get('AUDIT_HEADS', [] as HeadDestination[], headDestinations(environment)),
    auditHeadsToken: get('AUDIT_HEADS_TOKEN', null, secret),
    otlpEndpoint: get('OTEL_EXPORTER_OTLP_ENDPOINT', null, url),
  }
  if (environment === 'production') requireSecrets(config)
  if (environment === 'production') requirePersonalDataKey(config)
  return config
}

/** Production serves portal and console when PORTAL_ORIGIN is set. */
function requirePersonalDataKey(config: { portalOrigin: string | null; personalDataKey: Buffer | null }): void {
  const { portalOrigin, personalDataKey } = config
  if (portalOrigin !== null && personalDataKey === null)
    throw new BadSetting(
      'PORTAL_ORIGIN needs PERSONAL_DATA_KEY beside it in production: 32 random bytes, `openssl rand -base64 32`.',
    )
  if (personalDataKey?.equals(key32(uatSecrets.personalData)))
    throw new BadSetting('PERSONAL_DATA_KEY is the public key of UAT: generate another one.')
}

type OutsideSettings = {
  readonly bankUrl: string | null
  readonly bankToken: string | null
  readonly providerUrl: string | null
  readonly providerSecret: string | null
  readonly providerAccounts: readonly string[]
  readonly issuerAccounts: readonly string[]
  readonly liquidity: ReadonlyMap<string, string>
  readonly liquiditySecret: string | null
  readonly rpcUrls: ReadonlyMap<ChainCode, readonly string[]>
}

/** In production every outside connection needs a shared secret. */
function requireSecrets(config: OutsideSettings): void {
  const { bankUrl, bankToken, providerUrl, providerSecret, liquidity, liquiditySecret, rpcUrls } = config
  const required: [string, boolean, string, string | null][] = [
    ['BANK_URL', bankUrl !== null, 'BANK_TOKEN', bankToken],
    ['PROVIDER_URL', providerUrl !== null, 'PROVIDER_SECRET', providerSecret],
    ['LIQUIDITY', liquidity.size > 0, 'LIQUIDITY_SECRET', liquiditySecret],
  ]
  for (const [setting, isSet, name, value] of required) {
    if (isSet && value === null) throw new BadSetting(`${setting} needs ${name} beside it in production.`)
    if (value !== null && Object.values<string>(uatSecrets).includes(value))
      throw new BadSetting(`${name} is the public secret of UAT: agree on another one.`)
  }
  if (providerUrl !== null && config.providerAccounts.length === 0)
    throw new BadSetting(
      'PROVIDER_URL needs PROVIDER_ACCOUNTS beside it in production: the accounts from which the provider pays us.',
    )
  const ofUat = Object.values(uatAccounts).flat()
  for (const [name, accounts] of [
    ['PROVIDER_ACCOUNTS', config.providerAccounts],
    ['ISSUER_ACCOUNTS', config.issuerAccounts],
  ] as const)
    if (accounts.some((account) => ofUat.includes(account)))
      throw new BadSetting(`${name} names an account of UAT, which does not exist in production: name the real ones.`)
  const withoutPassword = rpcUrls.get('BTC')?.find((url) => new URL(url).password === '')
  if (withoutPassword !== undefined)
    throw new BadSetting('RPC_BTC must hold user and password in production: https://user:password@host.')
}

/** Secrets of the simulated counterparts. */
const uatSecrets = {
  provider: 'uat-provider-test-secret',
  liquidity: 'uat-liquidity-test-secret',
  personalData: Buffer.from('uat-personal-data-key-for-tests!').toString('base64'),
} as const

/** The accounts of the simulated provider and issuer of UAT. */
export const uatAccounts: Readonly<Record<'provider' | 'issuer', readonly string[]>> = {
  provider: ['CH3608998000020020010', 'GB35UATB04008020000011'],
  issuer: ['CH6908998000030030010', 'GB83UATB04008030000041'],
}

/** Parses the text of a setting. An error's message continues the sentence after the setting's name: «must be …». */
type Get = ReturnType<typeof reader>

function rpcUrls(get: Get, url: Read<string>): ReadonlyMap<ChainCode, readonly string[]> {
  const named = (Object.keys(chains) as ChainCode[]).map((code) => [code, get(`RPC_${code}`, [], listOf(url))] as const)
  return new Map(named.filter(([, urls]) => urls.length > 0))
}

/** A well-known explorer of each chain, unless another one is set. */
const publicExplorers: { readonly [code in ChainCode]: string } = {
  ETH: 'https://etherscan.io/tx/{txid}',
  BASE: 'https://basescan.org/tx/{txid}',
  ARB: 'https://arbiscan.io/tx/{txid}',
  AVAX: 'https://snowtrace.io/tx/{txid}',
  POL: 'https://polygonscan.com/tx/{txid}',
  CELO: 'https://celoscan.io/tx/{txid}',
  SOL: 'https://explorer.solana.com/tx/{txid}',
  BTC: 'https://mempool.space/tx/{txid}',
}

function explorerUrls(get: Get, url: Read<string>): Readonly<Record<string, string>> {
  const named: Read<string> = (given) => {
    url(given)
    if (/^[^"<>&\s]*\{txid\}[^"<>&\s]*$/.test(given)) return given
    throw new Error('must contain {txid} in place of the transaction')
  }
  const codes = Object.keys(chains) as ChainCode[]
  return Object.fromEntries(codes.map((code) => [code, get(`EXPLORER_URL_${code}`, publicExplorers[code], named)]))
}

function quorums(get: Get, url: Read<string>): ReadonlyMap<ChainCode, number> {
  const nodes = rpcUrls(get, url)
  const set = (Object.keys(chains) as ChainCode[]).flatMap((code): [ChainCode, number][] => {
    const quorum = get(`QUORUM_${code}`, null, whole(1, 100))
    if (quorum === null) return []
    const count = nodes.get(code)?.length ?? 0
    // With half of the nodes or fewer, two conflicting answers could both have a quorum.
    if (quorum > count || quorum * 2 <= count)
      throw new BadSetting(`QUORUM_${code} must be more than half of the ${count} nodes of RPC_${code}, and not more.`)
    return [[code, quorum]]
  })
  return new Map(set)
}

function kmsSettings(get: Get, url: Read<string>) {
  const keys = get('KMS_KEYS', null, pairs)
  if (keys === null) return null
  const region = get('KMS_REGION', null, text)
  const accessKeyId = get('AWS_ACCESS_KEY_ID', null, text)
  const secretAccessKey = get('AWS_SECRET_ACCESS_KEY', null, secret)
  if (region === null || accessKeyId === null || secretAccessKey === null) {
    throw new BadSetting('KMS_KEYS needs KMS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it.')
  }
  const sessionToken = get('AWS_SESSION_TOKEN', null, text)
  return { keys, region, endpoint: get('KMS_ENDPOINT', null, url), accessKeyId, secretAccessKey, sessionToken }
}

function oidcSettings(get: Get, url: Read<string>) {
  const issuer = get('OIDC_ISSUER', null, url)
  const clientId = get('OIDC_CLIENT_ID', null, text)
  const clientSecret = get('OIDC_CLIENT_SECRET', null, secret)
  if (issuer === null && clientId === null && clientSecret === null) return null
  if (issuer === null || clientId === null || clientSecret === null)
    throw new BadSetting('OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three or none.')
  return { issuer, clientId, clientSecret }
}

function reader(source: Source, known: Set<string>) {
  return <const D, T>(name: string, fallback: D, read: Read<T>): T | D => {
    known.add(name)
    // A default must be a value that could be set.
    const given = source[name]?.trim() || (typeof fallback === 'number' ? String(fallback) : '')
    if (given === '') return fallback
    try {
      return read(given)
    } catch (error) {
      throw new BadSetting(`${name} ${(error as Error).message}.`)
    }
  }
}
