import type { Catalog } from './catalog.ts'

// The messages between the driver and a runner.

export type Job = {
  /** Test files, from the root of the tree. */
  tests: string[]
  /** The active mutant of the TypeScript. */
  mutant: string | null
  /** The number of hits that counts as an endless loop. */
  hitLimit: number
  /** SQL for the migrated database before tests copy it. */
  statements: string[]
  /** SQL that undoes it; null: the database is made anew. */
  undo: string[] | null
  /** Whether to report what the tests have reached. */
  cover: boolean
}

export type Reached = {
  /** Reached mutants of the TypeScript, with their counts. */
  hits: Record<string, number>
  /** Called functions of the database, and written tables. */
  objects: string[]
}

export type Done = {
  /** The first failed test; null if all passed. */
  failed: string | null
  ms: number
  /** Why the database refused the mutant; such a mutant does not count. */
  refused?: string
  reached?: Reached
}

/** To a runner. */
export type Order = { job: Job } | { catalog: true }

/** From it. `broken`: it cannot continue. */
export type Answer = { ready: true } | { done: Done } | { catalog: Catalog } | { broken: string }

/** The data for the worker of a test file, through `provide`. */
type Mutation = { mutant: string | null; hitLimit: number; coverInto: string | null }

declare module 'vitest' {
  interface ProvidedContext {
    mutation: Mutation
  }
}
