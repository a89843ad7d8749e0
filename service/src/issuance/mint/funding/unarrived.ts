import type { Env } from '../../../base/env.ts'
import { unarrived } from '../../../base/jobs/intents.ts'
import { type Conversion, intentOf } from './row.ts'

/**
 * When the order to sell was last sent, if the provider does not know it although it must have arrived. In that case it
 * can be dropped. Null otherwise, including when a provider that may have it is unreachable.
 */
export async function unarrivedSale(
  env: Env,
  { id, provider: name }: Pick<Conversion, 'id' | 'provider'>,
): Promise<Date | null> {
  const { provider } = env
  if (provider === null || provider.name !== name) return null
  return unarrived(env, intentOf(id), (key) => provider.conversion(key))
}
