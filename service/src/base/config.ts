import { join, resolve } from 'node:path'
import { publishedDtis, uatDtis } from '@specie/travel-rule/trp/dti.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { constantsFor } from './constants.ts'
import { traceKeyFrom } from './database/trace-key.ts'
import { assertKnown, BadSetting, type Get, getterOf, type Source } from './settings/setting.ts'
import { formerSettings, knownNames, settings } from './settings/table.ts'
import { uatAccounts, uatSecrets } from './settings/uat.ts'

// The only file that reads process.env. The settings are rows of settings/. This file converts them to what the code
// uses.

export { BadSetting } from './settings/setting.ts'

export type Config = Readonly<ReturnType<typeof readConfig>>

type GetSetting = Get<typeof settings>

export function readConfig(source: Source = process.env) {
  const get = getterOf(settings, source)
  const environment = get('SPECIE_ENV')
  const config = {
    environment,
    ...constantsFor(source, environment),
    ...technical(get),
    ...business(get),
    ...outside(get),
    ...travelRule(get),
  }
  if (environment === 'production') requireSecrets(config)
  if (environment === 'production') requirePersonalDataKey(config)
  assertKnown(source, knownNames, formerSettings)
  return config
}

function technical(get: GetSetting) {
  const databaseUrl = get('DATABASE_URL')
  const databaseOwnerUrl = get('DATABASE_OWNER_URL')
  if (databaseOwnerUrl !== null && databaseUrl === null)
    throw new BadSetting(
      'DATABASE_OWNER_URL is set without DATABASE_URL. Set DATABASE_URL to the login of the service.',
    )
  return {
    role: get('SPECIE_ROLE'),
    port: get('PORT'),
    host: get('HOST'),
    opsPort: get('OPS_PORT'),
    dataFolder: resolve(get('SPECIE_DATA')),
    webFolder: resolve(get('WEB_FOLDER') ?? join(import.meta.dirname, '../../../web/dist/latest')),
    databaseUrl,
    databaseOwnerUrl,
    databasePool: get('DATABASE_POOL'),
    databasePatience: get('DATABASE_PATIENCE'),
    trustedProxies: get('TRUSTED_PROXIES') ?? [],
    connectionsPerAddress: get('CONNECTIONS_PER_ADDRESS'),
    publicPerSecond: get('PUBLIC_PER_SECOND'),
    jsonBodies: get('JSON_BODIES'),
    logLevel: get('LOG_LEVEL'),
    metricsToken: get('METRICS_TOKEN'),
    otlpEndpoint: get('OTEL_EXPORTER_OTLP_ENDPOINT'),
    auditHeads: get('AUDIT_HEADS') ?? [],
    auditHeadsToken: get('AUDIT_HEADS_TOKEN'),
    sandbox: { enabled: get('SANDBOX') === 'on', token: get('SANDBOX_TOKEN') },
    settlementSpeed: get('SETTLEMENT_SPEED'),
    deskFunding: get('DESK_FUNDING'),
    devnetUrl: get('DEVNET_URL'),
    devnetToken: get('DEVNET_TOKEN'),
  }
}

function business(get: GetSetting) {
  const personalDataKey = get('PERSONAL_DATA_KEY')
  const fees = get('FEES_BPS')
  return {
    portalOrigin: get('PORTAL_ORIGIN'),
    formerRpId: get('FORMER_RP_ID'),
    approvals: get('APPROVALS'),
    oidc: oidcSettings(get),
    personalDataKey,
    personalDataYears: get('PERSONAL_DATA_YEARS'),
    traceKey: get('TRACE_KEY') ?? (personalDataKey && traceKeyFrom(personalDataKey)),
    companyAddress: get('COMPANY_ADDRESS'),
    mintFeeBps: fees.mint,
    redeemFeeBps: fees.redeem,
    railFeeBps: fees.rail,
    supplyMaximum: get('SUPPLY_MAXIMUM'),
    railRefusedCountries: get('RAIL_REFUSED_COUNTRIES'),
    /** Null: the operator has not decided. */
    screeningLists: get('SCREENING_LISTS'),
  }
}

function outside(get: GetSetting) {
  const provider = get('PROVIDER_URL')
  return {
    bankUrl: get('BANK_URL'),
    bankToken: get('BANK_TOKEN'),
    bankFilesByHand: get('BANK_FILES_BY_HAND') === 'on',
    providerUrl: provider?.url ?? null,
    providerKey: provider?.key ?? 'specie',
    providerSecret: get('PROVIDER_SECRET'),
    providerAccounts: get('PROVIDER_ACCOUNTS') ?? [],
    issuerAccounts: get('ISSUER_ACCOUNTS') ?? [],
    liquidity: get('LIQUIDITY') ?? new Map<string, never>(),
    liquiditySecret: get('LIQUIDITY_SECRET'),
    referenceSources: get('REFERENCE_EXCHANGE'),
    marketLimits: get('MARKET_LIMITS') ?? new Map<string, never>(),
    rpcUrls: rpcUrls(get),
    quorums: quorums(get),
    keystore: get('KEYSTORE'),
    keystorePassphrase: get('KEYSTORE_PASSPHRASE'),
    kms: kmsSettings(get),
  }
}

function travelRule(get: GetSetting) {
  const [certificate, key] = [get('TRAVEL_RULE_CERTIFICATE'), get('TRAVEL_RULE_KEY')]
  if ((certificate === null) !== (key === null))
    throw new BadSetting('Set both TRAVEL_RULE_CERTIFICATE and TRAVEL_RULE_KEY, or neither.')
  const usual = get('SPECIE_ENV') === 'uat' ? uatDtis : publishedDtis
  return {
    companyName: get('COMPANY_NAME'),
    companyLei: get('COMPANY_LEI'),
    travelRuleUrl: get('TRAVEL_RULE_URL'),
    travelRuleCertificate: certificate === null || key === null ? null : { certificate, key },
    tokenDtis: [...(get('TOKEN_DTIS') ?? []), ...usual],
    vaspUrl: get('VASP_URL') ?? get('BANK_URL'),
  }
}

/** Production serves portal and console when PORTAL_ORIGIN is set. */
function requirePersonalDataKey(config: { portalOrigin: string | null; personalDataKey: Buffer | null }): void {
  const { portalOrigin, personalDataKey } = config
  if (portalOrigin !== null && personalDataKey === null)
    throw new BadSetting(
      'PORTAL_ORIGIN needs PERSONAL_DATA_KEY in production, which is 32 random bytes: `openssl rand -base64 32`.',
    )
  if (personalDataKey?.toString('base64') === uatSecrets.personalData)
    throw new BadSetting('PERSONAL_DATA_KEY is the key of UAT, which is published. Generate another one.')
}

/** In production every outside connection needs a shared secret. */
function requireSecrets(config: ReturnType<typeof outside>): void {
  const { bankUrl, bankToken, providerUrl, providerSecret, liquidity, liquiditySecret, rpcUrls: nodes } = config
  const required: [string, boolean, string, string | null][] = [
    ['BANK_URL', bankUrl !== null, 'BANK_TOKEN', bankToken],
    ['PROVIDER_URL', providerUrl !== null, 'PROVIDER_SECRET', providerSecret],
    ['LIQUIDITY', liquidity.size > 0, 'LIQUIDITY_SECRET', liquiditySecret],
  ]
  for (const [setting, isSet, name, value] of required) {
    if (isSet && value === null) throw new BadSetting(`${setting} needs ${name} in production.`)
    if (value !== null && Object.values<string>(uatSecrets).includes(value))
      throw new BadSetting(`${name} is the secret of UAT, which is published. Agree on another one.`)
  }
  if (providerUrl !== null && config.providerAccounts.length === 0)
    throw new BadSetting(
      'PROVIDER_URL needs PROVIDER_ACCOUNTS in production. It lists the accounts from which the provider pays us.',
    )
  const ofUat = Object.values(uatAccounts).flat()
  for (const [name, accounts] of [
    ['PROVIDER_ACCOUNTS', config.providerAccounts],
    ['ISSUER_ACCOUNTS', config.issuerAccounts],
  ] as const)
    if (accounts.some((account) => ofUat.includes(account)))
      throw new BadSetting(`${name} names an account of UAT, which does not exist in production. Name the real ones.`)
  const withoutPassword = nodes.get('BTC')?.find((url) => new URL(url).password === '')
  if (withoutPassword !== undefined)
    throw new BadSetting('RPC_BTC must hold user and password in production: https://user:password@host.')
}

const codes = Object.keys(chains) as ChainCode[]

const rpcUrls = (get: GetSetting): ReadonlyMap<ChainCode, readonly string[]> =>
  new Map(
    codes.flatMap((code) => {
      const urls = get('RPC_<CODE>', code)
      return urls === null ? [] : [[code, urls] as const]
    }),
  )

function quorums(get: GetSetting): ReadonlyMap<ChainCode, number> {
  const nodes = rpcUrls(get)
  const set = codes.flatMap((code): [ChainCode, number][] => {
    const quorum = get('QUORUM_<CODE>', code)
    if (quorum === null) return []
    const count = nodes.get(code)?.length ?? 0
    // With half of the nodes or fewer, two conflicting answers could both have a quorum.
    if (quorum > count || quorum * 2 <= count)
      throw new BadSetting(`QUORUM_${code} must be more than half of the ${count} nodes of RPC_${code}, and not more.`)
    return [[code, quorum]]
  })
  return new Map(set)
}

function kmsSettings(get: GetSetting) {
  const keys = get('KMS_KEYS')
  if (keys === null) return null
  const region = get('AWS_REGION')
  const accessKeyId = get('AWS_ACCESS_KEY_ID')
  const secretAccessKey = get('AWS_SECRET_ACCESS_KEY')
  if (region === null || accessKeyId === null || secretAccessKey === null)
    throw new BadSetting('KMS_KEYS needs AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const sessionToken = get('AWS_SESSION_TOKEN')
  return { keys, region, endpoint: get('AWS_ENDPOINT_URL_KMS'), accessKeyId, secretAccessKey, sessionToken }
}

function oidcSettings(get: GetSetting) {
  const issuer = get('OIDC_ISSUER')
  const clientId = get('OIDC_CLIENT_ID')
  const clientSecret = get('OIDC_CLIENT_SECRET')
  if (issuer === null && clientId === null && clientSecret === null) return null
  if (issuer === null || clientId === null || clientSecret === null)
    throw new BadSetting('Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or none of them.')
  return { issuer, clientId, clientSecret }
}
