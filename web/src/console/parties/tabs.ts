export const screeningTabs = [
  { to: '/holds', title: 'Holds' },
  { to: '/parties', title: 'Matched parties' },
]
