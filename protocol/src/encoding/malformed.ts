/** An unreadable body. The message is a plain sentence for the caller; `position` counts from 0. */
export class MalformedBody extends Error {
  readonly position: number

  constructor(problem: string, position: number) {
    super(`${problem} at position ${position}.`)
    this.name = 'MalformedBody'
    this.position = position
  }
}
