import { type Constants, testSetting } from '@specie/service/base/constants.ts'

/** What a test may change; `fault` names a fault point. */
type Changed = Partial<Omit<Constants, 'fault'>> & { readonly fault?: string }

/** The setting that changes constants of the service, such as `{ signingWaitMs: 0 }`. */
export const withConstants = (changed: Changed): Record<string, string> => ({
  [testSetting]: JSON.stringify(changed),
})

/** Settings, each replacing those before; changed constants of all of them count. */
export function mergeSettings(...all: readonly Record<string, string>[]): Record<string, string> {
  const changed = all.map((settings) => JSON.parse(settings[testSetting] ?? '{}') as Changed)
  const constants: Changed = Object.assign({}, ...changed)
  const merged: Record<string, string> = Object.assign({}, ...all)
  return Object.keys(constants).length === 0 ? merged : { ...merged, ...withConstants(constants) }
}
