import {
  bankAccounts,
  countries,
  fees,
  key32,
  listSources,
  namedUrl,
  names,
  oneOf,
  origin,
  outsideUrl,
  outsideUrls,
  pairs,
  postalAddress,
  secret,
  text,
  venues,
  whole,
} from './parsers.ts'
import type { Setting } from './setting.ts'
import { uatAccounts, uatSecrets } from './uat.ts'

// Settings about people, money and outside parties. Each row names its meaning and when an operator changes it.

export const peopleSettings = {
  PORTAL_ORIGIN: {
    read: origin,
    shown: 'UAT: the address called, on this machine',
    what: 'where people reach portal and console, `https://desk.example`; in production they are served only with it ([people.md](people.md))',
    why: 'People use portal and console in production.',
  },
  FORMER_RP_ID: {
    read: text,
    what: 'the host name that `PORTAL_ORIGIN` had before: passkeys of that name stop working',
    why: 'Portal and console move permanently to another host name.',
  },
  APPROVALS: {
    read: oneOf('any', 'passkey'),
    default: { uat: 'any', production: 'passkey' },
    shown: '`passkey`; UAT: `any`',
    what: '`passkey`: decisions on requests of others count only when they are signed with a passkey; `any`: people without one decide with a fresh factor, people with one still sign',
    why: 'Staff without passkeys must be able to approve.',
  },
  OIDC_ISSUER: {
    read: outsideUrl,
    what: 'the issuer of single sign-on for staff; it needs the next two settings',
    why: 'Staff sign in with the accounts of your organisation.',
  },
  OIDC_CLIENT_ID: {
    read: text,
    what: 'the name that the issuer gave to this service',
    why: '`OIDC_ISSUER` is set.',
  },
  OIDC_CLIENT_SECRET: {
    read: secret,
    what: 'the secret that the issuer gave to this service',
    why: '`OIDC_ISSUER` is set.',
  },
  PERSONAL_DATA_KEY: {
    read: key32,
    default: { uat: uatSecrets.personalData },
    shown: 'a test key in UAT',
    what: '32 random bytes in base64 that encrypt personal data and the secrets of authenticator apps; required by `PORTAL_ORIGIN`',
    why: 'Production stores data of people.',
  },
  PERSONAL_DATA_YEARS: {
    read: whole(1, 100),
    default: '10',
    what: 'personal data is erased this number of years after an institution has left or was rejected',
    why: 'The law that applies to you sets another period.',
  },
  TRACE_KEY: {
    read: key32,
    shown: 'made from `PERSONAL_DATA_KEY`',
    what: '32 random bytes in base64 that mark what the service writes, so that the owner of the database cannot write in its name ([check.md](check.md#traces)); the same for all processes, `specie migrate` and `specie check`',
    why: 'Auditors run `specie check` and must not have the key of personal data.',
  },
} satisfies Record<string, Setting>

export const bankSettings = {
  BANK_URL: {
    read: outsideUrl,
    shown: 'the included bank in UAT',
    what: "the bank's HTTP address; without one nothing is fetched and payouts wait",
    why: 'The service is connected to a bank.',
  },
  BANK_TOKEN: {
    read: secret,
    what: 'the bearer token for the bank; required by `BANK_URL` in production',
    why: 'The bank requires one.',
  },
  BANK_FILES_BY_HAND: {
    read: oneOf('on', 'off'),
    default: { uat: 'on', production: 'off' },
    shown: '`off`; UAT: `on`',
    what: 'bank files may be [imported manually](banking.md#files-imported-manually); they count only after the bank confirms them',
    why: "The bank's interface is down for long, or a bank has no interface.",
  },
  COMPANY_ADDRESS: {
    read: postalAddress,
    default: { uat: 'Bahnhofstrasse 1, 8001 Zürich, CH' },
    shown: 'UAT: an invented one',
    what: 'our postal address as `Bahnhofstrasse 1, 8001 Zürich, CH`, for the Swiss QR-bills in the portal; without it none are shown',
    why: 'Clients pay in by Swiss QR-bill.',
  },
  ISSUER_ACCOUNTS: {
    read: bankAccounts,
    default: { uat: uatAccounts.issuer.join(',') },
    shown: 'an invented one in UAT',
    what: 'the accounts that the issuer tops up its reserve from; a top-up from any other opens a case ([who pays](#who-pays))',
    why: 'The issuer pays its own money into the reserve.',
  },
} satisfies Record<string, Setting>

export const marketSettings = {
  PROVIDER_URL: {
    read: namedUrl,
    shown: 'the included provider in UAT',
    what: "the conversion provider, `https://our-name@host`, where the name is `specie` if it is left out. Without it crypto cannot pay for mints, and VCHF cannot be minted, because the smallest mint needs the provider's GBP/CHF rate",
    why: 'A provider converts crypto and fiat.',
  },
  PROVIDER_SECRET: {
    read: secret,
    default: { uat: uatSecrets.provider },
    shown: 'a test secret in UAT',
    what: 'calls to the provider are signed with it; required by `PROVIDER_URL` in production',
    why: 'It is the secret that the provider and you agreed on.',
  },
  PROVIDER_ACCOUNTS: {
    read: bankAccounts,
    default: { uat: uatAccounts.provider.join(',') },
    shown: "the included provider's in UAT",
    what: 'the accounts that the provider pays us from: IBANs, or sort codes with account numbers, separated by commas. A wire from any other account is a deposit, with any reference. Required by `PROVIDER_URL` in production; [written by `specie migrate`](#who-pays)',
    why: 'The provider names an account, or changes one.',
  },
  LIQUIDITY: {
    read: venues,
    shown: 'the two included venues in UAT',
    what: 'venues that quote prices, `name=https://our-name@host` separated by commas ([liquidity.md](liquidity.md))',
    why: 'Orders are also filled at outside venues.',
  },
  LIQUIDITY_SECRET: {
    read: secret,
    default: { uat: uatSecrets.liquidity },
    shown: 'a test secret in UAT',
    what: 'calls to venues are signed with it; required by `LIQUIDITY` in production',
    why: 'It is the secret that the venues and you agreed on.',
  },
  REFERENCE_EXCHANGE: {
    read: names,
    default: 'provider',
    shown: "the provider's prices",
    what: 'exchanges whose public prices are the reference, by their names in ccxt, which must be installed ([reference-rates.md](reference-rates.md))',
    why: 'Prices must not depend on one provider.',
  },
  MARKET_LIMITS: {
    read: pairs,
    what: 'limits on trusted prices and on what the desk trades, `ETH/CHF.loss=50000` separated by commas ([reference-rates.md](reference-rates.md))',
    why: 'The desk may risk more or less than by default.',
  },
} satisfies Record<string, Setting>

export const chainSettings = {
  'RPC_<CODE>': {
    read: outsideUrls,
    what: 'nodes of a chain (`RPC_ETH`, `RPC_SOL` …), separated by commas; a chain without any is offline ([chains.md](chains.md#nodes))',
    why: 'The service uses that chain.',
  },
  'QUORUM_<CODE>': {
    read: whole(1, 100),
    shown: 'all',
    what: 'how many nodes of a chain must agree on an answer that decides something; more than half of them ([chains.md](chains.md#nodes))',
    why: 'Work must continue while one of several nodes is down.',
  },
  KEYSTORE: {
    read: text,
    shown: 'in UAT made in `SPECIE_DATA`',
    what: 'the file of our keys ([keys.md](keys.md))',
    why: 'Keys are in a file, alone or in addition to KMS.',
  },
  KEYSTORE_PASSPHRASE: {
    read: secret,
    shown: 'in UAT made in `SPECIE_DATA`',
    what: 'the passphrase of that file',
    why: '`KEYSTORE` is set.',
  },
  KMS_KEYS: {
    read: pairs,
    what: 'keys in AWS KMS, `minter/secp256k1=alias/minter` separated by commas ([keys.md](keys.md#aws-kms))',
    why: 'Keys must not leave an HSM.',
  },
  AWS_REGION: {
    read: text,
    what: 'the region of KMS, as AWS defines this and the next four',
    why: '`KMS_KEYS` is set.',
  },
  AWS_ACCESS_KEY_ID: {
    read: text,
    what: 'allowed to call `kms:GetPublicKey` and `kms:Sign` on these keys, nothing else',
    why: '`KMS_KEYS` is set.',
  },
  AWS_SECRET_ACCESS_KEY: {
    read: secret,
    what: 'the secret of that access key',
    why: '`KMS_KEYS` is set.',
  },
  AWS_SESSION_TOKEN: {
    read: text,
    what: 'the token of temporary credentials',
    why: 'The access key is temporary, for example for one `specie chains deploy`.',
  },
  AWS_ENDPOINT_URL_KMS: {
    read: outsideUrl,
    shown: 'that of the region',
    what: 'the address of KMS',
    why: 'KMS is called by a private or a FIPS endpoint.',
  },
} satisfies Record<string, Setting>

export const termSettings = {
  FEES_BPS: {
    read: fees,
    default: 'mint=0,redeem=0,rail=0',
    what: 'fees in bps: of the quantity for minting and redeeming, of the received amount for a payment over a rail',
    why: 'Clients are charged.',
  },
  SUPPLY_MAXIMUM: {
    read: whole(1, 1_000_000_000),
    default: '1000000000',
    what: 'the largest single mint or redemption, in coins',
    why: 'One wrong amount must not be larger than you can bear.',
  },
  RAIL_REFUSED_COUNTRIES: {
    read: countries,
    default: 'KP,IR',
    what: 'no payment rail is opened for parties of these countries, separated by commas',
    why: 'Your compliance policy refuses other countries.',
  },
  SCREENING_LISTS: {
    read: listSources,
    shown: 'none; in production nothing is served until it is set',
    what: 'sanctions lists and where each is read, `ofac=https://…,uk=/srv/lists/uk.csv` separated by commas: an https address, a file, or a folder whose newest file counts; `none` screens against your own list alone ([lists.md](lists.md))',
    why: 'Parties are screened against official lists.',
  },
} satisfies Record<string, Setting>
