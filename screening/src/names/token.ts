import type { NamePlace } from '../words/given-names.ts'
import type { Script } from '../scripts/script.ts'

/**
 * What a word does in a name. Only `name` and `initial` make a person, `name`, `qualifier`, `activity`, `filler`, `place` and
 * `number` a company.
 */
export type Role =
  | 'name'
  | 'initial'
  | 'title'
  | 'patronymic'
  | 'generation'
  | 'number'
  | 'legal'
  | 'activity'
  | 'qualifier'
  | 'filler'
  | 'place'

export type Token = {
  /** As it is shown in an explanation. */
  readonly shown: string
  readonly script: Script
  /** In plain Latin letters, or the letters of an abjad. */
  readonly text: string
  /** The spelling that transliterations share (scripts/fold.ts). */
  readonly key: string
  /** Other ways to write or read it; those of one system have its prefix, as in `j:tanaka`. */
  readonly forms: readonly string[]
  readonly role: Role
  readonly places: readonly NamePlace[]
  /** The meaning of a word of a company, the same in all languages. */
  readonly concept: string | null
  /** All meanings of it, where several lists have it. */
  readonly concepts: readonly string[]
}
