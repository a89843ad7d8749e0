import type { Example } from '../examples/examples.ts'
import { curl } from './curl.ts'
import { go } from './go.ts'
import { java } from './java.ts'
import { python } from './python.ts'
import { typescript } from './typescript.ts'

/** A language, and its form of an example request. */
export type Language = { readonly id: string; readonly title: string; readonly write: (example: Example) => string }

export const languages: readonly Language[] = [
  { id: 'typescript', title: 'TypeScript', write: typescript },
  { id: 'python', title: 'Python', write: python },
  { id: 'go', title: 'Go', write: go },
  { id: 'java', title: 'Java', write: java },
  { id: 'curl', title: 'curl', write: curl },
]
