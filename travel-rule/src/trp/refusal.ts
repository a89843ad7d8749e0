/**
 * The statuses with which a request is refused. 400: headers or JSON; 404: an address or token that is unknown or used; 415:
 * another type than JSON; 422: a field; 501: an extension that is not supported.
 */
export type RefusalStatus = 400 | 404 | 415 | 422 | 501

/** The message is for the counterparty. */
export class TrpRefusal extends Error {
  readonly status: RefusalStatus

  constructor(status: RefusalStatus, message: string) {
    super(message)
    this.name = 'TrpRefusal'
    this.status = status
  }
}
