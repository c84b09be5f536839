import { noteEvent } from './note-event.ts'
import type { World } from './world.ts'

/** Sets the minutes of play between reminders, or none with null. */
export const setReminder = ({ db, clock }: World, playerId: string, minutes: number | null): Promise<void> =>
  db.transaction(async (tx) => {
    const { count } = await tx.query(
      `update login_account set reminder_minutes = $2
       where player_id = $1 and reminder_minutes is distinct from $2`,
      [playerId, minutes],
    )
    if (count > 0) await noteEvent(tx, { playerId, at: clock.now(), action: 'reminder', detail: { minutes } })
  })
