import { createClient } from '@specie/sdk/client.ts'
import { CommandError } from './errors.ts'

/** The typed base address, in full or as an origin, and the environment of the service there. */
export async function environmentAt(given: string): Promise<{ base: string; environment: string }> {
  const origin = URL.canParse(given) ? new URL(given) : null
  if (origin === null)
    throw new CommandError(`${JSON.stringify(given)} is not an address. Write https://desk.example/api/v1/.`)
  const base = origin.pathname === '/' ? `${origin.origin}/api/v1/` : `${origin.href.replace(/\/$/, '')}/`
  const { environment } = await createClient({ base, retry: { attempts: 1 } }).getStatus({})
  return { base, environment }
}
