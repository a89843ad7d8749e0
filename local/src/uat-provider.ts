import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '@specie/service/base/config.ts'
import type { Provider } from '@specie/service/base/ports/provider.ts'
import { httpProvider } from '@specie/service/markets/provider/provider.ts'

/** The file in which a running `npm start` stores the address of its counterparts. */
export const counterpartsUrlFile = (folder: string): string => join(folder, 'counterparts.url')

/** Calls the provider of the settings, or that of the data folder; null without one. */
export async function withProvider<T>(
  config: Config,
  devnetUrl: string | null,
  work: (provider: Provider | null) => Promise<T>,
): Promise<T> {
  const { providerUrl, providerKey, providerSecret, dataFolder } = config
  if (providerSecret === null) return work(null)
  const provider = (url: string) => httpProvider(url, providerKey, providerSecret)
  if (providerUrl !== null) return work(provider(providerUrl))
  const file = counterpartsUrlFile(dataFolder)
  if (!existsSync(file)) return work(null)
  const url = readFileSync(file, 'utf8').trim()
  if (await answers(url)) return work(provider(url))
  const fail = (error: Error) => {
    throw error
  }
  const { readSettings } = await import('@specie/counterparts/settings.ts')
  const { openWorld } = await import('@specie/counterparts/world.ts')
  // Its calls are signed. An unknown token locks the bank and the controls.
  const token = randomBytes(24).toString('base64url')
  const settings = { ...readSettings(), port: 0, dataFolder: join(dataFolder, 'counterparts'), token, devnetUrl }
  const world = await openWorld(settings, () => {}, fail)
  try {
    return await work(provider(world.base))
  } finally {
    await world.stop()
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(new URL('/provider/control/misbehaviours', url), { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  )
