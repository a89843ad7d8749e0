import { readConfig } from '@specie/service/base/config.ts'
import { createLog } from '@specie/service/base/observability/log.ts'
import { checkChains } from '@specie/service/checks/on-chain.ts'
import { openChains } from '@specie/service/chains/adapters/open.ts'
import { httpProvider } from '@specie/service/markets/provider/provider.ts'
import { checkOutside } from '@specie/service/checks/outside.ts'
import { testProviderSecret } from '@specie/counterparts/settings.ts'
import { checkAllOf } from '@specie/service/checks/check.ts'
import type { CheckRow } from '@specie/service/checks/rule.ts'
import { get } from '../client.ts'
import type { Uat } from '../programs/uat.ts'
import { traceKey } from '../trace-key.ts'

/** The breaks of `specie check --full`. `byHand`: tables that the test itself has written to, past the service. */
export async function brokenInvariants(
  { database, devnet, counterparts }: Uat,
  byHand: readonly string[] = [],
): Promise<CheckRow[]> {
  const db = database.app
  const config = readConfig({ DEVNET_URL: devnet!.origin })
  const chains = await openChains({ config, sql: db, signer: null, log: createLog('silent') })
  const { rows } = await checkAllOf(db, { full: true, at: new Date(), anchor: { traceKey } })
  const isOurs = ({ invariant, what, detail }: CheckRow) =>
    invariant === 'V1' && byHand.some((table) => what.startsWith(`${table}:`)) && !/gone|past the service/.test(detail)
  const provider = httpProvider(counterparts.origin, 'specie', testProviderSecret)
  const outside = [...(await checkChains({ db, chains })), ...(await checkOutside({ db, chains, provider }))]
  return [...rows, ...outside].filter((row) => !row.ok && !isOurs(row))
}

/** As in `/client/assets`. */
export async function contractOf(uat: Uat, asset: string, chain: string): Promise<string> {
  const { body } = await get(`${uat.service.origin}/api/v1/client/assets`)
  const coin = body.assets.find((one: any) => one.symbol === asset)
  return coin.blockchains.find((one: any) => one.blockchain === chain).contract
}
