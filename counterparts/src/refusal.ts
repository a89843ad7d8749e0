/** What a caller asked cannot be done; answered as `{error}` with this status. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
