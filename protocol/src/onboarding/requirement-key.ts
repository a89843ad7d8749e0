type Which = { readonly code: string; readonly person_id: string | null; readonly request_id: string | null }

/** Identifies a requirement within its case: its code, and the person or request concerned. */
export const requirementKey = ({ code, person_id, request_id }: Which): string =>
  [code, person_id ?? request_id].filter((part) => part !== null).join(' ')
