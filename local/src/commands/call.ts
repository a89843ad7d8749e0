import { createPrivateKey, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { basePath } from '@specie/protocol/endpoint.ts'
import { parseJson } from '@specie/protocol/json.ts'
import { MalformedBody } from '@specie/protocol/malformed.ts'
import { signedBodies, signingString } from '@specie/protocol/signing.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { CommandError, type Command } from './command.ts'

/** A signed call with the demo key of the data folder: the shortest way to see the API answer. */
export const call: Command = {
  takes: 'NAME [FIELD=VALUE …] [JSON]',
  does: 'make a signed call as the demo institution, e.g. accountBalance',
  run: async ([name, ...pairs]) => {
    if (!name) throw new CommandError('Which call? For example: specie call accountBalance')
    const demo = await demoInstitution()
    const path = `${basePath}/private/${name}`
    const { fields, body, contentType } = contentOf(pairs)
    const ask = () => {
      const nonce = String(systemClock.wall())
      const signed = signingString(path, signedBodies(fields)[0], nonce)
      const headers = {
        'user-agent': 'specie-cli',
        'content-type': contentType,
        'x-app-public-key': demo.publickey,
        'x-app-nonce': nonce,
        'x-app-signed-data': sign('sha256', Buffer.from(signed), demo.privateKey).toString('base64url'),
      }
      return fetch(new URL(path, demo.base), { method: 'POST', headers, body })
    }
    const response = await inTurn(ask).catch((error: Error) => {
      throw new CommandError(
        `${demo.base} does not answer (${(error.cause as Error | undefined)?.message ?? error.message}): is it running?`,
      )
    })
    console.log(JSON.stringify(await response.json(), null, 2))
    return response.ok ? 0 : 1
  },
}

/** A key has one call a second: one that comes too early is made again when its turn has come. */
async function inTurn(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await ask()
    const seconds = Number(response.headers.get('retry-after'))
    if (response.status !== 429 || tries === 5) return response
    await sleep(Math.max(seconds, 1) * 1_000)
  }
}

/** One argument in braces is JSON, as addPaymentRail takes it. */
function contentOf(words: string[]) {
  const [text = ''] = words
  if (words.length !== 1 || !text.startsWith('{')) {
    const fields = Object.fromEntries(words.map(fieldOf))
    return { fields, body: new URLSearchParams(fields).toString(), contentType: 'application/x-www-form-urlencoded' }
  }
  try {
    return { fields: parseJson(text), body: text, contentType: 'application/json' }
  } catch (error) {
    if (error instanceof MalformedBody) throw new CommandError(`That is no JSON. ${error.message}`)
    throw error
  }
}

function fieldOf(text: string): [string, string] {
  const equals = text.indexOf('=')
  if (equals < 1) throw new CommandError(`"${text}" is not FIELD=VALUE.`)
  return [text.slice(0, equals), text.slice(equals + 1)]
}

async function demoInstitution() {
  const { dataFolder } = readConfig()
  try {
    const { base, publickey } = JSON.parse(await readFile(join(dataFolder, 'demo.json'), 'utf8'))
    const pem = await readFile(join(dataFolder, 'demo-key.pem'), 'utf8')
    return { base, publickey, privateKey: createPrivateKey(pem) }
  } catch (error) {
    throw new CommandError(
      `There is no demo institution in ${dataFolder} (${(error as Error).message}). Start one with npm start, or name its folder in SPECIE_DATA.`,
    )
  }
}
