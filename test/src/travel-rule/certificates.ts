import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

// Certificates of a test, made by openssl.

export type Certificate = { readonly certificate: string; readonly key: string }

const openssl = (...words: string[]) => promisify(execFile)('openssl', words)
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** An authority of its own in this folder. `text` is what others must trust. */
export async function authority(folder: string, name: string) {
  const own: Certificate = { certificate: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) }
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    own.key,
    '-out',
    own.certificate,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  )
  return {
    text: readFileSync(own.certificate, 'utf8'),
    /** A certificate for this host name. With days below zero it has expired. */
    issue: async (host: string, days = 2): Promise<Certificate> => {
      const base = join(folder, `${name} ${host} ${days}`)
      const [key, request, certificate] = [`${base}.key`, `${base}.csr`, `${base}.pem`]
      const named = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`]
      await openssl('req', ...newKey, '-keyout', key, '-out', request, ...named)
      const signed = ['-CA', own.certificate, '-CAkey', own.key, '-days', String(days), '-copy_extensions', 'copy']
      await openssl('x509', '-req', '-in', request, ...signed, '-out', certificate)
      return { certificate, key }
    },
  }
}
