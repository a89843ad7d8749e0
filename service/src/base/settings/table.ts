import { clientSettings } from '@specie/protocol/client-settings.ts'
import { testSetting } from '../constants.ts'
import { bankSettings, chainSettings, marketSettings, peopleSettings, termSettings } from './business.ts'
import { screeningSettings } from './screening.ts'
import { namesOf, type Setting } from './setting.ts'
import { travelRuleSettings } from './travel-rule.ts'
import { databaseSettings, httpSettings, processSettings, uatSettings, watchSettings } from './technical.ts'

/** All settings, in the order of docs/operations.md. */
export const settingGroups: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  Process: processSettings,
  Database: databaseSettings,
  'HTTP and limits': httpSettings,
  'Logs, metrics and audit': watchSettings,
  People: peopleSettings,
  Bank: bankSettings,
  'Provider, venues and prices': marketSettings,
  'Chains and keys': chainSettings,
  Screening: screeningSettings,
  'Travel Rule': travelRuleSettings,
  'Fees and limits of business': termSettings,
  'UAT only': uatSettings,
}

export const settings = {
  ...processSettings,
  ...databaseSettings,
  ...httpSettings,
  ...watchSettings,
  ...peopleSettings,
  ...bankSettings,
  ...marketSettings,
  ...chainSettings,
  ...screeningSettings,
  ...travelRuleSettings,
  ...termSettings,
  ...uatSettings,
}

/** Includes the names that other programs in the same environment read. */
export const knownNames: readonly string[] = [
  ...namesOf(Object.keys(settings)),
  testSetting,
  'SPECIE_SCHEMAS',
  ...Object.values(clientSettings),
]

const isConstant = 'it has a fixed value now; remove it'

/** Settings of former versions, and their replacement. */
export const formerSettings: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    namesOf([
      'ADDRESS_COOLING_HOURS',
      'FAILURES_PER_SECOND',
      'FEE_SWEEP_FROM',
      'MAX_IN_FLIGHT',
      'MINT_MINIMUM_GBP',
      'REFERENCE_CALM_SECONDS',
      'REFERENCE_SECONDS',
      'REQUEST_TIMEOUT_MS',
      'SETTLEMENT_SECONDS',
      'SHED_AFTER_MS',
      'SIGNING_WAIT_MS',
      'EXPLORER_URL_<CODE>',
    ]).map((name) => [name, isConstant]),
  ),
  FORMER_SERVER: 'give it to `specie migrate --former-server`',
  IN_FLIGHT_PER_ADDRESS: 'set CONNECTIONS_PER_ADDRESS, which limits both',
  MINT_FEE_BPS: 'set FEES_BPS=mint=…',
  REDEEM_FEE_BPS: 'set FEES_BPS=redeem=…',
  RAIL_FEE_BPS: 'set FEES_BPS=rail=…',
  KMS_REGION: 'set AWS_REGION',
  KMS_ENDPOINT: 'set AWS_ENDPOINT_URL_KMS',
  PROVIDER_KEY: 'write the name into PROVIDER_URL, as https://name@host',
  LIQUIDITY_KEY: 'write the name into the addresses of LIQUIDITY, as https://name@host',
  SPECIE_FAULT: `set "fault" in ${testSetting}`,
}
