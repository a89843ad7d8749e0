import { spawn } from 'node:child_process'
import type { RunAs } from './run-as.ts'

export type Exit = { code: number | null; signal: string | null }

export type Guarded = {
  /** Closes the pipe. The command gets SIGINT, a fast shutdown for PostgreSQL. */
  stop(): void
  exited: Promise<Exit>
}

/**
 * The shell holds a pipe from us. When it closes, on our request or because our process ended in any way (kill -9 included),
 * the command gets SIGINT. The shell is the command's parent and reaps it, so its pid cannot belong to another process. It
 * signals until the command is gone. A shell starts background commands with SIGINT ignored, so a signal before PostgreSQL has
 * set its handlers is lost.
 */
const script = `
exec 3<&0 </dev/null
"$@" 3<&- &
command=$!
{ read -r line <&3; while kill -INT $command; do sleep 0.2; done; } 2>/dev/null &
watch=$!
exec 3<&-
wait $command
code=$?
kill $watch 2>/dev/null
exit $code
`

export function guarded(command: string[], { as, log }: { as: RunAs; log: number }): Guarded {
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...as.prefix, ...command], {
    stdio: ['pipe', log, log],
    // A separate session: Ctrl-C in the terminal reaches only us, and we stop the children in order.
    detached: true,
    cwd: '/',
    // No PGPORT, PGOPTIONS or the like from the caller's shell.
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    ...(as.uid === undefined ? {} : { uid: as.uid, gid: as.gid }),
  })
  const pipe = child.stdin!
  pipe.on('error', () => {})
  const exited = new Promise<Exit>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  // If the shell itself is killed, its watch still runs and stops the command.
  void exited.then(() => pipe.destroy())
  return { stop: () => pipe.destroy(), exited }
}
