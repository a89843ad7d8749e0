import { download } from './table/csv.ts'

/** Saves the PDF of an answer, which has it in base64. */
export function savePdf({ filename, pdf }: { filename: string; pdf: string }): void {
  const bytes = Uint8Array.from(atob(pdf), (letter) => letter.charCodeAt(0))
  download(filename, new Blob([bytes], { type: 'application/pdf' }))
}
