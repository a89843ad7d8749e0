/** The code that is mutated together, and its tests. */
export type Module = { name: string; files: string[]; tests: string[] }

/** One change to the code that some test must notice. */
export type Mutant = {
  /** Its row in the table: `money`, or `sql/ledger`. */
  module: string
  /** From the root of the repository. */
  file: string
  line: number
  /** The kind of change: `EqualityOperator`, `lock`. */
  rule: string
  /** The original line without its indentation: with the change it identifies this mutant at any position. */
  code: string
  was: string
  becomes: string
  how: Switched | Applied
}

/** For instrumented TypeScript: its number activates it. */
type Switched = { switch: string }

/**
 * For the database: SQL for a migrated one before tests copy it, and the changed object. `undo` restores it; without `undo` it
 * is copied anew, which takes longer.
 */
type Applied = { statements: string[]; object: string; undo?: string[] }

/** `unseen`: no test runs the code at all. `slow`: the tests exceeded their limit, which a developer would notice. */
export type Verdict = 'killed' | 'slow' | 'survived' | 'unseen' | 'equivalent'

export type Judged = { mutant: Mutant; verdict: Verdict; by?: string }

const oneLine = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length > 110 ? `${flat.slice(0, 107)}...` : flat
}

export const describe = ({ file, line, rule, was, becomes }: Mutant): string =>
  `${file}:${line}  ${rule}: ${oneLine(was)}  ->  ${oneLine(becomes) || 'nothing'}`
