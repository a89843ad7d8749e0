export const reportTabs = [
  { to: '/reports', title: 'Holders' },
  { to: '/reports/reserve', title: 'Reserve' },
  { to: '/reports/mica', title: 'Tokens (MiCA)' },
  { to: '/reports/outsourcing', title: 'Outsourcing' },
  { to: '/reports/suspicion', title: 'Suspicion' },
]
