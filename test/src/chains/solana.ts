import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createKeyPairFromPrivateKeyBytes, signBytes } from '@solana/kit'
import { requestId } from '@specie/token/request.ts'
import type { Built } from '@specie/token/solana/instructions.ts'
import type { Contract, Effect, KeyName, Order, RawSigner, SigningPurpose } from '@specie/service/base/ports/chain.ts'
import { openContext, solanaChain, type SolanaOptions } from '@specie/service/chains/adapters/solana/chain.ts'
import { createSolanaCoin } from '@specie/service/chains/adapters/solana/deploy.ts'
import { solanaAddressOf } from '@specie/service/chains/adapters/solana/keys.ts'
import { compile, lifetimeNow, signPlan, simulate } from '@specie/service/chains/adapters/solana/transaction.ts'

// For tests: the devnet's Solana in this process, our keys there, and a coin.

/** Publicly known test keys: they follow from their names. */
export function testSigner() {
  const requested: { key: KeyName; purpose: SigningPurpose }[] = []
  const pair = (key: KeyName) =>
    createKeyPairFromPrivateKeyBytes(createHash('sha256').update(`specie test key ${key}`).digest(), true)
  const signer: RawSigner = {
    publicKey: async (key) => {
      const { publicKey } = await pair(key)
      return new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
    },
    sign: async (key, _curve, payload, purpose) => {
      requested.push({ key, purpose })
      return Uint8Array.from(await signBytes((await pair(key)).privateKey, payload))
    },
  }
  return {
    signer,
    asked: requested,
    addressOf: async (key: KeyName) => solanaAddressOf(await signer.publicKey(key, 'ed25519')),
  }
}

type RpcCall = { readonly method: string; readonly id: unknown; readonly params: unknown }

/** In front of a node, changes its answers: `undefined` forwards the call, null leaves it unanswered. */
export async function relay(url: string, answer: (asked: RpcCall) => unknown) {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      const requested = JSON.parse(body) as RpcCall
      const result = await answer(requested)
      if (result === null) return
      const output =
        result === undefined
          ? await fetch(url, { method: 'POST', body }).then((reported) => reported.text())
          : JSON.stringify({ jsonrpc: '2.0', id: requested.id, result })
      response.writeHead(200, { 'content-type': 'application/json' }).end(output)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

let orders = 0

/** An order under its own request id. */
export function order<const E extends Effect>(
  effect: E,
  id = `00000000-0000-7000-8000-${String((orders += 1)).padStart(12, '0')}`,
): E & Pick<Order, 'id' | 'requestId'> {
  const once = requestId({ environment: 'uat', chain: 'SOL', token: effect.asset, request: id })
  return { ...effect, id, requestId: once }
}

export const first = (...orders: Order[]) => ({ orders, nonce: null, earlier: [] })

/** Fast, so that the coin exists soon; a test then stalls the chain and moves it on command. */
const slotMs = 25

type Stops = { stop(): Promise<void> }
type OnProblem = (error: unknown) => void
/** Parts of the devnet, which no part of the service may import: its tests provide them. */
type Devnet<Spec, Node> = {
  readonly spec: Spec
  openSolana(spec: Spec & { slotMs: number }, log: { file: string }, onFailure: OnProblem): Promise<Node & Stops>
  serve(nodes: Node[], port: number, token: null, onProblem: OnProblem): Promise<Stops & { readonly base: string }>
}

export async function openTestSolana<Spec extends object, Node>({ spec, openSolana, serve }: Devnet<Spec, Node>) {
  const folder = await mkdtemp(join(tmpdir(), 'specie-solana-'))
  const problems: unknown[] = []
  const node = await openSolana({ ...spec, slotMs }, { file: join(folder, 'sol.log') }, (error) => problems.push(error))
  const server = await serve([node], 0, null, (error) => problems.push(error))
  const { signer, asked, addressOf } = testSigner()
  const troubles: { message: string; details: object }[] = []
  const options: SolanaOptions = {
    code: 'SOL',
    environment: 'uat',
    urls: [`${server.base}/SOL`],
    quorum: null,
    signer,
    wallets: {},
    onTrouble: (message, details) => troubles.push({ message, details }),
  }
  const act = async (what: string, body?: object) => {
    const requested = { method: 'POST', body: JSON.stringify(body ?? {}) }
    const answer = await fetch(`${server.base}/SOL/control/${what}`, requested)
    if (!answer.ok) throw new Error(await answer.text())
  }
  const drip = async (address: string, lamports: bigint) => {
    await act('faucet', { address, amount: String(lamports) })
    await act('mine', { blocks: 2 })
  }
  await drip(await addressOf('gas'), 10n ** 12n)
  const chain = solanaChain(options)
  const desk = openContext(options)
  /** Any instructions, signed by these keys; the first pays. */
  const send = async (signers: KeyName[], instructions: readonly Built[]): Promise<string> => {
    const steps = instructions.map((instruction) => ({ instruction, order: null }))
    const plan = { payer: signers[0]!, signers, steps }
    const { transaction, lifetime } = await desk.nodes.use(async ({ rpc }) => {
      const lifetime = await lifetimeNow(rpc)
      const transaction = compile(plan, await addressOf(plan.payer), lifetime)
      await simulate(rpc, transaction, plan, await addressOf(plan.payer))
      return { transaction, lifetime }
    })
    const purpose = { requestId: 'test', chain: 'SOL', intent: 'test' } as const
    const attempt = await signPlan({ signer, addressOf }, transaction, plan, lifetime, purpose)
    if ((await chain.broadcast(attempt)) !== 'accepted') throw new Error('the devnet does not take it')
    return attempt.hash
  }
  return {
    options,
    chain,
    asked,
    addressOf,
    troubles,
    problems,
    act,
    drip,
    send,
    /** From now on slots pass only by `mine` and `settle`. */
    standStill: () => act('stall'),
    /** All sent transactions are final after this. */
    settle: () => act('mine', { blocks: 40 }),
    createCoin: async (asset: 'VCHF' | 'VGBP'): Promise<Contract> => {
      const details = {
        asset,
        name: `Test ${asset}`,
        symbol: asset,
        uri: 'https://example.com/coin.json',
        allowListOn: false,
      }
      return { asset, address: (await createSolanaCoin(options, details)).address }
    },
    stop: async () => {
      await server.stop()
      await node.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestSolana = Awaited<ReturnType<typeof openTestSolana>>
