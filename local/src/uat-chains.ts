import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file in which a running `npm start` stores the address of its chains. */
export const devnetUrlFile = (folder: string): string => join(folder, 'devnet.url')

/** The data folder's own chains: as they run, or opened for this command. Null if there never were any. */
export async function uatChains(folder: string): Promise<{ url: string; stop(): Promise<void> } | null> {
  const url = textOf(devnetUrlFile(folder))
  if (url === null) return null
  if (await answers(url)) return { url, stop: async () => {} }
  const fail = (error: unknown) => {
    throw error
  }
  // This is read-only: an unknown token locks the controls.
  const token = randomBytes(24).toString('base64url')
  const settings = { port: 0, dataFolder: join(folder, 'devnet'), token, chains: null, blockMs: null, path: '' }
  const { BadSetting, openDevnet } = await import('@specie/devnet/devnet.ts')
  const devnet = await openDevnet(settings, fail, fail).catch((error: unknown) => {
    // A process holds them and does not answer. Each chain counts as unreachable.
    if (error instanceof BadSetting) return null
    throw error
  })
  if (devnet === null) return { url, stop: async () => {} }
  return { url: devnet.base, stop: () => devnet.stop() }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(new URL('/chains', url), { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  )
