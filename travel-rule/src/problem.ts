/** A fault in Travel Rule data, at an element such as `originator.originatorPerson[0].legalPerson.name`. */
export type Problem = { readonly field: string; readonly problem: string; readonly cure: string }

/** Data that cannot be written or read. The message names every fault with its cure. */
export class TravelRuleError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(problemText).join(' '))
    this.name = 'TravelRuleError'
    this.problems = problems
  }
}

export const problemText = ({ field, problem, cure }: Problem): string => `${field}: ${problem} ${cure}`

export const refuse = (field: string, problem: string, cure: string): never => {
  throw new TravelRuleError([{ field, problem, cure }])
}
