import type { Answer } from '../client.ts'
import type { CredentialCall } from './facts-of-people.ts'

/** The writes of other keys and sessions. */
export type WriteName = 'mintTokens' | 'redeemTokens' | 'convert'

/** Access next to the first key: another key, or a signed-in person. */
export type Credential = {
  readonly id: string
  readonly kind: 'key' | 'session'
  /** Writes like a client; a refusal is an answer. */
  write(name: WriteName, fields: Record<string, string>): Promise<Answer>
  /** Ends it in one of several ways; returns which. */
  end(): Promise<string>
  endedAt: number | null
  readonly calls: CredentialCall[]
}
