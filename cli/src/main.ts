#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CommandError } from './errors.ts'
import type { Machine } from './machine.ts'
import { runCommand } from './run.ts'

// The `specie` command. It is built into one file that runs on Node 20 (build.ts).

/** Runs with the code of `@specie/local`, where it is installed, and the Node that came with it. */
const withLocal: Machine = (name, typed) => {
  const program = localProgram()
  if (program === null)
    throw new CommandError(
      `specie ${name} needs the machine of the service. Run it in a folder where Specie is installed.`,
    )
  const child = spawn(nodeFor(program), [program, ...typed], { stdio: 'inherit' })
  // The terminal sends signals to both: the child ends, and its exit code becomes ours.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

function localProgram(): string | null {
  try {
    return fileURLToPath(import.meta.resolve('@specie/local/cli.ts'))
  } catch {
    return null
  }
}

const leastNode = 24

function nodeFor(program: string): string {
  const bundled = fileURLToPath(new URL('../../node_modules/.bin/node', `file://${program}`))
  if (existsSync(bundled)) return bundled
  if (Number(process.versions.node.split('.')[0]) >= leastNode) return process.execPath
  throw new CommandError(`This command needs Node ${leastNode} or newer. Put it on the PATH.`)
}

// The reader of a pipe may close it early: `specie events --follow | head`. A finished command keeps its exit code, so that a
// rejected order is never a success.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return void setImmediate(() => process.exit())
  process.stderr.write(
    `The answer could not be written: ${error.message}. The request may have been carried out; look it up before you repeat it.\n`,
  )
  process.exit(4)
})

process.exitCode = await runCommand(process.argv.slice(2), withLocal)
