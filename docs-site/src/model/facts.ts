/** The facts about the server that its pages use. */
export type Facts = {
  readonly environment: 'uat' | 'production'
  readonly version: string
  readonly sandbox: boolean
  /** The address of this server, such as http://127.0.0.1:8080; null if only its operator knows it. */
  readonly address: string | null
  readonly publicPerSecond: number
  readonly failuresPerSecond: number
}

/** Replaces an unknown address. */
export const addressOf = ({ address }: Facts): string => address ?? 'https://specie.example'
