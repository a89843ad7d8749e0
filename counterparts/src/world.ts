import { becomeSoleHolder } from '@specie/program/sole-holder.ts'
import { openBank } from './bank/bank.ts'
import { controlRoutes } from './bank/control.ts'
import { misbehaviours as ofBank } from './bank/misbehaviour.ts'
import { bankRoutes } from './bank/routes.ts'
import { venueControl } from './liquidity/control.ts'
import { withExecutions, withStream } from './liquidity/misbehaviour.ts'
import { venueRoutes } from './liquidity/routes.ts'
import { venueNames } from './liquidity/terms.ts'
import { openVenue } from './liquidity/venue.ts'
import { misbehaviours as ofProvider } from './provider/misbehaviour.ts'
import { openProvider } from './provider/provider.ts'
import { providerControl, providerRoutes } from './provider/routes.ts'
import { createServer, type App } from './server.ts'
import type { Settings } from './settings.ts'
import { vaspControl } from './vasp/control.ts'
import { vaspRoutes } from './vasp/routes.ts'
import { openVasp } from './vasp/vasp.ts'

export type World = { base: string; stop(): Promise<void> }

type Simulator = { stop(): Promise<void> }

type OnFailure = (error: Error) => void

/** Each simulator opens a log in the folder and adds routes. The bank comes first. The others pay through it. */
async function startSimulators(app: App, settings: Settings, onFailure: OnFailure): Promise<Simulator[]> {
  const { dataFolder, snapshotEvery } = settings
  const bank = await openBank(dataFolder, snapshotEvery, onFailure)
  bankRoutes(app, bank)
  controlRoutes(app, bank)
  const provider = await openProvider(dataFolder, bank, snapshotEvery, onFailure)
  providerRoutes(app, provider, settings.provider, settings.devnetUrl)
  providerControl(app, provider)
  const venues = await Promise.all(
    venueNames.map((name) => openVenue(dataFolder, name, provider, snapshotEvery, onFailure)),
  )
  for (const venue of venues) venueRoutes(app, venue, settings.liquidity)
  venueControl(app, venues)
  const vasp = await openVasp(dataFolder, bank, snapshotEvery, onFailure)
  vaspRoutes(app, vasp, settings.vaspUrl)
  vaspControl(app, vasp, settings.vaspUrl)
  misbehaviourRoutes(app)
  return [vasp, ...venues, provider, bank]
}

/** Lists the faults of each simulator that can be requested, and what they mean. */
function misbehaviourRoutes(app: App): void {
  const known = { bank: ofBank, provider: ofProvider, lp: { ...withExecutions, ...withStream } }
  for (const [who, faults] of Object.entries(known)) app.get(`/${who}/control/misbehaviours`, async () => faults)
}

/** All simulators, behind one server. `onFailure` must end the process. A log can no longer be written. */
export async function openWorld(settings: Settings, say: (line: string) => void, onFailure: OnFailure): Promise<World> {
  const { port, dataFolder, token } = settings
  const held = await becomeSoleHolder(dataFolder, 'COUNTERPARTS_DATA')
  const app = createServer(token, say)
  const simulators = await startSimulators(app, settings, onFailure)
  const base = await app.listen({ host: '127.0.0.1', port })
  return {
    base,
    stop: async () => {
      await app.close()
      await Promise.all(simulators.map((inhabitant) => inhabitant.stop()))
      held.release()
    },
  }
}
