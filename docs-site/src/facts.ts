/** What the pages know of the server that shows them. */
export type Facts = {
  readonly environment: 'uat' | 'production'
  readonly version: string
  readonly sandbox: boolean
  /** The address of this server, such as http://127.0.0.1:8080; null when only its operator knows it. */
  readonly address: string | null
  readonly publicPerSecond: number
  readonly failuresPerSecond: number
}

/** Shown where the address is not known. */
export const addressOf = ({ address }: Facts): string => address ?? 'https://specie.example'
