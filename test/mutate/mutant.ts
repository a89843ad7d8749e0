/** What is mutated together, and the tests that must notice. */
export type Module = { name: string; files: string[]; tests: string[] }

/** One change to the code that some test must notice. */
export type Mutant = {
  /** The row of the table that it counts for: `money`, or `sql/ledger`. */
  module: string
  /** From the root of the repository. */
  file: string
  line: number
  /** What kind of change: `EqualityOperator`, `lock`. */
  rule: string
  /** The line as it stands, without its indentation: with the change it says which mutant this is, wherever the line moves. */
  code: string
  was: string
  becomes: string
  how: Switched | Applied
}

/** In instrumented TypeScript: it is there, and its number switches it on. */
type Switched = { switch: string }

/**
 * In the database: what a migrated one is told before tests copy it, and the object that it changes. `undo`: what makes it as it
 * was; without, it is copied anew, which takes longer.
 */
type Applied = { statements: string[]; object: string; undo?: string[] }

/** `unseen`: no test runs the code at all. `slow`: the tests came to no end, which somebody would have noticed. */
export type Verdict = 'killed' | 'slow' | 'survived' | 'unseen' | 'equivalent'

export type Judged = { mutant: Mutant; verdict: Verdict; by?: string }

const oneLine = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length > 110 ? `${flat.slice(0, 107)}...` : flat
}

export const describe = ({ file, line, rule, was, becomes }: Mutant): string =>
  `${file}:${line}  ${rule}: ${oneLine(was)}  ->  ${oneLine(becomes) || 'nothing'}`
