import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { format } from 'node:util'
import { runCommand } from '@specie/local/command-line.ts'
import { compiled, inherited } from './process.ts'

const cli = fileURLToPath(new URL('../../../local/src/cli.ts', import.meta.url))

export type Said = { code: number; said: string }

/**
 * An operator's command, with these settings: its exit code and its whole output. It runs within this process, one at a time:
 * starting a process takes longer than most commands.
 */
export async function specie(settings: Record<string, string>, ...words: string[]): Promise<Said> {
  const { env } = process
  const { log, error } = console
  const lines = { out: '', problems: '' }
  try {
    process.env = { PATH: env['PATH'], ...settings }
    console.log = (...said) => (lines.out += `${format(...said)}\n`)
    console.error = (...said) => (lines.problems += `${format(...said)}\n`)
    return { code: await runCommand(words), said: lines.out + lines.problems }
  } finally {
    process.env = env
    Object.assign(console, { log, error })
  }
}

/** The same as a process of its own. */
export const specieProcess = (settings: Record<string, string>, ...words: string[]): Promise<Said> =>
  specieWithInput('', settings, ...words)

/** A process that gets these typed lines. */
export function specieWithInput(typed: string, settings: Record<string, string>, ...words: string[]): Promise<Said> {
  const env = { ...inherited(), NODE_COMPILE_CACHE: compiled, ...settings }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [cli, ...words], { env }, (error, out, problems) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: out + problems }),
    )
    child.stdin!.end(typed)
  })
}
