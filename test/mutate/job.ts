import type { Catalog } from './catalog.ts'

// What the driver asks of a runner, and what it is told.

export type Job = {
  /** Test files, from the root of the tree. */
  tests: string[]
  /** The mutant of the TypeScript that is switched on. */
  mutant: string | null
  /** How often it may be reached before that counts as a loop without end. */
  hitLimit: number
  /** What the migrated database is told before tests copy it. */
  statements: string[]
  /** What it is told afterwards; null: it is made anew. */
  undo: string[] | null
  /** Whether to tell what the tests have reached. */
  cover: boolean
}

export type Reached = {
  /** Mutants of the TypeScript, and how often. */
  hits: Record<string, number>
  /** Functions that were called in the database, and tables that were written. */
  objects: string[]
}

export type Done = {
  /** The first test that failed; null when all passed. */
  failed: string | null
  ms: number
  /** Why the database refused the mutant; such a mutant does not count. */
  refused?: string
  reached?: Reached
}

/** To a runner. */
export type Order = { job: Job } | { catalog: true }

/** From it. `broken`: it cannot go on. */
export type Answer = { ready: true } | { done: Done } | { catalog: Catalog } | { broken: string }

/** What the worker of a test file is told, through `provide`. */
type Mutation = { mutant: string | null; hitLimit: number; coverInto: string | null }

declare module 'vitest' {
  interface ProvidedContext {
    mutation: Mutation
  }
}
