import { accountOf } from '../profile/account.ts'
import { pemOf } from '../profile/keys.ts'
import { commonOptions } from '../client.ts'
import type { Command } from '../command.ts'
import { environmentAt } from '../environment-at.ts'
import { Misuse } from '../errors.ts'
import { type AdapterKind, adapterKinds, runAdapterConformance } from './adapters/run.ts'
import type { Result } from './check.ts'
import { reportText } from './report.ts'
import { runConformance } from './run.ts'

const json = { does: 'the list of results as JSON' }
const exitCode = (results: readonly Result[]): number => (results.some(({ outcome }) => outcome === 'failed') ? 1 : 0)

export const conformance: Command = {
  words: ['[BASE]'],
  does: 'check a service (by default the one of the profile) against the contract of the signed API, endpoint by endpoint and error by error; in UAT with new institutions',
  options: {
    key: {
      value: 'FILE',
      does: 'outside UAT: a private key in PEM, used for reads, refused calls and dry runs',
    },
    profile: commonOptions.profile,
    'without-sandbox': { does: 'in UAT: leave out checks that onboard institutions or move the clock' },
    json,
  },
  examples: ['', 'http://127.0.0.1:8080/api/v1/', 'https://desk.example/api/v1/ --key reader.pem'],
  run: async (env, [address], given) => {
    const { key, 'without-sandbox': without, json: asJson } = given
    const { base, environment } = await environmentAt(address ?? accountOf(env, given).base)
    const results = await runConformance({
      base,
      key: typeof key === 'string' ? pemOf(key) : undefined,
      sandbox: environment === 'uat' && without !== true,
      sandboxToken: env.settings.sandboxToken,
      report: ({ area, name, outcome }) => env.note(`${outcome.padEnd(7)}  ${area}: ${name}`),
    })
    env.print(asJson === true ? JSON.stringify(results, null, 2) : reportText(base, results))
    return exitCode(results)
  },
}

export const conformanceAdapter: Command = {
  words: [adapterKinds.join('|'), 'BASE'],
  does: 'check whether a bank, a provider or a venue speaks the protocol that the service expects; use its test environment',
  options: {
    key: {
      value: 'ID',
      does: 'the id of the shared secret in SPECIE_ADAPTER_SECRET, which signs requests; SPECIE_ADAPTER_TOKEN is a bearer token instead',
    },
    json,
  },
  examples: ['bank http://127.0.0.1:9000/bank', 'venue https://venue.example --key specie'],
  run: async (env, [kind, base], { key, json: asJson }) => {
    const { secret, token } = env.settings.adapter
    if (!isKind(kind!)) throw new Misuse(`Name the kind:${adapterKinds.join(', ')}.`)
    const results = await runAdapterConformance(kind, {
      base: base!,
      ...(typeof key === 'string' ? { key } : {}),
      ...(secret !== null ? { secret } : {}),
      ...(token !== null ? { token } : {}),
      report: ({ area, name, outcome }) => env.note(`${outcome.padEnd(7)}  ${area}: ${name}`),
    })
    env.print(asJson === true ? JSON.stringify(results, null, 2) : reportText(base!, results))
    return exitCode(results)
  },
}

const isKind = (text: string): text is AdapterKind => (adapterKinds as readonly string[]).includes(text)
