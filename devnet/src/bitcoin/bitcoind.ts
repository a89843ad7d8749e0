import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, mkdir, readFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting } from '@specie/program/settings.ts'
import { RpcError } from '../rpc.ts'

export type Bitcoind = {
  call<T>(method: string, params?: unknown[], wallet?: string): Promise<T>
  stop(): Promise<void>
}

export async function findBitcoind(path: string): Promise<string | null> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const program = join(folder, 'bitcoind')
    if (
      await access(program, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return program
  }
  return null
}

const { rawJSON } = JSON as unknown as { rawJSON(digits: string): unknown }

/** Amounts are passed on as digits: as floats, small ones would become 1e-8. */
function exactAmounts(_key: string, value: unknown, context?: { source?: string }): unknown {
  const digits = context?.source
  return typeof value === 'number' && digits?.includes('.') ? rawJSON(digits) : value
}

const startTries = 300
const pauseMs = 100

/** Private: a random port, the cookie that it writes, no peers. */
export async function startBitcoind(program: string, folder: string, onFailure: (e: Error) => void): Promise<Bitcoind> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await stopOrphan(folder)
  const port = await freePort()
  const child = spawn(
    program,
    [
      '-regtest',
      `-datadir=${folder}`,
      '-server=1',
      '-rpcbind=127.0.0.1',
      '-rpcallowip=127.0.0.1',
      `-rpcport=${port}`,
      '-listen=0',
      '-dnsseed=0',
      '-txindex=1',
      '-fallbackfee=0.0001',
      '-printtoconsole=0',
    ],
    { stdio: 'ignore' },
  )
  let stopping = false
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  const call = async <T>(method: string, params: unknown[] = [], wallet?: string): Promise<T> => {
    const cookie = await readFile(join(folder, 'regtest', '.cookie'), 'utf8')
    const response = await fetch(`http://127.0.0.1:${port}/${wallet ? `wallet/${wallet}` : ''}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(cookie).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    type Reply = { result: T; error: { code: number; message: string } | null }
    const { result, error } = JSON.parse(await response.text(), exactAmounts) as Reply
    if (error) throw new RpcError(error.code, error.message)
    return result
  }
  for (let n = 0; ; n += 1) {
    if (hasEnded() || n === startTries)
      throw new BadSetting(
        `bitcoind does not start: see ${join(folder, 'regtest', 'debug.log')}, or take it off the PATH.`,
      )
    if (
      await call('getblockcount').then(
        () => true,
        () => false,
      )
    )
      break
    await sleep(pauseMs)
  }
  void exited.then(() => stopping || onFailure(new Error('bitcoind ended by itself')))
  return {
    call,
    stop: async () => {
      stopping = true
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Ends a bitcoind that outlived a killed devnet, because it locks the folder. Only Linux names a process's program. */
async function stopOrphan(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, 'regtest', 'bitcoind.pid'), 'utf8').catch(() => '0'))
  const isOurs = async () =>
    pid > 0 && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(`-datadir=${folder}`)
  for (let n = 0; n < startTries && (await isOurs()); n += 1) {
    if (n === 0) process.kill(pid, 'SIGTERM')
    await sleep(pauseMs)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
