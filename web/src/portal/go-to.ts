/** After `g`: the letter of each page. */
export const goTo: Readonly<Record<string, string>> = {
  o: '/',
  t: '/trade',
  s: '/supply',
  f: '/transfers',
  a: '/approvals',
  h: '/orders',
  r: '/rails',
  m: '/statements',
  d: '/addresses',
  k: '/developers',
  p: '/people',
  c: '/company',
}
