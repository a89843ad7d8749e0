/** After `g`: the letter of each page. */
export const goTo: Readonly<Record<string, string>> = {
  q: '/',
  h: '/holds',
  i: '/institutions',
  v: '/travel-rule',
  a: '/approvals',
  b: '/bank',
  p: '/payouts',
  c: '/chains',
  t: '/treasury',
  d: '/trading',
  r: '/rails',
  l: '/ledger',
  e: '/audit',
  w: '/lists',
  s: '/staff',
  y: '/system',
}
