import { room as access } from './access/room.ts'
import { room as banking } from './banking/room.ts'
import { room as base } from './base/room.ts'
import { gatherRooms } from './base/gather-rooms.ts'
import { room as chains } from './chains/room.ts'
import { room as checks } from './checks/room.ts'
import { room as compliance } from './compliance/room.ts'
import { room as destinations } from './destinations/room.ts'
import { room as directory } from './directory/room.ts'
import { room as issuance } from './issuance/room.ts'
import { room as ledger } from './ledger/room.ts'
import { room as markets } from './markets/room.ts'
import { room as onboarding } from './onboarding/room.ts'
import { room as people } from './people/room.ts'
import { room as rails } from './rails/room.ts'
import { room as reports } from './reports/room.ts'
import { room as sandbox } from './sandbox/room.ts'
import { room as stopping } from './stopping/room.ts'
import { room as trading } from './trading/room.ts'
import { room as transfers } from './transfers/room.ts'
import { room as treasury } from './treasury/room.ts'

/** The rooms with a manifest (room.ts), in the order of the floors. */
export const houseRooms = [
  base,
  ledger,
  directory,
  people,
  compliance,
  markets,
  chains,
  banking,
  stopping,
  treasury,
  destinations,
  onboarding,
  access,
  trading,
  issuance,
  rails,
  transfers,
  checks,
  reports,
  sandbox,
]

export const rooms = gatherRooms(houseRooms)
