import { areas } from './areas.ts'
import { type Answer, type Caller, createCaller, type Fields, type Platform, send, type World } from './caller.ts'
import { type Area, type Check, outcomeOf, type Result } from './check.ts'
import { thisPlatform } from './platform.ts'
import { keyPairOf, newKeyPair, publicKeyText } from './sign.ts'

// Checks over HTTP whether a service keeps the contract of the signed API, endpoint by endpoint and error by error.

export type ConformanceOptions = {
  /** Ends in /api/v1/. */
  readonly base: string
  /** PKCS #8 in PEM. Without the sandbox it is used for reads, refused calls and dry runs. */
  readonly key?: string | undefined
  /** UAT: institutions are onboarded for the run, so that writes can be checked too. */
  readonly sandbox?: boolean | undefined
  /** The bearer token of the sandbox, if it needs one. */
  readonly sandboxToken?: string | undefined
  /** Only the areas with these names; all by default. */
  readonly only?: readonly string[] | undefined
  /** Called with every result. */
  readonly report?: ((result: Result) => void) | undefined
  readonly platform?: Platform | undefined
}

export async function runConformance(options: ConformanceOptions): Promise<Result[]> {
  const world = worldOf(options)
  const chosen = areas.filter(({ name }) => options.only?.includes(name) ?? true)
  const run = async (area: Area): Promise<Result[]> => runArea(area, await callerFor(options, world), world, options)
  // In the sandbox each area has a key of its own, because a key has one call a second and its rate is checked too.
  if (options.sandbox) return (await Promise.all(chosen.map(run))).flat()
  const results: Result[] = []
  for (const area of chosen) results.push(...(await run(area)))
  return results
}

async function callerFor(options: ConformanceOptions, world: World): Promise<Caller> {
  if (options.sandbox) return world.onboard()
  if (options.key === undefined) return world.stranger()
  return createCaller(options.platform ?? thisPlatform, options.base, await keyPairOf(options.key), null)
}

async function runArea(area: Area, caller: Caller, world: World, options: ConformanceOptions): Promise<Result[]> {
  const results: Result[] = []
  for (const check of area.checks) {
    const result = await runCheck(area, check, caller, world, options)
    options.report?.(result)
    results.push(result)
  }
  return results
}

async function runCheck(
  { name: area }: Area,
  { name, rule, needs = 'key', run }: Check,
  caller: Caller,
  world: World,
  { key, sandbox }: ConformanceOptions,
): Promise<Result> {
  const about = { area, name, rule }
  if (needs === 'sandbox' && !sandbox) return { ...about, outcome: 'skipped', why: 'it needs the sandbox' }
  if (needs === 'key' && !sandbox && key === undefined) return { ...about, outcome: 'skipped', why: 'it needs a key' }
  return { ...about, ...(await outcomeOf(() => run(caller, world))) }
}

function worldOf({ base, sandboxToken, platform = thisPlatform }: ConformanceOptions): World {
  const sandbox = (path: string, body: Fields): Promise<Answer> =>
    send(
      platform,
      new URL(`/sandbox/v1/${path}`, base),
      'POST',
      {
        'content-type': 'application/json',
        ...(sandboxToken === undefined ? {} : { authorization: `Bearer ${sandboxToken}` }),
      },
      JSON.stringify(body),
    )
  return {
    now: platform.now,
    sleep: platform.sleep,
    sandbox,
    stranger: async () => createCaller(platform, base, await newKeyPair(), null),
    onboard: async (fields = {}) => {
      const key = await newKeyPair()
      const publickey = await publicKeyText(key)
      const { status, body } = await sandbox('institutions', { name: 'Conformance AG', publickey, ...fields })
      if (status !== 200)
        throw new Error(`The sandbox does not onboard an institution: ${status} ${JSON.stringify(body)}`)
      return createCaller(platform, base, key, body.institutionid)
    },
  }
}
