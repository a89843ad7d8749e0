import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { coinAbi } from '@specie/token/abi.gen.ts'
import { calldata, deployCoin, implementationCode, type Setup } from '@specie/token/evm.ts'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  getAddress,
  type Hash,
  type Hex,
  type LocalAccount,
  maxUint256,
  zeroAddress,
} from 'viem'
import type { Power, RawSigner } from '../../../base/ports/chain.ts'
import { UnknownKey } from '../../../keys/names.ts'
import { assertGas } from '../needs-gas.ts'
import { evmAccount } from './account.ts'
import { evmTransport } from './transport.ts'

type ChainAccess = { code: ChainCode; url: string; chainId: number; signer: RawSigner }
export type Deployed = { asset: AssetCode; address: string; txid: string }
/** A coin to deploy, with its minter if that is not our own, and the mode of its allow list. */
export type NewCoin = { asset: AssetCode; minter: string | null; allowListOn: boolean }

/** Generous limits; production lowers them with setSupplyCap and setMintAllowance. */
const limits = { supplyCap: 10n ** 18n, mintLimit: 10n ** 17n, mintPeriod: 86_400, adminDelay: 3 * 86_400 }

/**
 * Deploys coins and approves the burner for the omnibus wallet's coins. Waits until everything is in a block; three blocks
 * are enough, because independent transactions are sent together.
 */
export async function deployEvmCoins(access: ChainAccess, coins: readonly NewCoin[]): Promise<Deployed[]> {
  const deployer = openDeployer(access)
  const [implementation] = await deployer.create([implementationCode])
  const setups = await Promise.all(coins.map((coin) => setupOf(deployer.addressOf, coin)))
  const created = await deployer.create(setups.map((setup) => deployCoin(implementation!.address, setup)))
  const deployed = coins.map(({ asset, minter }, i) => ({ asset, minter, ...created[i]! }))
  await deployer.approveBurner(deployed.filter(({ minter }) => minter === null).map(({ address }) => address))
  return deployed.map(({ asset, address, txid }) => ({ asset, address, txid }))
}

async function setupOf(
  addressOf: (key: Power) => Promise<Address>,
  { asset, minter, allowListOn }: NewCoin,
): Promise<Setup> {
  const orNobody = (error: unknown) => {
    // With the list on and no lister, no holder could be listed.
    if (error instanceof UnknownKey && !allowListOn) return zeroAddress
    throw error
  }
  return {
    name: assets[asset].name,
    symbol: asset,
    ...limits,
    admin: await addressOf('admin'),
    minter: (minter as Address | null) ?? (await addressOf('minter')),
    burner: minter === null ? await addressOf('burner') : zeroAddress,
    pauser: await addressOf('pauser'),
    freezer: await addressOf('freezer'),
    seizer: await addressOf('seizer'),
    upgrader: await addressOf('upgrader'),
    // KMS settings of earlier versions lack these keys. The admin grants the roles later.
    lister: await addressOf('lister').catch(orNobody),
    switcher: await addressOf('switcher').catch(orNobody),
    allowListOn,
    listed: allowListOn ? [await addressOf('omnibus')] : [],
  }
}

function openDeployer({ code, url, chainId, signer }: ChainAccess) {
  // Concurrent calls are sent as one batch.
  const transport = evmTransport(url, { batch: true })
  const reader = createPublicClient({ transport, pollingInterval: 100, cacheTime: 0 })
  const wallet = createWalletClient({ transport })
  const chain = { id: chainId, name: code, nativeCurrency, rpcUrls: { default: { http: [url] } } }
  const accounts = new Map<Power, Promise<LocalAccount>>()
  const accountOf = (key: Power): Promise<LocalAccount> =>
    accounts.get(key) ?? accounts.set(key, evmAccount(signer, key, code)).get(key)!

  /** Sends independent calls and waits for all of them. */
  async function send(key: Power, calls: readonly { to?: Address; data: Hex }[]) {
    const account = await accountOf(key)
    const { address } = account
    const [nonce, fees, has, ...gas] = await Promise.all([
      reader.getTransactionCount({ address, blockTag: 'pending' }),
      reader.estimateFeesPerGas(),
      reader.getBalance({ address }),
      ...calls.map((call) => reader.estimateGas({ account: address, ...call })),
    ])
    const needs = gas.reduce((sum, each) => sum + each, 0n) * fees.maxFeePerGas
    assertGas({ key, address, chain: code }, { has, needs, decimals: 18, coin: ownCoin(code) })
    const hashes: Hash[] = []
    for (const [i, call] of calls.entries())
      hashes.push(await wallet.sendTransaction({ account, chain, nonce: nonce + i, ...fees, ...call }))
    return Promise.all(hashes.map(waitFor))
  }

  async function waitFor(hash: Hash) {
    const receipt = await reader.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success')
      throw new Error(`${code} has reverted transaction ${hash} of the coin’s deployment`)
    return { hash, receipt }
  }

  return {
    addressOf: async (key: Power) => (await accountOf(key)).address,
    create: async (contracts: readonly Hex[]) => {
      const sent = await send(
        'admin',
        contracts.map((data) => ({ data })),
      )
      return sent.map(({ hash, receipt }) => ({ address: getAddress(receipt.contractAddress!), txid: hash }))
    },
    approveBurner: async (coins: readonly Address[]) => {
      const [omnibus, burner] = await Promise.all([accountOf('omnibus'), accountOf('burner')])
      const args = [omnibus.address, burner.address] as const
      const allowed = await Promise.all(
        coins.map((address) => reader.readContract({ address, abi: coinAbi, functionName: 'allowance', args })),
      )
      const data = calldata.approve(burner.address, maxUint256)
      await send(
        'omnibus',
        coins.filter((_, i) => allowed[i] === 0n).map((to) => ({ to, data })),
      )
    },
  }
}

const ownCoin = (code: ChainCode): string => ({ AVAX: 'AVAX', POL: 'POL', CELO: 'CELO' })[code as string] ?? 'ETH'

const nativeCurrency = { name: 'gas', symbol: 'GAS', decimals: 18 }
