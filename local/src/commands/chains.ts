import { type ChainCode, chains as known } from '@specie/protocol/chains.ts'
import { CommandError } from '@specie/cli/errors.ts'
import { BadSetting, readConfig } from '@specie/service/base/config.ts'
import { deployCoins, recordWallets } from '@specie/service/chains/deployment.ts'
import { networkAt, NotReachable, wrongNetwork } from '@specie/service/chains/adapters/network.ts'
import { NeedsGas } from '@specie/service/chains/adapters/needs-gas.ts'
import { createKeystore } from '@specie/service/keys/keystore.ts'
import { openSigner } from '@specie/service/keys/signer.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'
import type { Run } from './run.ts'

export const keysCreate: Run = async () => {
  const { keystore, keystorePassphrase } = readConfig()
  if (keystore === null || keystorePassphrase === null)
    throw new BadSetting('KEYSTORE and KEYSTORE_PASSPHRASE are required.')
  await createKeystore(keystore, keystorePassphrase)
  console.log(`${keystore} is created. Store a copy of it and of its passphrase in two other places.`)
  return 0
}

export const chainsDeploy: Run = async ([given]) => {
  const code = chainOf(given)
  await withDatabase(async (db) => {
    const env = envOf(db)
    const [url] = env.config.rpcUrls.get(code) ?? []
    if (url === undefined) throw new BadSetting(`RPC_${code} is missing; name a node of ${known[code].name}.`)
    const log = ({ key, intent }: { key: string; intent: string }) => console.log(`Signed with ${key}: ${intent}.`)
    const signer = await openSigner(env.config, { now: env.clock.now, log })
    if (signer === null) throw new BadSetting('There are no keys. Set KEYSTORE or KMS_KEYS.')
    // The network decides the effect of a signature, so it is checked first.
    const network = await networkAt(code, url).catch(fail)
    const wrong = wrongNetwork(code, env.config.environment, network)
    if (wrong !== null) throw new BadSetting(`RPC_${code} names a node that ${wrong}. Nothing was signed.`)
    await recordWallets(env, signer, code)
    const site = { code, url, chainId: known[code].family === 'evm' ? Number(network) : 0, foreign: [] }
    const deployed = await deployCoins(env, signer, site).catch(cutOff)
    for (const { asset, address } of deployed) console.log(`${asset} on ${code} is ${address}`)
    if (deployed.length === 0) console.log('Every coin of this chain is recorded, so there is nothing to do.')
  })
  return 0
}

function fail(error: unknown): never {
  if (!(error instanceof NotReachable)) throw error
  throw new CommandError(`Not reachable: ${error.message}. Nothing was signed.`)
}

/** A recorded contract is not deployed again, and an unrecorded one is harmless. */
function cutOff(error: unknown): never {
  if (error instanceof NeedsGas)
    throw new CommandError(`${error.message}, then run this again. Recorded coins are not deployed twice.`)
  if (!(error instanceof NotReachable)) throw error
  throw new CommandError(`${error.message}. Recorded coins are kept. Run it again when the node is back.`)
}

function chainOf(given: string | undefined): ChainCode {
  const code = Object.keys(known).find((one) => one === given)
  if (code === undefined) throw new CommandError(`Which chain? One of ${Object.keys(known).join(', ')}.`)
  return code as ChainCode
}
