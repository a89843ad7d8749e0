import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { closest, distance } from '@specie/protocol/nearest.ts'
import { oneOf, type Environment, type Read } from './parsers.ts'

// The definition of a setting, and how its value is read from the environment.

/** A setting that cannot be used. The operator sees only its message. */
export class BadSetting extends Error {}

export type Source = Readonly<Record<string, string | undefined>>

/** One row of the tables of settings. `npm run generate` writes them into docs/operations.md. */
export type Setting<T = unknown> = {
  readonly read: Read<T>
  /** As text, so that it passes the setting's own parser. Without a default the value is null. */
  readonly default?: string | Readonly<Partial<Record<Environment, string>>>
  /** What the documentation shows in place of the default. */
  readonly shown?: string
  /** Refused in production. */
  readonly uatOnly?: true
  readonly what: string
  /** One sentence: when an operator changes it. */
  readonly why: string
}

type Table = Readonly<Record<string, Setting>>

/** A name with this ending represents one setting per chain: RPC_<CODE> for RPC_ETH, RPC_SOL and so on. */
const perChain = '<CODE>'

type Value<S> = S extends { read: Read<infer T> }
  ? S extends { default: string } | { default: { uat: string; production: string } }
    ? T
    : T | null
  : never

export type Get<T extends Table> = <N extends keyof T & string>(name: N, code?: ChainCode) => Value<T[N]>

/** The value of each setting of a table, by its name; `code` names the chain of a setting per chain. */
export function getterOf<T extends Table>(table: T, source: Source): Get<T> {
  const environment = environmentOf(source)
  return (name, code) => {
    const setting = table[name]!
    const own = code === undefined ? name : name.replace(perChain, code)
    if (setting.uatOnly && environment === 'production' && isSet(source, own))
      throw new BadSetting(`${own} is for UAT only. Remove it, or set SPECIE_ENV=uat.`)
    const fallback = typeof setting.default === 'string' ? setting.default : setting.default?.[environment]
    const text = source[own]?.trim() || fallback
    return (text === undefined ? null : parsed(own, text, setting.read, environment)) as Value<T[typeof name]>
  }
}

function parsed<T>(name: string, text: string, parse: Read<T>, environment: Environment): T {
  try {
    return parse(text, environment)
  } catch (error) {
    throw new BadSetting(`${name} ${(error as Error).message}.`)
  }
}

/** The environment, which decides how the other settings are read. */
const environmentOf = (source: Source): Environment =>
  parsed('SPECIE_ENV', source['SPECIE_ENV']?.trim() || 'uat', oneOf('uat', 'production'), 'uat')

const isSet = (source: Source, name: string): boolean => Boolean(source[name]?.trim())

/** These names, with one per chain for those that end in `<CODE>`. */
export const namesOf = (names: readonly string[]): string[] =>
  names.flatMap((name) =>
    name.endsWith(perChain) ? Object.keys(chains).map((code) => name.replace(perChain, code)) : [name],
  )

/**
 * Throws for a former setting, an unknown name that begins with SPECIE_, and a name that is almost a setting. Without
 * this check the name would be ignored, and a default used silently.
 */
export function assertKnown(source: Source, known: readonly string[], former: Readonly<Record<string, string>>): void {
  const given = Object.keys(source).filter((name) => !known.includes(name) && isSet(source, name))
  for (const name of given) {
    if (Object.hasOwn(former, name)) throw new BadSetting(`${name} is no longer a setting: ${former[name]}.`)
    const near = name.startsWith('SPECIE_')
      ? closest(
          name,
          known.filter((other) => other.startsWith('SPECIE_')),
        )
      : known.find((setting) => isMistyped(name, setting))
    if (near !== undefined)
      throw new BadSetting(`${name} is not a setting: did you mean ${near}? Correct or remove it.`)
  }
}

/**
 * The environment also holds settings of other programs. Only a name of several words that is almost ours counts as
 * mistyped.
 */
function isMistyped(name: string, setting: string): boolean {
  if (!name.includes('_') || !setting.includes('_')) return false
  return distance(name, setting) <= (setting.length < 10 ? 1 : 2)
}
