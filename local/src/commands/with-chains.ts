import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Chains } from '@specie/service/base/ports/chain.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { openChains } from '@specie/service/chains/adapters/open.ts'
import { uatChains } from '../uat-chains.ts'
import { envOf } from './env.ts'

type Away = ReadonlyMap<ChainCode, string>

/** The chains of the settings, or those of the data folder, read-only; with the reason for each unreachable one. */
export async function withChains<T>(
  db: Db,
  work: (chains: Chains, away: Away, devnetUrl: string | null) => Promise<T>,
): Promise<T> {
  const { log, config } = envOf(db)
  const own = config.devnetUrl === null && config.rpcUrls.size === 0 ? await uatChains(config.dataFolder) : null
  try {
    const devnetUrl = own === null ? config.devnetUrl : own.url
    const away = new Map<ChainCode, string>()
    const onUnreachable = (code: ChainCode, why: string) => void away.set(code, why)
    const chains = await openChains({ config: { ...config, devnetUrl }, sql: db, signer: null, log, onUnreachable })
    return await work(chains, away, devnetUrl)
  } finally {
    await own?.stop()
  }
}
