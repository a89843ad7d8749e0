import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { People } from '../../shared/people/people.ts'

const notes: Record<StaffRole, string> = {
  support: 'Reads institutions and their requests, and supports them.',
  operations: 'Operates the bank, payouts, chains and trading. Treasury is the second approver.',
  treasury: 'Manages reserves and decides as second approver of operations.',
  compliance: 'Works on KYB cases and holds, and requests decisions.',
  mlro: 'Decides as second approver of compliance.',
  admin: 'Invites staff and gives roles. Cannot move money.',
  auditor: 'Reads everything and changes nothing.',
}

export const staff: People = {
  side: 'staff',
  title: 'Staff',
  path: '/staff',
  about: 'The members of staff, and what each can do.',
  calls: {
    list: 'listStaff',
    invite: 'inviteStaff',
    setRoles: 'setStaffRoles',
    link: 'linkStaff',
    suspend: 'suspendStaff',
    reinstate: 'reinstateStaff',
    remove: 'removeStaff',
  },
  edit: 'staff.edit',
  requests: 'staff.give_role',
  approver: 'another administrator or the MLRO',
  notes,
  inviter: 'A person with the role Admin',
  inviteNote: (roles) =>
    `For ${roles} a second approver must approve both the link and the roles. You get the first half of the link.`,
  linkNote: (name) =>
    `It takes two people to reset the sign-in of ${name}. You get the first half of the link, and the second approver gets the second half.`,
}
