import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { CannotStart } from './cannot-start.ts'
import type { Exit } from './guard.ts'
import { parsed } from './lock.ts'
import type { LogFile } from './log-file.ts'
import { goneWithin, identityOf, isAlive, signal } from './processes.ts'
import { described, type Running } from './supervise.ts'

export type NodeChild<Ready> = Running & { ready: Ready }

export type Launch = {
  name: string
  file: string
  env: Record<string, string | undefined>
  /** Receives its standard output; its errors go to the terminal. */
  log: LogFile
  /** Stores the pid, so that the next start finds a process that outlived us. */
  pidFile: string
}

const drainMs = 15_000

/**
 * Runs one of our programs. It reports over its IPC channel that it is `{ready}`, or why it `{failed}`; when the channel
 * closes, because we stop or are killed, it ends by itself.
 */
export async function startNode<Ready>(launch: Launch, broken: AbortSignal): Promise<NodeChild<Ready>> {
  await stopOrphan(launch.pidFile)
  broken.throwIfAborted()
  const child = spawn(process.execPath, [launch.file], {
    stdio: ['ignore', launch.log.fd, 'inherit', 'ipc'],
    env: launch.env,
    // A separate session: Ctrl-C in the terminal reaches only us, and we stop the children in order.
    detached: true,
  })
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    child.once('exit', (code, name) => resolve({ code, signal: name }))
  })
  if (child.pid) writeFileSync(launch.pidFile, JSON.stringify(identityOf(child.pid)), { mode: 0o600 })
  void exited.then(() => rmSync(launch.pidFile, { force: true }))

  const stop = (hurry: boolean) => ended(child, exited, hurry)
  const onAbort = () => void stop(false)
  broken.addEventListener('abort', onAbort)
  try {
    return { ready: await readiness<Ready>(child, exited, launch), exited, stop }
  } catch (error) {
    await stop(false)
    throw error
  } finally {
    broken.removeEventListener('abort', onAbort)
  }
}

type ChildMessage<Ready> = { ready?: Ready; failed?: string }

function readiness<Ready>(child: ChildProcess, exited: Promise<Exit>, { name, log }: Launch): Promise<Ready> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: ChildMessage<Ready>) => {
      if (message.failed !== undefined) reject(new CannotStart(message.failed))
      if (message.ready !== undefined) resolve(message.ready)
    })
    void exited.then((exit) =>
      reject(new CannotStart(`${name} ended while it was starting (${described(exit)}); see ${log.path}.`)),
    )
  })
}

async function ended(child: ChildProcess, exited: Promise<Exit>, hurry: boolean): Promise<void> {
  child.kill(hurry ? 'SIGKILL' : 'SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), drainMs)
  await exited
  clearTimeout(late)
}

/** A process whose supervisor was killed is ending by itself; it gets a moment, then a signal. */
async function stopOrphan(pidFile: string): Promise<void> {
  const orphan = parsed(contentOf(pidFile))
  if (!orphan) return
  const isThere = () => isAlive(orphan)
  if (await goneWithin(1_000, isThere)) return
  signal(orphan.pid, 'SIGTERM')
  if (await goneWithin(drainMs, isThere)) return
  signal(orphan.pid, 'SIGKILL')
  await goneWithin(5_000, isThere)
}

/** True while a process that outlived its supervisor still runs. */
export function hasOrphan(pidFile: string): boolean {
  const orphan = parsed(contentOf(pidFile))
  return orphan !== null && isAlive(orphan)
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
