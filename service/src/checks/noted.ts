// The entry of a run of `specie check` in the audit chain.

export const passedAction = 'check.passed'
export const failedAction = 'check.failed'

type Named = { readonly invariant: string; readonly what: string }

/** A rule in one text, and back. */
export const ruleName = ({ invariant, what }: Named): string => `${invariant} ${what}`
export function ruleNamed(name: string): Named {
  const space = name.indexOf(' ')
  return { invariant: name.slice(0, space), what: name.slice(space + 1) }
}
