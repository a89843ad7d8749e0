// Makes the examples of the documentation by sending them: `node tools/docs-examples.ts` starts a UAT, makes every call of the
// API and of the sandbox, provokes every error, and writes requests and answers. --check writes nothing and fails on a
// difference: the pages must show what the service does today. An argument names another file.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureDatabase, startPostgres } from '@specie/local/postgres.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { sandboxCalls } from '@specie/protocol/sandbox/calls.ts'
import { type Example, type Examples, isProvoked, type Unprovoked } from '@specie/docs-site/examples/examples.ts'
import { databaseOn } from '@specie/test/database.ts'
import { startUat } from '@specie/test/programs/uat.ts'
import { walk } from './docs-examples/calls.ts'
import { provokeAll } from './docs-examples/errors.ts'
import { normaliser, shortened } from './docs-examples/normalise.ts'
import { type Sent, senderOf } from './docs-examples/recorder.ts'
import { withConstants } from '../test/src/programs/constants.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { check: { type: 'boolean' } } })
const file = positionals[0] ?? fileURLToPath(new URL('../docs-site/src/examples/examples.gen.json', import.meta.url))

async function made(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-examples-'))
  const postgres = await startPostgres({ folder, durable: false })
  try {
    await ensureDatabase(postgres, 'postgres') // it also creates the login of the service
    const database = await databaseOn((name) => postgres.url(name))
    const uat = await startUat(
      { LIQUIDITY: 'both', ...withConstants({ requestTimeoutMs: 1_000 }) },
      { DEVNET_CHAINS: 'ETH' },
      database,
    )
    const send = senderOf(uat)
    const { calls, sandbox, acme } = await walk(uat, send)
    const errors = await provokeAll(uat, send, acme)
    await uat.end()
    return written({ calls: inOrder(endpoints, calls), sandbox: inOrder(sandboxCalls, sandbox), errors } as Examples)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** In the order of the documentation; a call without an example is an error. */
function inOrder(all: readonly { readonly name: string }[], sent: Record<string, Sent>) {
  const missing = all.filter(({ name }) => sent[name] === undefined).map(({ name }) => name)
  if (missing.length > 0) throw new Error(`no example was made for ${missing.join(', ')}`)
  return Object.fromEntries(all.map(({ name }) => [name, sent[name]!.example]))
}

function written(examples: Examples): string {
  const normal = normaliser()(examples) as unknown as Record<string, Record<string, Example | Unprovoked>>
  const shown = (example: Example | Unprovoked) =>
    isProvoked(example) ? { ...example, answer: { ...example.answer, body: shortened(example.answer.body) } } : example
  const all = Object.entries(normal).map(([kind, some]) => [
    kind,
    Object.fromEntries(Object.entries(some).map(([name, example]) => [name, shown(example)])),
  ])
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`
}

/** The first lines that differ, with the service's current ones. */
function difference(there: string, now: string): string {
  const [old, fresh] = [there.split('\n'), now.split('\n')]
  const at = fresh.findIndex((line, n) => line !== old[n])
  return `line ${at + 1}: the file has ${old[at]?.trim()}, the service says ${fresh[at]?.trim()}`
}

const now = await made()
const there = await readFile(file, 'utf8').catch(() => '')
if (now === there) console.log('the examples are what the service says')
else if (values.check) {
  console.log(`the examples are not what the service says: run node tools/docs-examples.ts (${difference(there, now)})`)
  process.exitCode = 1
} else {
  await writeFile(file, now)
  console.log(`wrote ${file}`)
}
