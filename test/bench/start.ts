import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { evmChains } from '@specie/devnet/chains.ts'
import { evmClient } from '../src/devnet-client.ts'
import { startProcess, type RunningProcess } from '../src/programs/process.ts'
import type { Measured } from './measure.ts'
import type { Report } from './report.ts'

// The start-up time of chains and counterparts after much use, with and without snapshots.

const devnet = fileURLToPath(import.meta.resolve('@specie/devnet/main.ts'))
const counterparts = fileURLToPath(import.meta.resolve('@specie/counterparts/main.ts'))
const never = '999999'

type Program = {
  name: string
  main: string
  prefix: 'DEVNET' | 'COUNTERPARTS'
  use(origin: string, many: number): Promise<void>
}

const programs: Program[] = [
  { name: 'chains', main: devnet, prefix: 'DEVNET', use: useChains },
  { name: 'counterparts', main: counterparts, prefix: 'COUNTERPARTS', use: useBank },
]

export async function startBench(quick: boolean): Promise<Report> {
  const figures = new Map<string, Measured>()
  const notes: string[] = []
  const ratios: Report['ratios'] = []
  for (const program of programs) {
    const root = await mkdtemp(join(tmpdir(), 'specie-bench-start-'))
    const [whole, kept] = [join(root, 'whole'), join(root, 'kept')]
    const running = await launch(program, whole, never)
    await program.use(running.origin, quick ? 2_000 : 20_000)
    // The state before the introduction of snapshots: no orderly end, no snapshot.
    await running.kill()
    await cp(whole, kept, { recursive: true })
    const replayed = await timed(program, whole, never)
    const first = await timed(program, kept, undefined)
    const second = await timed(program, kept, undefined)
    for (const [how, { ms, mb }] of [
      ['the whole log is replayed', replayed],
      ['the first start with snapshots', first],
      ['the second start with snapshots', second],
    ] as const)
      notes.push(`${program.name}: ${how}: ${(ms / 1000).toFixed(2)} s, ${mb.toFixed(0)} MB`)
    figures.set(`${program.name}, replayed`, { perSecond: 1_000 / replayed.ms })
    figures.set(`${program.name}, from a snapshot`, { perSecond: 1_000 / second.ms })
    ratios.push({ name: `${program.name}: replayed / from a snapshot`, value: replayed.ms / second.ms })
    const some = quick ? 1_000 : 3_000
    const without = await stalls(program, join(root, 'calm'), never, some)
    const during = await stalls(program, join(root, 'busy'), undefined, some)
    notes.push(`${program.name}: a call takes ${during}; without snapshots ${without}`)
    notes.push(`${program.name}: files without snapshots ${await sizesIn(whole)}; with them ${await sizesIn(kept)}`)
    await rm(root, { recursive: true, force: true })
  }
  return { title: 'Starts of the UAT programs after long use', unit: 'starts/s', figures, ratios, notes }
}

const launch = ({ main, prefix }: Program, folder: string, every: string | undefined): Promise<RunningProcess> =>
  startProcess(main, {
    [`${prefix}_DATA`]: folder,
    PATH: '',
    ...(every === undefined ? {} : { [`${prefix}_SNAPSHOT_EVERY`]: every }),
  })

/** Until it reports that it is ready; then it is ended in order. */
async function timed(program: Program, folder: string, every: string | undefined): Promise<{ ms: number; mb: number }> {
  const began = performance.now()
  const running = await launch(program, folder, every)
  const ms = performance.now() - began
  const status = await readFile(`/proc/${running.process.pid}/status`, 'utf8').catch(() => '')
  const mb = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
  if (every === never) await running.kill()
  else await running.stop()
  return { ms, mb }
}

async function sizesIn(folder: string): Promise<string> {
  const found = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))))
  const files = found.filter((one) => one.isFile())
  const total = files.reduce((sum, { size }) => sum + size, 0)
  return `${(total / 1e6).toFixed(1)} MB in ${files.length} files`
}

const post = async (url: string, body: unknown, token?: string): Promise<any> => {
  const began = performance.now()
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  waits.push(performance.now() - began)
  return answer
}

/** The duration of each call, in milliseconds. */
const waits: number[] = []

/** The effect of snapshots on callers: the longest waits with and without them. */
async function stalls(program: Program, folder: string, every: string | undefined, many: number): Promise<string> {
  const running = await launch(program, folder, every)
  waits.length = 0
  await program.use(running.origin, many)
  const sorted = waits.toSorted((a, b) => a - b)
  await running.stop()
  const at = (share: number) => `${Math.round(sorted[Math.floor((sorted.length - 1) * share)]!)} ms`
  return `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`
}

/**
 * Nine of ten transactions on the EVM chains, two to a block, each with storage and an event; the rest on Solana and Bitcoin.
 */
export async function useChains(origin: string, many: number, token?: string): Promise<void> {
  const each = Math.round((many * 0.9) / evmChains.length)
  await Promise.all(evmChains.map(({ code, chainId }) => useEvm({ origin, token }, code, chainId, each)))
  const others = Math.round(many * 0.05)
  const wallet = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
  for (let n = 0; n < others; n += 1)
    await post(`${origin}/SOL/control/faucet`, { address: wallet, amount: String(1_000_000 + n) }, token)
  for (let n = 0; n < others; n += 1) {
    const drip = { address: 'bcrt1qw4shgttrdah8vetjwd5k7m3dv3jhqmm520pe5c', amount: String(10_000 + n) }
    await post(`${origin}/BTC/control/faucet`, drip, token)
    if (n % 20 === 0) await post(`${origin}/BTC/control/mine`, { blocks: 1 }, token)
  }
}

/** SSTORE of the second word at the first one, and LOG1 of it. */
const runtime = '6020355f35556020355f525f3560205fa100'
const deploy = `0x6012600a5f3960125ff3${runtime}` as const

const word = (n: number): string => n.toString(16).padStart(64, '0')

type Devnet = { readonly origin: string; readonly token: string | undefined }

async function useEvm({ origin, token }: Devnet, code: string, chainId: number, many: number): Promise<void> {
  const url = `${origin}/${code}`
  const { account, wallet, reader } = await evmClient(origin, code, undefined, token)
  const mine = () => post(`${url}/control/mine`, {}, token)
  const deployed = await wallet.deployContract({ abi: [], bytecode: deploy })
  const { contractAddress } = await reader.waitForTransactionReceipt({ hash: deployed })
  const fees = { type: 'eip1559', chainId, gas: 100_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n } as const
  for (let nonce = 1; nonce < many; nonce += 1) {
    const data = `0x${word(nonce % 997)}${word(nonce)}` as const
    const raw = await account.signTransaction({ ...fees, to: contractAddress!, data, nonce })
    const { error } = await post(url, { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: [raw] })
    if (error) throw new Error(`${code}: ${error.message}`)
    if (nonce % 2 === 0) await mine()
  }
}

/** Wires, half as many as transactions on the chains. */
async function useBank(origin: string, many: number): Promise<void> {
  for (let n = 0; n < many / 2; n += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        post(`${origin}/bank/control/wires`, {
          currency: 'CHF',
          amount: '10.00',
          sendername: 'Acme AG',
          endtoendid: `WIRE-${n + i}`,
        }),
      ),
    )
}
