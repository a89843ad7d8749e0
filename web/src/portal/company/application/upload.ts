import { fileAddress, type Input } from '../../../api/call.ts'
import { errorOf, unreachable } from '../../../api/error.ts'

/** Uploads a document and reports the progress from 0 to 1, which `fetch` cannot do. */
export function uploadDocument(
  input: Input<'addDocument'>,
  file: File,
  onProgress: (part: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', fileAddress('addDocument', input))
    request.setRequestHeader('content-type', file.type)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.addEventListener('error', () => reject(unreachable()))
    request.addEventListener('load', () => {
      if (request.status === 200) return resolve()
      void errorOf(new Response(request.responseText, { status: request.status })).then(reject)
    })
    request.send(file)
  })
}

const maxBytes = 10 * 1024 * 1024
export const accepted = 'application/pdf,image/png,image/jpeg'

/** The problem of a file before the upload; null if none was found here. */
export function flawOf({ type, size }: File): string | null {
  if (!accepted.split(',').includes(type)) return 'Send a PDF, a PNG or a JPEG.'
  if (size > maxBytes) return 'The file is larger than 10 MB. Send a smaller one, or split it.'
  return size === 0 ? 'The file is empty.' : null
}
