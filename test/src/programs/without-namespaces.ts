import { type ChildProcess, spawn } from 'node:child_process'
import { readlinkSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A user mapped to root has root's rights from its next program on. */
const script = `read -r mapped
exec sh -c 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"' sh "$@"`

/** Runs a command as root without user namespaces, as in most containers. For root on Linux. */
export async function withoutNamespaces(command: readonly string[]): Promise<ChildProcess> {
  const child = spawn('unshare', ['-U', 'sh', '-c', script, 'sh', ...command], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
  })
  const namespace = (pid: number | 'self') => readlinkSync(`/proc/${pid}/ns/user`)
  while (namespace(child.pid!) === namespace('self')) await sleep(5)
  for (const map of ['uid_map', 'gid_map']) writeFileSync(`/proc/${child.pid}/${map}`, '0 0 65536')
  child.stdin.write('\n')
  return child
}
