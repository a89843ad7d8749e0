import { execFile, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { inherited } from '../programs/process.ts'

// The built `specie` command, as a process.

const root = fileURLToPath(new URL('../../../', import.meta.url))
export const launcher = join(root, 'cli/bin/specie.mjs')

/** As tools/setup.mjs does before anything runs. */
export const buildSpecie = (): Promise<unknown> => promisify(execFile)(process.execPath, [join(root, 'cli/build.ts')])

export type Ran = { code: number; out: string; err: string }

export type Specie = {
  (...words: string[]): Promise<Ran>
  /** The answer of a command that must succeed. */
  json(...words: string[]): Promise<any>
  withInput(typed: string, ...words: string[]): Promise<Ran>
  /** The folder of its profiles. */
  folder: string
  settings: Record<string, string>
}

/** The command of a user with separate profiles. */
export function specieOf(more: Record<string, string> = {}, node = process.execPath, program = launcher): Specie {
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'specie-profiles-'))
  const settings = { SPECIE_CONFIG: folder, SPECIE_DATA: join(folder, 'none'), ...more }
  const withInput = (typed: string, ...words: string[]) =>
    new Promise<Ran>((resolve) => {
      const env = { ...inherited(), ...settings }
      const child = execFile(node, [program, ...words], { env, cwd: folder }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err }),
      )
      child.stdin!.end(typed)
    })
  const run = (...words: string[]) => withInput('', ...words)
  const json = async (...words: string[]) => {
    const { code, out, err } = await run(...words, '--json')
    if (code !== 0) throw new Error(`specie ${words.join(' ')} ended with ${code}: ${err}`)
    return JSON.parse(out)
  }
  return Object.assign(run, { json, withInput, folder, settings })
}

/** A command that runs until it is ended; `line` waits for one that it prints. */
export function startSpecie({ settings }: Specie, ...words: string[]) {
  const env = { ...inherited(), ...settings }
  const child = spawn(process.execPath, [launcher, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  let out = ''
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = out.split('\n').find((one) => pattern.test(one))
        if (found !== undefined) resolve(found)
      }
      child.stdout.on('data', (chunk) => {
        out += String(chunk)
        look()
      })
      child.once('exit', () => reject(new Error(`it ended: ${out}`)))
      look()
    })
  return { line, end: () => child.kill('SIGTERM') }
}
