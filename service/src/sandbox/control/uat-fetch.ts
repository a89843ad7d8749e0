import { maxAnswerBytes, outsideFetch } from '../../base/http/outside.ts'

/** For the control endpoints of UAT's own processes. */
export const uatFetch = outsideFetch({ withinMs: 30_000, maxBytes: maxAnswerBytes.json })
