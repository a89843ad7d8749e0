import { userInfo } from 'node:os'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains as known } from '@specie/protocol/chains.ts'
import type { Chains } from '@specie/service/base/chain-port.ts'
import { BadSetting, readConfig } from '@specie/service/base/config.ts'
import type { Db } from '@specie/service/base/db.ts'
import { checkedAddress } from '@specie/service/chains/addresses.ts'
import { deployCoins, recordContract, recordWallets } from '@specie/service/chains/deploy.ts'
import { lift } from '@specie/service/chains/halts.ts'
import { createKeystore } from '@specie/service/chains/keys/keystore.ts'
import { openSigner } from '@specie/service/chains/keys/signer.ts'
import { openChains } from '@specie/service/chains/open.ts'
import { uatChains } from '../uat-chains.ts'
import { envOf } from './bank.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'

/** The chains of the settings, or those of the data folder, to look at. */
export async function withChains<T>(db: Db, work: (chains: Chains) => Promise<T>): Promise<T> {
  const { log, config } = envOf(db)
  const own = config.devnetUrl === null && config.rpcUrls.size === 0 ? await uatChains(config.dataFolder) : null
  try {
    const devnetUrl = own === null ? config.devnetUrl : own.url
    return await work(await openChains({ config: { ...config, devnetUrl }, sql: db, signer: null, log }))
  } finally {
    await own?.stop()
  }
}

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
      await recordWallets(env, signer, code)
      const site = { code, url, chainId: known[code].chainId ?? 0, foreign: [] }
      const deployed = await deployCoins(env, signer, site)
      for (const { asset, address } of deployed) console.log(`${asset} on ${code} is ${address}`)
      if (deployed.length === 0) console.log('Every coin of this chain is recorded: nothing to do.')
    })
    return 0
  },
}

export const chainsRecord: Command = {
  takes: 'CHAIN ASSET ADDRESS',
  does: 'record a contract that exists already, USDC say',
  run: async ([given, symbol, address]) => {
    const code = chainOf(given)
    const asset = Object.keys(assets).find((one) => one === symbol) as AssetCode | undefined
    if (asset === undefined || address === undefined) throw new CommandError('Which asset, and at which address?')
    await withDatabase((db) => {
      const env = envOf(db)
      const checked = checkedAddress(code, address, { environment: env.config.environment, field: 'address' })
      return recordContract(env, code, { asset, address: checked, txid: null })
    })
    console.log(`${asset} on ${code} is ${address}`)
    return 0
  },
}

export const mintResume: Command = {
  takes: 'COIN SECOND-PERSON',
  does: 'lift a halt on minting, together with a second person, once its cause is gone',
  run: async ([coin, second]) => {
    const first = userInfo().username
    if (coin === undefined || second === undefined) throw new CommandError('Which coin, and who agrees?')
    if (second === first) throw new CommandError('It takes a second person: name somebody else.')
    const lifted = await withDatabase((db) => {
      const env = envOf(db)
      return env.db.tx((tx) => lift(env, tx, coin, `${first} and ${second}`))
    })
    console.log(lifted ? `${coin} is minted again.` : `${coin} was not halted.`)
    return 0
  },
}

function chainOf(given: string | undefined): ChainCode {
  const code = Object.keys(known).find((one) => one === given)
  if (code === undefined) throw new CommandError(`Which chain? One of ${Object.keys(known).join(', ')}.`)
  return code as ChainCode
}
