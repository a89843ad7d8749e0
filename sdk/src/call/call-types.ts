// The shapes of the methods of a client.

export interface CallOptions {
  /** Ends the call, its waits and its retries. */
  signal?: AbortSignal | undefined
  /** Sent with the request, for example for tracing. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Time limit of one attempt, in milliseconds. */
  timeoutMs?: number | undefined
}

/** `request` is optional if all of its fields are. */
export type Call<Request, Answer> =
  // oxlint-disable-next-line typescript/no-empty-object-type -- asks whether an object without fields will do
  {} extends Request
    ? (request?: Request, options?: CallOptions) => Promise<Answer>
    : (request: Request, options?: CallOptions) => Promise<Answer>

/** A paginated call. `all` iterates over the rows of all pages. */
export type ListCall<Request, Answer, Row> = Call<Request, Answer> & {
  all(request?: Request, options?: CallOptions): AsyncGenerator<Row, void, undefined>
}
