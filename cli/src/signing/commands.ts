import { createPrivateKey, createPublicKey, sign as signBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { text as readAll } from 'node:stream/consumers'
import { callTable } from '@specie/sdk/generated/calls.gen.ts'
import { formBody, jsonBody } from '@specie/sdk/call/body.ts'
import { signingString } from '@specie/protocol/signing/signing.ts'
import { commonOptions } from '../client.ts'
import type { Command, Given } from '../command.ts'
import { CommandError, Misuse } from '../errors.ts'
import type { Env } from '../env.ts'
import { callNamed } from '../integrator/call.ts'
import { typedFields } from '../integrator/typed-fields.ts'
import { accountOf } from '../profile/account.ts'
import { pemOf, publicKeyOf, spkiOf } from '../profile/keys.ts'
import { explain, type Step } from './explain.ts'
import { type PastedRequest, readRequest } from './request.ts'

export const sign: Command = {
  words: ['NAME', '[FIELD=VALUE …]'],
  anyText: true,
  does: 'sign a call without sending it: prints the signing string and a curl command',
  options: { nonce: { value: 'NONCE', does: 'the time in milliseconds by default' }, ...commonOptions },
  examples: ['accountBalance', 'mintTokens asset=VCHF blockchain=ETH quantity=250000', 'accountBalance --json'],
  run: async (env, [name, ...words], given) => {
    const row = callTable[callNamed(name!)]
    if (row.body === 'none') throw new Misuse(`${name} is a public call. It is not signed.`)
    const { base, keyFile } = accountOf(env, given)
    const url = new URL(row.path, base)
    const body = row.body === 'json' ? jsonBody(typedFields(words)) : formBody(typedFields(words))
    const nonce = (given['nonce'] as string | undefined) ?? String(env.now().getTime())
    const signed = signingString(url.pathname, body.signed, nonce)
    const key = createPrivateKey(pemOf(keyFile))
    const headers = {
      'user-agent': 'curl',
      ...(body.text === null || body.contentType === null ? {} : { 'content-type': body.contentType }),
      'x-app-public-key': spkiOf(createPublicKey(key)),
      'x-app-nonce': nonce,
      'x-app-signed-data': signBytes('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString(
        'base64url',
      ),
    }
    if (given['json'] === true)
      env.print(JSON.stringify({ url: url.href, signing_string: signed, headers, body: body.text }, null, 2))
    else {
      env.note(`signing string: ${signed}`)
      env.print(curlOf(url.href, headers, body.text))
    }
    return 0
  },
}

function curlOf(url: string, headers: { readonly [name: string]: string }, body: string | null): string {
  const lines = [
    `curl -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === null || body === '' ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const overrides = {
  path: 'the path of the request',
  body: 'its body, as sent',
  'content-type': 'its content type',
  nonce: 'x-app-nonce',
  'public-key': 'x-app-public-key',
  signature: 'x-app-signed-data',
} as const

export const verify: Command = {
  words: ['[FILE]'],
  does: 'explain a signature step by step, from a pasted curl command, a request or headers (a file or stdin); exit code 1 when it is not right',
  options: {
    ...Object.fromEntries(Object.entries(overrides).map(([name, does]) => [name, { value: 'TEXT', does }])),
    ...commonOptions,
  },
  anyText: true,
  examples: ['request.txt', '< curl-command.txt', '--path /api/v1/private/accountBalance < headers.txt'],
  run: async (env, [file], given) => {
    const request = withOverrides(readRequest(await pasted(file, given)), given)
    const steps = explain(request, ownKey(env, given))
    env.print(given['json'] === true ? JSON.stringify(steps, null, 2) : steps.map(shown).join('\n'))
    return steps.every(({ ok }) => ok) ? 0 : 1
  },
}

/** Asks nothing if the options suffice. */
async function pasted(file: string | undefined, given: Given): Promise<string> {
  const isComplete = ['path', 'nonce', 'public-key', 'signature'].every((name) => given[name] !== undefined)
  try {
    if (file !== undefined) return readFileSync(file, 'utf8')
    return isComplete ? '' : await readAll(process.stdin)
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

function withOverrides({ url, headers, body }: PastedRequest, given: Given): PastedRequest {
  const named: { readonly [option: string]: string } = {
    'content-type': 'content-type',
    nonce: 'x-app-nonce',
    'public-key': 'x-app-public-key',
    signature: 'x-app-signed-data',
  }
  const more = Object.entries(named).flatMap(([option, header]) =>
    given[option] === undefined ? [] : [[header, given[option]]],
  )
  return {
    url: (given['path'] as string | undefined) ?? url,
    headers: { ...headers, ...Object.fromEntries(more) },
    body: (given['body'] as string | undefined) ?? body,
  }
}

/** Null if there is no profile. A signature can be checked without a profile. */
function ownKey(env: Env, given: Given): string | null {
  try {
    return publicKeyOf(env, given['profile'] as string | undefined)
  } catch (error) {
    if (error instanceof CommandError && given['profile'] === undefined) return null
    throw error
  }
}

function shown({ step, ok, value, note }: Step): string {
  const lines = [`${ok ? 'ok ' : 'NO '} ${step.padEnd(15)} ${value}`, ...(note === undefined ? [] : [note])]
  return lines.join(`\n${' '.repeat(20)}`)
}
