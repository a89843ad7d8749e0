/** A list file that is not taken. `place` is a line, a row or an entry; `cure` says what an operator does next. */
export class ListFileError extends Error {
  readonly place: string
  readonly problem: string
  readonly cure: string
  /** The file is of another format than expected, rather than damaged. */
  readonly otherFormat: boolean

  constructor(place: string, problem: string, cure: string, otherFormat = false) {
    super(`${place}: ${problem}. ${cure}`)
    this.name = 'ListFileError'
    this.place = place
    this.problem = problem
    this.cure = cure
    this.otherFormat = otherFormat
  }
}

const fetchAgain = 'Fetch the file again; if it stays like this, report it to the publisher of the list.'
const readerMustFollow =
  'Compare the file with the publisher’s description of its format; the reader must be adapted before this version is used.'

/** The bytes are not what the publisher wrote: cut off, altered, or not a file of this kind. */
export const damaged = (place: string, problem: string): ListFileError => new ListFileError(place, problem, fetchAgain)

/** The file is well-formed, but its elements or columns are not those of the expected format. */
export const otherFormat = (place: string, problem: string): ListFileError =>
  new ListFileError(place, problem, readerMustFollow, true)
