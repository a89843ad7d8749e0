import { mkdirSync } from 'node:fs'
import { openBank } from './bank/bank.ts'
import { controlRoutes } from './bank/control.ts'
import { bankRoutes } from './bank/routes.ts'
import { createServer, type App } from './server.ts'
import type { Settings } from './settings.ts'
import { becomeSoleHolder } from './sole-holder.ts'

export type World = { base: string; stop(): Promise<void> }

type Inhabitant = { stop(): Promise<void> }

/** Moves in: opens its own log in the folder, and adds its own routes. */
type MoveIn = (app: App, folder: string, onFailure: (error: Error) => void) => Promise<Inhabitant>

const bank: MoveIn = async (app, folder, onFailure) => {
  const bank = await openBank(folder, onFailure)
  bankRoutes(app, bank)
  controlRoutes(app, bank)
  return bank
}

const inhabitants: MoveIn[] = [bank]

/** Everyone outside, behind one server. `onFailure` must end the process: a log can no longer be written. */
export async function openWorld(
  { port, dataFolder, token }: Settings,
  say: (line: string) => void,
  onFailure: (error: Error) => void,
): Promise<World> {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const held = await becomeSoleHolder(dataFolder)
  const app = createServer(token, say)
  const settled = await Promise.all(inhabitants.map((moveIn) => moveIn(app, dataFolder, onFailure)))
  const base = await app.listen({ host: '127.0.0.1', port })
  return {
    base,
    stop: async () => {
      await app.close()
      await Promise.all(settled.map((inhabitant) => inhabitant.stop()))
      held.release()
    },
  }
}
