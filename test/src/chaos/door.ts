import type { Answer } from '../client.ts'
import type { DoorCall } from './facts-of-people.ts'

/** What is written by other keys and sessions. */
export type WriteName = 'mintTokens' | 'redeemTokens' | 'convert'

/** A way in beside the first key: another key, or somebody who is signed in. */
export type Door = {
  readonly id: string
  readonly kind: 'key' | 'session'
  /** Writes like a client; a refusal is an answer. */
  write(name: WriteName, fields: Record<string, string>): Promise<Answer>
  /** Ends it in one of several ways; answers which. */
  end(): Promise<string>
  endedAt: number | null
  readonly calls: DoorCall[]
}
