import { type ChainCode, chains as known } from '@specie/protocol/chains.ts'
import { burnsCall, chainsCall, contractsCall, haltMintCall, mintHaltsCall } from '@specie/protocol/people/chains.ts'
import { BadSetting, readConfig } from '@specie/service/base/config.ts'
import { deployCoins, recordWallets } from '@specie/service/chains/deployment.ts'
import { networkAt, NotReachable, wrongNetwork } from '@specie/service/chains/adapters/network.ts'
import { createKeystore } from '@specie/service/keys/keystore.ts'
import { openSigner } from '@specie/service/keys/signer.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { linesOf, listed } from './show.ts'

export const keysCreate: Command = {
  takes: '',
  does: 'make the keystore that KEYSTORE names, sealed with KEYSTORE_PASSPHRASE',
  run: async () => {
    const { keystore, keystorePassphrase } = readConfig()
    if (keystore === null || keystorePassphrase === null)
      throw new BadSetting('KEYSTORE and KEYSTORE_PASSPHRASE are needed.')
    await createKeystore(keystore, keystorePassphrase)
    console.log(`${keystore} is made. Keep a copy of it and of its passphrase in two other places.`)
    return 0
  },
}

export const chainsDeploy: Command = {
  takes: 'CHAIN',
  does: 'deploy our coins on a chain (RPC_<CHAIN>), with the keys of the settings, and record them',
  run: async ([given]) => {
    const code = chainOf(given)
    await withDatabase(async (db) => {
      const env = envOf(db)
      const [url] = env.config.rpcUrls.get(code) ?? []
      if (url === undefined) throw new BadSetting(`RPC_${code} is missing: name a node of ${known[code].name}.`)
      const log = ({ key, intent }: { key: string; intent: string }) => console.log(`Signed with ${key}: ${intent}.`)
      const signer = await openSigner(env.config, { now: env.clock.now, log })
      if (signer === null) throw new BadSetting('There are no keys: set KEYSTORE or KMS_KEYS.')
      // Which network it is decides what a signature is good for: that is asked first.
      const network = await networkAt(code, url).catch(untold)
      const wrong = wrongNetwork(code, env.config.environment, network)
      if (wrong !== null) throw new BadSetting(`RPC_${code} names a node that ${wrong}. Nothing was signed.`)
      await recordWallets(env, signer, code)
      const site = { code, url, chainId: known[code].family === 'evm' ? Number(network) : 0, foreign: [] }
      const deployed = await deployCoins(env, signer, site).catch(cutOff)
      for (const { asset, address } of deployed) console.log(`${asset} on ${code} is ${address}`)
      if (deployed.length === 0) console.log('Every coin of this chain is recorded: nothing to do.')
    })
    return 0
  },
}

function untold(error: unknown): never {
  if (!(error instanceof NotReachable)) throw error
  throw new CommandError(`Not reachable: ${error.message}. Nothing was signed.`)
}

/** What is recorded is not deployed again, and a contract that nobody knows harms nobody. */
function cutOff(error: unknown): never {
  if (!(error instanceof NotReachable)) throw error
  throw new CommandError(`${error.message}. What is recorded stays: run it again when the node is back.`)
}

export const chainsList = overConsole(chainsCall, {
  does: 'list the chains: how far each was read, and what stands in the way',
  show: linesOf(({ blockchain, final, latest, read_at, ...chain }) => {
    const what = problemsOf(chain).join(' ') || 'well'
    return `${blockchain.padEnd(5)} final ${final} of ${latest}, last at ${read_at}  ${what}`
  }),
  exitCode: ({ items }) => (items.every((chain) => problemsOf(chain).length === 0) ? 0 : 1),
})

type Problems = { broken: string | null; troubles: readonly { what: string }[] }
const problemsOf = ({ broken, troubles }: Problems): string[] =>
  broken === null ? troubles.map(({ what }) => what) : [broken]

export const chainsContracts = overConsole(contractsCall, {
  does: 'list the contracts of coins',
  show: listed('blockchain', 'asset', 'address', 'created_at', 'txid'),
})

export const chainsBurns = overConsole(burnsCall, {
  does: 'list coins that holders have burned of their own, the newest first',
  show: listed('created_at', 'blockchain', 'amount', 'asset', 'booked_at', 'txid'),
})

export const chainsRecord = proposalOf(
  'chain.contract',
  { CHAIN: 'blockchain', ASSET: 'asset', ADDRESS: 'address' },
  'record a contract that exists already, of USDC say',
)

export const chainsResume = proposalOf(
  'chain.resume',
  { CHAIN: 'blockchain', HEIGHT: 'from' },
  'read a chain again from this height that changed below its final block',
)

export const mintHalts = overConsole(mintHaltsCall, {
  does: 'list the coins whose minting is halted, and why',
  show: listed('asset', 'since', 'actor', 'reason'),
})

export const mintHalt = overConsole(haltMintCall, {
  words: { COIN: 'asset', 'WHY…': 'reason' },
  does: 'halt the minting of a coin at once, on every chain',
  show: ({ asset, changed }) =>
    changed ? `Minting of ${asset} is halted.` : `Minting of ${asset} was halted already.`,
})

export const mintResume = proposalOf('mint.resume', { COIN: 'asset' }, 'lift a halt on minting, once its cause is gone')

function chainOf(given: string | undefined): ChainCode {
  const code = Object.keys(known).find((one) => one === given)
  if (code === undefined) throw new CommandError(`Which chain? One of ${Object.keys(known).join(', ')}.`)
  return code as ChainCode
}
