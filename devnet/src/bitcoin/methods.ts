import { badParams, type Handle, noSuchMethod, RpcError } from '../rpc.ts'
import { addressOf, scriptOf } from './address.ts'
import { readBlock, writeBlock } from './block.ts'
import type { Engine } from './engine.ts'
import { checkWaiting } from './mempool.ts'
import { onChain, tipOf } from './state.ts'
import { isCoinbase, outpoint, readTx, type Tx } from './transaction.ts'
import { btc, confirmations, feeOf, heightAfter, placeOf, rowsOf, sourcesOf, txOnChain, type Wallet } from './wallet.ts'

// The part of Bitcoin Core's JSON-RPC that wallets and explorers of UAT use.

type Method = (...params: any[]) => unknown
type Methods = { readonly [name: string]: Method }

const hexBytes = (text: unknown): Buffer => {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/i.test(text)) throw badParams('hexadecimal text is expected')
  return Buffer.from(text, 'hex')
}

const linkedBy = ({ state }: Engine, hash: string) => {
  const linked = onChain(state, hash)
  if (!linked) throw new RpcError(-5, 'Block not found')
  return linked
}

const outputs = ({ vout }: Tx) =>
  vout.map(({ value, script }, n) => ({ n, value: btc(value), scriptPubKey: scriptView(script) }))

function scriptView(script: Uint8Array) {
  const address = addressOf(script)
  return { hex: Buffer.from(script).toString('hex'), ...(address === undefined ? {} : { address }) }
}

/** Satoshis for 1,000 bytes. */
const relayRate = 1_000n
const advisedRate = 5_000n

export function nodeHandle(engine: Engine): Handle {
  return handleOf({ ...chainMethods(engine), ...transactionMethods(engine), ...walletsMethods(engine) })
}

const handleOf =
  (methods: Methods): Handle =>
  async (method, params) => {
    if (!Object.hasOwn(methods, method)) throw noSuchMethod(method)
    return methods[method]!(...params)
  }

function chainMethods(engine: Engine): Methods {
  const { state } = engine
  const header = (hash: string) => {
    const { block, height } = linkedBy(engine, hash)
    const { version, previous, merkleRoot: merkleroot, time, nonce } = block
    const depth = tipOf(state).height - height + 1
    return { hash, confirmations: depth, height, version, merkleroot, time, nonce, previousblockhash: previous }
  }
  return {
    getblockchaininfo: () => ({
      chain: 'regtest',
      blocks: tipOf(state).height,
      bestblockhash: tipOf(state).block.hash,
    }),
    getblockcount: () => tipOf(state).height,
    getbestblockhash: () => tipOf(state).block.hash,
    getblockhash: (height: number) => {
      const linked = Number.isInteger(height) ? state.chain[height] : undefined
      if (!linked || height < 0) throw new RpcError(-8, 'Block height out of range')
      return linked.block.hash
    },
    getblockheader: header,
    getblock: (hash: string, verbosity = 1) => {
      const { block } = linkedBy(engine, hash)
      if (verbosity === 0) return writeBlock(block).toString('hex')
      return { ...header(hash), tx: block.txs.map(({ txid }) => txid) }
    },
    submitblock: async (hex: unknown) => {
      try {
        await engine.submit(readBlock(hexBytes(hex)))
        return null
      } catch (error) {
        // For an invalid block the reason is an answer, not an error.
        if (error instanceof RpcError && [-25, -26, -27].includes(error.code)) return error.message
        throw error
      }
    },
  }
}

function transactionMethods(engine: Engine): Methods {
  const { state, pool } = engine
  return {
    getrawtransaction: (txid: string, verbosity = 0, block?: string) => {
      const tx = block === undefined ? (pool.get(txid)?.tx ?? txOnChain(state, txid)) : txIn(engine, txid, block)
      if (!tx) throw new RpcError(-5, 'No such mempool or blockchain transaction.')
      if (Number(verbosity) === 0) return Buffer.from(tx.raw).toString('hex')
      const sources = sourcesOf(state, pool, tx)
      const vin = tx.vin.map(({ txid: source, vout, sequence }, i) => {
        if (isCoinbase(tx)) return { coinbase: Buffer.from(tx.vin[0]!.script).toString('hex'), sequence }
        const from = sources[i]
        const prevout = from && { value: btc(from.value), scriptPubKey: { address: from.address } }
        return { txid: source, vout, sequence, ...(prevout ? { prevout } : {}) }
      })
      return { txid, confirmations: confirmations(state, pool, tx), ...placeOf(state, txid), vin, vout: outputs(tx) }
    },
    gettxout: (txid: string, n: number, withMempool = true) => {
      const coin = state.coins.get(outpoint(txid, n))
      const isTaken = [...pool.values()].some(({ tx }) =>
        tx.vin.some((input) => input.txid === txid && input.vout === n),
      )
      if (coin && !(withMempool && isTaken)) return { value: btc(coin.value), scriptPubKey: scriptView(coin.script) }
      return null
    },
    scantxoutset: (act: string, descriptors: unknown[]) => {
      const [, address] = /^addr\((\w+)\)/.exec(String(descriptors?.[0])) ?? []
      if (act !== 'start' || descriptors.length !== 1 || address === undefined)
        throw badParams('start with one addr() is what can be scanned here')
      const script = Buffer.from(scriptOf(address))
      const found = [...state.coins].filter(([, coin]) => script.equals(coin.script))
      const unspents = found.map(([name, { value, height, coinbase }]) => {
        const [txid, vout] = name.split(':')
        return { txid, vout: Number(vout), amount: btc(value), height, coinbase }
      })
      const total = found.reduce((sum, [, { value }]) => sum + value, 0n)
      return { success: true, height: tipOf(state).height, unspents, total_amount: btc(total) }
    },
    estimatesmartfee: (blocks: number) => ({ feerate: btc(advisedRate), blocks }),
    getmempoolinfo: () => {
      const least = btc(relayRate)
      return { size: pool.size, mempoolminfee: least, minrelaytxfee: least, incrementalrelayfee: least }
    },
    getrawmempool: () => [...pool.keys()],
    testmempoolaccept: (raws: unknown[]) =>
      raws.map((hex) => {
        const tx = readTx(hexBytes(hex))
        try {
          checkWaiting(state, pool, tx)
          return { txid: tx.txid, allowed: true }
        } catch (error) {
          if (!(error instanceof RpcError)) throw error
          return { txid: tx.txid, allowed: false, 'reject-reason': error.message }
        }
      }),
    sendrawtransaction: async (hex: unknown) => {
      const tx = readTx(hexBytes(hex))
      // A repeated transaction is answered as already known.
      if (!pool.has(tx.txid)) await engine.accept(tx)
      return tx.txid
    },
  }
}

function txIn(engine: Engine, txid: string, block: string): Tx | undefined {
  return linkedBy(engine, block).block.txs.find((tx) => tx.txid === txid)
}

function walletsMethods({ wallets, createWallet }: Engine): Methods {
  return {
    listwallets: () => [...wallets.keys()],
    loadwallet: (name: string) => {
      if (wallets.has(name)) throw new RpcError(-35, `Wallet "${name}" is already loaded.`)
      throw new RpcError(-18, 'Wallet file verification failed. Path does not exist.')
    },
    createwallet: async (name: unknown) => {
      if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
        throw badParams('a wallet has a name of letters and digits')
      await createWallet(name)
      return { name }
    },
    getdescriptorinfo: (descriptor: string) => ({ descriptor: `${descriptor}#${checksum(descriptor)}` }),
  }
}

const inputCharset = `0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH\`#"\\ `
const checksumCharset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]

/** The checksum of a descriptor, as BIP-380 defines it. */
function checksum(descriptor: string): string {
  const symbols: bigint[] = []
  let groups: bigint[] = []
  for (const letter of descriptor) {
    const at = BigInt(inputCharset.indexOf(letter))
    if (at < 0n) throw new RpcError(-5, 'Invalid characters in payload')
    symbols.push(at & 31n)
    groups.push(at >> 5n)
    if (groups.length === 3) {
      symbols.push(groups[0]! * 9n + groups[1]! * 3n + groups[2]!)
      groups = []
    }
  }
  if (groups.length === 1) symbols.push(groups[0]!)
  if (groups.length === 2) symbols.push(groups[0]! * 3n + groups[1]!)
  let state = 1n
  for (const symbol of [...symbols, ...Array<bigint>(8).fill(0n)]) {
    const top = state >> 35n
    state = ((state & 0x7ffffffffn) << 5n) ^ symbol
    for (const [i, value] of generator.entries()) if ((top >> BigInt(i)) & 1n) state ^= value
  }
  state ^= 1n
  return Array.from({ length: 8 }, (_, i) => checksumCharset[Number((state >> BigInt(5 * (7 - i))) & 31n)]).join('')
}

export function walletHandle(engine: Engine, name: string): Handle {
  const wallet = engine.wallets.get(name)
  if (!wallet) throw new RpcError(-18, 'Requested wallet does not exist or is not loaded')
  return handleOf(walletMethods(engine, name, wallet))
}

function walletMethods(engine: Engine, name: string, wallet: Wallet): Methods {
  const { state, pool } = engine
  return {
    listdescriptors: () => ({
      descriptors: [...wallet.addresses].map((one) => ({ desc: `addr(${one})#${checksum(`addr(${one})`)}` })),
    }),
    getwalletinfo: () => ({ walletname: name, scanning: false }),
    importdescriptors: async (requests: { desc: string; timestamp: number | 'now' }[]) => {
      const addresses = requests.map(({ desc }) => addressIn(desc))
      const now = tipOf(state).block.time
      const since = Math.min(...requests.map(({ timestamp }) => (timestamp === 'now' ? now : timestamp)))
      await engine.watch(name, addresses, since)
      return requests.map(() => ({ success: true }))
    },
    listsinceblock: (hash = '', target = 1) => {
      const after = hash === '' ? -1 : heightAfter(state, hash)
      const isLater = ({ txid }: Tx) => (state.places.get(txid) ?? Infinity) > after
      const later = [...wallet.known.values()].filter(({ tx }) => isLater(tx))
      const lastblock = state.chain[Math.max(0, state.chain.length - target)]!.block.hash
      return { transactions: later.flatMap((known) => rowsOf(state, pool, wallet, known)), removed: [], lastblock }
    },
    listunspent: (least = 1, most = 9_999_999, addresses: string[] = [...wallet.addresses]) =>
      unspent(engine, wallet, least).filter(
        ({ address, confirmations: n }) => addresses.includes(address) && n <= most,
      ),
    gettransaction: (txid: string) => {
      const known = wallet.known.get(txid)
      if (!known) throw new RpcError(-5, 'Invalid or non-wallet transaction id')
      const { tx } = known
      const decoded = { txid, vin: tx.vin.map(({ txid: source, vout }) => ({ txid: source, vout })), vout: outputs(tx) }
      const fee = isCoinbase(tx) ? {} : { fee: btc(-feeOf(known)) }
      return { txid, confirmations: confirmations(state, pool, tx), ...placeOf(state, txid), ...fee, decoded }
    },
  }
}

function addressIn(desc: string): string {
  const [, address, sum] = /^addr\((\w+)\)#(\w{8})$/.exec(desc) ?? []
  if (address === undefined || sum !== checksum(`addr(${address})`))
    throw new RpcError(-5, `Invalid descriptor ${desc}`)
  return address
}

function unspent({ state, pool }: Engine, { addresses, known }: Wallet, least: number) {
  const taken = new Set([...pool.values()].flatMap(({ tx }) => tx.vin.map(({ txid, vout }) => outpoint(txid, vout))))
  const live = [...known.values()].filter(({ tx }) => state.places.has(tx.txid) || pool.has(tx.txid))
  return live.flatMap(({ tx }) => {
    const depth = confirmations(state, pool, tx)
    if (depth < least) return []
    return tx.vout.flatMap(({ value, script }, vout) => {
      const [name, address] = [outpoint(tx.txid, vout), addressOf(script)]
      const isThere = pool.has(tx.txid) || state.coins.has(name)
      if (address === undefined || !addresses.has(address) || !isThere || taken.has(name)) return []
      return [{ txid: tx.txid, vout, address, amount: btc(value), confirmations: depth }]
    })
  })
}
