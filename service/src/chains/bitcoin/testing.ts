import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatMinor } from '@specie/protocol/money.ts'
import {
  accept,
  type Block,
  blockOf,
  check,
  confirmations,
  isSpentBy,
  type Ledger,
  mine,
  mined,
  newLedger,
  type Out,
  outputOf,
  pay,
  reorg,
  RpcFault,
  tipOf,
  type Tx,
} from './testing-chain.ts'

// For tests alone: a stand-in for Bitcoin Core over HTTP, where none is at hand, with a watch-only wallet.

type Watching = { created: boolean; addresses: Set<string>; known: Map<string, Tx>; scanning: boolean }
type Methods = { readonly [method: string]: (...params: any[]) => unknown }
type Node = { ledger: Ledger; wallet: Watching; chain: string }

/** Marks an amount that JSON shall show as a number with eight decimals. */
function btc(value: bigint): string {
  const [whole, fraction = ''] = formatMinor(value, 8).split('.')
  return `btc:${whole}.${fraction.padEnd(8, '0')}`
}

const shown = (out: Out) => ({ n: out.n, value: btc(out.value), scriptPubKey: { address: out.address } })

function blockBy({ blocks }: Ledger, hash: string): Block {
  const block = blocks.find((block) => block.hash === hash)
  if (!block) throw new RpcFault(-5, 'Block not found')
  return block
}

function nodeMethods({ ledger, wallet, chain }: Node, rate: () => bigint): Methods {
  return {
    getblockchaininfo: () => ({ chain, blocks: tipOf(ledger).height }),
    getblockcount: () => tipOf(ledger).height,
    getblockhash: (height: number) => {
      const block = ledger.blocks[height]
      if (!block) throw new RpcFault(-8, 'Block height out of range')
      return block.hash
    },
    getblockheader: (hash: string) => {
      const { height, time } = blockBy(ledger, hash)
      return { hash, height, time, confirmations: tipOf(ledger).height - height + 1 }
    },
    listwallets: () => (wallet.created ? ['specie'] : []),
    loadwallet: () => {
      throw new RpcFault(-18, 'Wallet file verification failed. Path does not exist.')
    },
    createwallet: (name: string) => {
      wallet.created = true
      return { name }
    },
    getdescriptorinfo: (descriptor: string) => ({ descriptor: `${descriptor}#abcdefgh` }),
    getrawtransaction: (txid: string, _verbosity: number, block: string) => {
      const { vin } = blockBy(ledger, block).txs.find((tx) => tx.txid === txid)!
      return { vin: vin.map((input) => ({ ...input, prevout: shown(outputOf(ledger, input)!) })) }
    },
    gettxout: (txid: string, n: number) => {
      const out = mined(ledger).find((tx) => tx.txid === txid)?.vout[n]
      return out && !isSpentBy(mined(ledger), txid, n) ? shown(out) : null
    },
    estimatesmartfee: () => ({ feerate: btc(rate()) }),
    getmempoolinfo: () => {
      const least = btc(1_000n)
      return { mempoolminfee: least, minrelaytxfee: least, incrementalrelayfee: least }
    },
    testmempoolaccept: ([hex]: [string]) => {
      try {
        check(ledger, Buffer.from(hex, 'hex'))
        return [{ allowed: true }]
      } catch (error) {
        return [{ allowed: false, 'reject-reason': (error as Error).message }]
      }
    },
    sendrawtransaction: (hex: string) => accept(ledger, Buffer.from(hex, 'hex')),
  }
}

function walletMethods({ ledger, wallet }: Node): Methods {
  return {
    listdescriptors: () => ({ descriptors: [...wallet.addresses].map((one) => ({ desc: `addr(${one})#abcdefgh` })) }),
    getwalletinfo: () => ({ walletname: 'specie', scanning: wallet.scanning ? { duration: 1, progress: 0.5 } : false }),
    importdescriptors: (requests: { desc: string; timestamp: number | 'now' }[]) => {
      for (const { desc } of requests) wallet.addresses.add(/^addr\((\w+)\)#\w{8}$/.exec(desc)![1]!)
      const times = requests.map(({ timestamp }) => (timestamp === 'now' ? tipOf(ledger).time : timestamp))
      const since = Math.min(...times) - 7_200
      for (const { time, txs } of ledger.blocks) if (time >= since) txs.forEach(ledger.onTx)
      for (const tx of ledger.mempool.values()) ledger.onTx(tx)
      return requests.map(() => ({ success: true }))
    },
    listsinceblock: (hash: string, target: number) => {
      const after = hash === '' ? -1 : blockBy(ledger, hash).height
      const later = [...wallet.known.values()].filter(({ txid }) => (blockOf(ledger, txid)?.height ?? Infinity) > after)
      const lastblock = ledger.blocks[Math.max(0, ledger.blocks.length - target)]!.hash
      return { transactions: later.flatMap((tx) => rowsOf(ledger, wallet, tx)), removed: [], lastblock }
    },
    listunspent: (least: number, _most: number, addresses: string[]) =>
      unspent(ledger, wallet, least).filter(({ address }) => addresses.includes(address)),
    gettransaction: (txid: string) => {
      const tx = wallet.known.get(txid)
      if (!tx) throw new RpcFault(-5, 'Invalid or non-wallet transaction id')
      const decoded = { vin: tx.vin, vout: tx.vout.map(shown) }
      return { txid, confirmations: confirmations(ledger, tx), ...placeOf(ledger, txid), fee: btc(-tx.fee), decoded }
    },
  }
}

function placeOf(ledger: Ledger, txid: string) {
  const block = blockOf(ledger, txid)
  return block ? { blockhash: block.hash, blockheight: block.height } : {}
}

/** An output to ourselves is told twice when we sent it, as Bitcoin Core does for imported addresses. */
function rowsOf(ledger: Ledger, { addresses }: Watching, tx: Tx) {
  const sent = tx.vin.some((input) => addresses.has(outputOf(ledger, input)?.address ?? ''))
  const common = { txid: tx.txid, confirmations: confirmations(ledger, tx), ...placeOf(ledger, tx.txid) }
  return tx.vout.flatMap((out) => {
    const row = { ...common, address: out.address, vout: out.n, amount: btc(out.value) }
    const send = { ...row, category: 'send', amount: btc(-out.value), fee: btc(-tx.fee) }
    return [...(sent ? [send] : []), ...(addresses.has(out.address) ? [{ ...row, category: 'receive' }] : [])]
  })
}

function unspent(ledger: Ledger, { addresses, known }: Watching, least: number) {
  const live = [...known.values()].filter(({ txid }) => blockOf(ledger, txid) || ledger.mempool.has(txid))
  return live
    .filter((tx) => confirmations(ledger, tx) >= least)
    .flatMap(({ vout }) => vout)
    .filter((out) => addresses.has(out.address) && !isSpentBy(live, out.txid, out.n))
    .map(({ txid, n, value, address }) => ({ txid, vout: n, amount: btc(value), address }))
}

export async function standInNode({ chain = 'regtest' } = {}) {
  const ledger = newLedger()
  const wallet: Watching = { created: false, addresses: new Set(), known: new Map(), scanning: false }
  ledger.onTx = (tx) => {
    const touched = [...tx.vout, ...tx.vin.map((input) => outputOf(ledger, input))]
    if (touched.some((out) => out && wallet.addresses.has(out.address))) wallet.known.set(tx.txid, tx)
  }
  const calls: string[] = []
  const node = { ledger, wallet, chain }
  const core = nodeMethods(node, () => standIn.rate)
  const watching = walletMethods(node)

  function answer(path: string, method: string, params: any[]): unknown {
    calls.push(method)
    if (path !== '/' && (path !== '/wallet/specie' || !wallet.created))
      throw new RpcFault(-18, 'Requested wallet does not exist or is not loaded')
    const found = (path === '/' ? core : watching)[method]
    if (!found) throw new RpcFault(-32601, 'Method not found')
    return found(...params)
  }

  const server = createServer((request, response) => {
    void (async () => {
      const { method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString('utf8'))
      if (standIn.silent) return request.socket.destroy()
      const login = `Basic ${Buffer.from('test:a/b').toString('base64')}`
      if (request.headers.authorization !== login) return response.writeHead(401).end()
      try {
        const text = JSON.stringify({ result: answer(request.url!, method, params), error: null })
        return response.end(text.replaceAll(/"btc:(-?\d+\.\d{8})"/g, '$1'))
      } catch (error) {
        if (!(error instanceof RpcFault)) throw error
        const { code, message } = error
        return response.writeHead(500).end(JSON.stringify({ result: null, error: { code, message } }))
      }
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const standIn = {
    url: `http://test:a%2Fb@127.0.0.1:${(server.address() as AddressInfo).port}/`,
    calls,
    wallet,
    mempool: ledger.mempool,
    /** Satoshis for 1,000 bytes that it advises to pay. */
    rate: 5_000n,
    silent: false,
    mine: (count: number) => mine(ledger, count),
    pay: (address: string, value: bigint) => pay(ledger, address, value),
    reorg: (depth: number) => reorg(ledger, depth),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return standIn
}
