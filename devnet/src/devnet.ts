import { join } from 'node:path'
import { becomeSoleHolder } from '@specie/program/sole-holder.ts'
import { openBitcoin } from './bitcoin/chain.ts'
import type { Chain } from './chain.ts'
import { bitcoinChain, evmChains, solanaChain } from './chains.ts'
import { openEvm } from './evm/chain.ts'
import { serve } from './server.ts'
import type { Settings } from './settings.ts'
import { openSolana } from './solana/chain.ts'

export { BadSetting } from '@specie/program/settings.ts'

export type Devnet = { base: string; stop(): Promise<void> }

/** All chains behind one server. `onFailure` must end the process. A chain can no longer be stored. */
export async function openDevnet(
  settings: Settings,
  onProblem: (error: unknown) => void,
  onFailure: (error: Error) => void,
): Promise<Devnet> {
  const { port, dataFolder, snapshotEvery, token, blockMs, path } = settings
  const isWanted = (code: string) => settings.chains?.includes(code) ?? true
  const held = await becomeSoleHolder(dataFolder, 'DEVNET_DATA')
  const logOf = (code: string) => ({ file: join(dataFolder, `${code.toLowerCase()}.log`), snapshotEvery })
  const chains: Chain[] = await Promise.all([
    ...evmChains
      .filter(({ code }) => isWanted(code))
      .map((spec) => openEvm({ ...spec, blockMs: blockMs ?? spec.blockMs }, logOf(spec.code), onFailure)),
    ...(isWanted(solanaChain.code)
      ? [openSolana({ ...solanaChain, slotMs: blockMs ?? solanaChain.slotMs }, logOf(solanaChain.code), onFailure)]
      : []),
    ...(isWanted(bitcoinChain.code)
      ? [
          openBitcoin(
            {
              path,
              folder: join(dataFolder, 'bitcoin'),
              log: logOf(bitcoinChain.code),
              blockMs: blockMs ?? bitcoinChain.blockMs,
            },
            onFailure,
          ),
        ]
      : []),
  ])
  const server = await serve(chains, port, token, onProblem)
  return {
    base: server.base,
    stop: async () => {
      await server.stop()
      await Promise.all(chains.map((chain) => chain.stop()))
      held.release()
    },
  }
}
