import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compiled } from './process.ts'

const cli = fileURLToPath(new URL('../../local/src/cli.ts', import.meta.url))

/** The command as an operator runs it, with these settings: its exit code and all that it printed. */
export function specie(settings: Record<string, string>, ...words: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compiled, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [cli, ...words], { env }, (error, out, problems) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: out + problems }),
    )
  })
}
