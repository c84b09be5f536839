import type { Staff } from '@minefall/shared/contracts/desk'
import { writeAudit } from '../audit/write-audit.ts'
import type { World } from '../world.ts'
import { endSession } from './sessions.ts'

/** Ends the session of a token that was in force. */
export const signOut = (
  { db, clock }: World,
  { staff, token, address }: { staff: Staff; token: string; address: string },
): Promise<void> =>
  db.transaction(async (tx) => {
    const at = clock.now()
    await endSession(tx, token, at)
    const subject = { type: 'staff', id: staff.id } as const
    await writeAudit(tx, { at, staffId: staff.id, action: 'sign-out', subject, address })
  })
