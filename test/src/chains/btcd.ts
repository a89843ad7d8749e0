import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@specie/local/free-port.ts'

// An independent full node of Bitcoin: btcd, in regtest, without peers.

export type Btcd = {
  call<T>(method: string, ...params: unknown[]): Promise<T>
  /** Null if accepted, otherwise the reason. */
  submit(block: string): Promise<string | null>
  stop(): Promise<void>
}

/** `BTCD` names the program; .ci/run builds it. */
export async function startBtcd(program = process.env['BTCD']): Promise<Btcd> {
  if (!program) throw new Error('BTCD is not set: build btcd as .ci/run does, and set BTCD to its path.')
  const folder = await mkdtemp(join(tmpdir(), 'specie-btcd-'))
  const port = await freePort()
  const options = {
    configfile: join(folder, 'none.conf'),
    datadir: folder,
    logdir: folder,
    rpclisten: `127.0.0.1:${port}`,
    rpcuser: 'test',
    rpcpass: 'test',
  }
  const flags = ['--regtest', '--notls', '--nolisten', '--nodnsseed', '--debuglevel=error']
  const named = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const child = spawn(program, [...flags, ...named], { stdio: 'ignore' })
  const call = async <T>(method: string, ...params: unknown[]): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('test:test').toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as { result: T; error: { message: string } | null }
    if (error) throw new Error(error.message)
    return result
  }
  await answering(() => call('getblockcount'))
  return {
    call,
    submit: async (block) => {
      const answer = await call<string | null>('submitblock', block).catch((error: Error) => error.message)
      return answer
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answering(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await ask()
      return
    } catch (error) {
      if (tries === 300) throw error
      await sleep(50)
    }
  }
}
