import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Example, readExamples } from '@specie/service/docs/examples.ts'
import { goClient, javaClient, pythonClient } from '@specie/service/docs/samples/clients.ts'
import { curl } from '@specie/service/docs/samples/curl.ts'
import { go } from '@specie/service/docs/samples/go.ts'
import { java } from '@specie/service/docs/samples/java.ts'
import { python } from '@specie/service/docs/samples/python.ts'
import { expect, test } from 'vitest'
import { readers } from '../reader.ts'

// Samples of calls, as the pages show them, run against a live service by whoever has followed /docs/start. Needs python3
// with its package cryptography, Go and Java; a language that the machine does not have is left out.

const run = promisify(execFile)
const reader = readers()
const { calls, sandbox, errors } = readExamples()

/** Calls that a new institution can make, and refusals that it gets: with no fields, with fields, as a form and as JSON. */
const shown: Record<string, Example> = {
  accountBalance: calls['accountBalance']!,
  getQuotes: calls['getQuotes']!,
  keyInfo: calls['keyInfo']!,
  queryOrders: calls['queryOrders']!,
  addPaymentRail: calls['addPaymentRail']!,
  'sandbox institutions': sandbox['institutions']!,
  'sandbox clock': sandbox['clock']!,
  unknown_asset: errors['unknown_asset'] as Example,
  invalid_cursor: errors['invalid_cursor'] as Example,
}

/** What must agree with the example: everything but what depends on the institution. */
function expectedOf(name: string, { answer }: Example): object {
  const body = answer.body as Record<string, unknown>
  if (answer.status !== 200) return { code: body['code'], status: body['status'], message: body['message'] }
  // Signed well; that this service without a provider rejects it is not the sample's concern.
  if (name === 'addPaymentRail') return { railid: expect.any(String) }
  return Object.fromEntries(
    Object.keys(body)
      .map((key) => [key, expect.anything()])
      .filter(([key]) => body[key as string] !== null),
  )
}

const languages: Record<string, (example: Example) => Promise<string>> = {
  curl: async (example) => reader.sh(curl(example)),
  python3: async (example) => {
    await save('specie.py', pythonClient)
    await save('main.py', python(example))
    return reader.sh('python3 main.py')
  },
  go: async (example) => {
    await save('specie.go', goClient)
    await save('main.go', go(example))
    return reader.sh('HOME=$PWD GOCACHE=/tmp/specie-go-cache GOFLAGS=-mod=mod go run main.go specie.go')
  },
  java: async (example) => {
    await reader.sh('openssl pkey -in specie-key.pem -pubout -out specie-key.pub')
    await save('Specie.java', javaClient)
    await save('Main.java', java(example))
    return reader.sh('javac Main.java Specie.java && java Main')
  },
}

const save = (file: string, text: string) => writeFile(join(reader.folder(), file), text)

const isThere = async (program: string): Promise<boolean> =>
  run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  )

test.for(Object.keys(languages).flatMap((language) => Object.keys(shown).map((name) => [language, name] as const)))(
  '%s: %s',
  { timeout: 300_000 },
  async ([language, name], { skip }) => {
    if (!(await isThere(language))) return skip()
    const answer = JSON.parse(await languages[language]!(shown[name]!)) as object
    expect(answer).toMatchObject(expectedOf(name, shown[name]!))
  },
)
