export const reportTabs = [
  { to: '/reports', title: 'Holders' },
  { to: '/reports/reserve', title: 'Reserve' },
]
