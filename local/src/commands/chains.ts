import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains as known } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { BadSetting, readConfig } from '@specie/service/base/config.ts'
import { checkedAddress } from '@specie/service/chains/addresses.ts'
import { deployCoins, recordContract, recordWallets } from '@specie/service/chains/deployment.ts'
import { networkAt, NotReachable, wrongNetwork } from '@specie/service/chains/adapters/network.ts'
import { createKeystore } from '@specie/service/keys/keystore.ts'
import { openSigner } from '@specie/service/keys/signer.ts'
import { CommandError, type Command } from './command.ts'
import { propose } from './console.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'

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
  takes: 'COIN WHY…',
  does: 'ask to lift a halt on minting, once its cause is gone; a second person approves it',
  run: async ([asset, ...why]) => {
    if (asset === undefined || why.length === 0) throw new CommandError('Which coin, and why?')
    return propose('mint.resume', { asset }, why)
  },
}

export const chainsList: Command = {
  takes: '',
  does: 'list the chains: how far each was read, and what stands in the way',
  run: () =>
    withDatabase(async (db) => {
      const rows = await db.query<{ chain: ChainCode; final: bigint; latest: bigint; at: Date; what: string | null }>(
        `select chain, final, latest, read_at as at,
           coalesce(problem, (select string_agg(what, ' ') from chains.trouble t where t.chain = c.chain)) as what
         from chains.cursor c order by chain`,
      )
      for (const { chain, final, latest, at, what } of rows)
        console.log(`${chain.padEnd(5)} final ${final} of ${latest}, last at ${at.toISOString()}  ${what ?? 'well'}`)
      return rows.every(({ what }) => what === null) ? 0 : 1
    }),
}

export const chainsBurns: Command = {
  takes: '',
  does: 'list coins that holders have burned of their own, the newest first',
  run: () =>
    withDatabase(async (db) => {
      const rows = await db.query<{
        at: Date
        chain: ChainCode
        asset: AssetCode
        amount: bigint
        txid: string
        booked: boolean
      }>(
        `select created_at as at, chain, asset, amount, txid, booked_at is not null as booked
         from chains.movement where verdict = 'holder_burn' order by created_at desc limit 100`,
      )
      for (const { at, chain, asset, amount, txid, booked } of rows) {
        const quantity = formatAmount({ asset, minor: amount })
        console.log(
          `${at.toISOString()} ${chain.padEnd(5)} ${quantity} ${asset} ${txid}${booked ? '' : ' (yet to be booked)'}`,
        )
      }
      if (rows.length === 0) console.log('No holder has burned coins.')
      return 0
    }),
}

export const chainsResume: Command = {
  takes: 'CHAIN HEIGHT WHY…',
  does: 'ask to read a chain again from this height that changed below its final block; a second person approves it',
  run: async ([given, from, ...why]) => {
    const blockchain = chainOf(given)
    if (from === undefined || !/^\d{1,15}$/.test(from) || why.length === 0)
      throw new CommandError('From which height, and why? See specie chains list for where it was final.')
    return propose('chain.resume', { blockchain, from: String(BigInt(from)) }, why)
  },
}

function chainOf(given: string | undefined): ChainCode {
  const code = Object.keys(known).find((one) => one === given)
  if (code === undefined) throw new CommandError(`Which chain? One of ${Object.keys(known).join(', ')}.`)
  return code as ChainCode
}
