// The roles of people. A person belongs to one institution or to the staff, and has one or more roles of that side.

export const sides = ['institution', 'staff'] as const
export type Side = (typeof sides)[number]

export const institutionRoles = ['admin', 'trader', 'approver', 'viewer'] as const
export const staffRoles = ['support', 'operations', 'treasury', 'compliance', 'mlro', 'admin', 'auditor'] as const

export type InstitutionRole = (typeof institutionRoles)[number]
export type StaffRole = (typeof staffRoles)[number]
export type Role = InstitutionRole | StaffRole

export const rolesOf = { institution: institutionRoles, staff: staffRoles } as const

/**
 * Pairs of roles that one person cannot have. No person both administers people and moves money, or reviews their own
 * movements of money.
 */
export const conflicts: { readonly [side in Side]: readonly (readonly [Role, Role])[] } = {
  institution: [],
  staff: [
    ['admin', 'operations'],
    ['admin', 'treasury'],
    ['admin', 'compliance'],
    ['admin', 'mlro'],
    ['treasury', 'compliance'],
    ['treasury', 'mlro'],
    ...staffRoles.filter((role) => role !== 'auditor').map((role) => ['auditor', role] as const),
  ],
}

/** Two of these roles that one person cannot have together; null if they are compatible. */
export function conflictAmong(side: Side, roles: readonly Role[]): readonly [Role, Role] | null {
  return conflicts[side].find(([a, b]) => roles.includes(a) && roles.includes(b)) ?? null
}
