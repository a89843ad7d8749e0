import { assets, isAsset } from '@specie/protocol/assets.ts'
import { isLei } from '@specie/protocol/onboarding/lei.ts'
import { isDti, type TokenDti } from '@specie/travel-rule/trp/dti.ts'
import { httpUrl, outsideUrl, pairs, type Read, text } from './parsers.ts'
import type { Setting } from './setting.ts'

const lei: Read<string> = (given) => {
  if (!isLei(given)) throw new Error(`must be an LEI whose check digits fit; it is "${given}"`)
  return given
}

/** `VCHF/ETH=…,VGBP/SOL=…` */
const dtis: Read<TokenDti[]> = (given, environment) =>
  [...pairs(given, environment)].map(([token, dti]) => {
    const [asset = '', code] = token.split('/')
    const chain = isAsset(asset) ? assets[asset].blockchains.find((one) => one.blockchain === code) : undefined
    if (!isAsset(asset) || !chain) throw new Error(`must name coins as VCHF/ETH; "${token}" is not`)
    if (!isDti(dti)) throw new Error(`must list identifiers of ISO 24165; "${dti}" is none`)
    return { asset, chain: chain.blockchain, dti }
  })

export const travelRuleSettings = {
  COMPANY_NAME: {
    read: text,
    default: { uat: 'Specie UAT AG' },
    shown: 'UAT: an invented one',
    what: 'our registered name; providers of hosted wallets receive it with each transfer',
    why: 'Coins leave to wallets at other providers.',
  },
  COMPANY_LEI: {
    read: lei,
    default: { uat: '9999SPECIEUAT00AG093' },
    shown: 'UAT: an invented one',
    what: 'our LEI, for the same messages',
    why: 'The company has one.',
  },
  TRAVEL_RULE_URL: {
    read: outsideUrl,
    shown: 'UAT: the address of the service',
    what: 'where other providers reach `/travel-rule/v1`, as `https://host`; without it no transfer to a hosted wallet leaves ([travel-rule.md](travel-rule.md))',
    why: 'Coins leave to wallets at other providers, or come from them.',
  },
  TRAVEL_RULE_CERTIFICATE: {
    read: text,
    what: 'the file of the client certificate that we show to other providers (PEM); it needs `TRAVEL_RULE_KEY`',
    why: 'A provider accepts only known callers (mutual TLS).',
  },
  TRAVEL_RULE_KEY: {
    read: text,
    what: 'the file of the key of that certificate (PEM)',
    why: '`TRAVEL_RULE_CERTIFICATE` is set.',
  },
  TOKEN_DTIS: {
    read: dtis,
    shown: 'invented ones in UAT',
    what: 'Digital Token Identifiers, `VCHF/ETH=…` separated by commas; a coin without one cannot be sent to a hosted wallet',
    why: 'The DTI Foundation has registered a coin on a chain.',
  },
  VASP_URL: {
    read: httpUrl,
    shown: 'the included one',
    uatOnly: true,
    what: 'the counterparty of the Travel Rule in UAT; by default it runs in the process of the bank',
    why: 'The counterparties of UAT run elsewhere.',
  },
} satisfies Record<string, Setting>
