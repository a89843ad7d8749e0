import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Example, readExamples } from '@specie/docs-site/examples/examples.ts'
import { languages as shownLanguages } from '@specie/docs-site/samples/languages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readers } from '../reader.ts'
import { compile, isThere, languages } from './languages.ts'

// The samples of every call, as the pages show them, are compiled. Some are run against a live service by a reader of
// /docs/start. Needs python3 with its package cryptography, Go and Java; a missing language is skipped.

const reader = readers()
const { calls, sandbox, errors } = readExamples()

/** Possible calls and refusals of a new institution: without fields, with fields, as a form and as JSON. */
const run: Record<string, Example> = {
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
const compiled = [...Object.values(run), ...Object.values(calls), ...Object.values(sandbox)]

/** The parts that must match the example: all that do not depend on the institution. */
function expectedOf(name: string, { answer }: Example): object {
  const body = answer.body as Record<string, unknown>
  if (answer.status !== 200) return { code: body['code'], status: body['status'], message: body['message'] }
  // The signature is valid; that the wallet of the example is not listed here is irrelevant.
  if (name === 'addPaymentRail') return { code: 'external_wallet_not_whitelisted' }
  return Object.fromEntries(
    Object.keys(body)
      .map((key) => [key, expect.anything()])
      .filter(([key]) => body[key as string] !== null),
  )
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-doc-samples-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.for(shownLanguages)('$title', ({ id, write }) => {
  const language = languages[id]!
  const place = () => join(folder, id)

  // With an empty cache, Go compiles its own packages first.
  test('the samples of every call compile', { timeout: 600_000 }, async ({ skip }) => {
    if (!(await isThere(language.program))) return skip()
    await compile(language, compiled.map(write), place())
  })

  test.for(Object.keys(run))('%s is answered', async (name, { skip }) => {
    if (!(await isThere(language.program))) return skip()
    const answer = await reader.sh(language.run(place(), Object.keys(run).indexOf(name)))
    expect(JSON.parse(answer)).toMatchObject(expectedOf(name, run[name]!))
  })
})
