import type { Env } from '../../base/env.ts'

/** A service that this installation uses, according to its settings. */
export type UsedService = { readonly code: string; readonly function: string; readonly setting: string }

/** What the settings show. Staff complete it: who provides it, under which contract. */
export function usedServices({ config }: Pick<Env, 'config'>): UsedService[] {
  const used = (isUsed: boolean, code: string, what: string, setting: string): UsedService[] =>
    isUsed ? [{ code, function: what, setting }] : []
  return [
    ...used(config.bankUrl !== null, 'bank', 'Accounts of clients’ money and of the reserve, payments', 'BANK_URL'),
    ...used(config.providerUrl !== null, 'provider', 'Conversion of crypto-assets and currencies', 'PROVIDER_URL'),
    ...used(config.kms !== null, 'kms', 'Custody of signing keys', 'KMS_KEYS'),
    ...[...config.screeningServices.keys()].flatMap((code) =>
      used(true, `screening.${code}`, 'Screening of parties', 'SCREENING_SERVICES'),
    ),
    ...[...config.rpcUrls.keys()].flatMap((code) =>
      used(true, `nodes.${code.toLowerCase()}`, `Nodes of the chain ${code}`, `RPC_${code}`),
    ),
  ]
}
