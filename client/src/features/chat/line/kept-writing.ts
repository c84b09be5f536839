import type { PlayerView } from '@minefall/shared/game'
import * as z from 'zod/mini'
import type { Outgoing } from '../../../../widget/line.ts'
import type { SafeStorage } from '../../../lib/storage.ts'

const outgoingSchema = z.array(
  z.object({
    messageId: z.uuid(),
    text: z.string(),
    pictureId: z.nullable(z.uuid()),
    at: z.number(),
    problem: z.nullable(z.string()),
  }),
)

const parse = (text: string | null): readonly Outgoing[] => {
  try {
    return outgoingSchema.parse(JSON.parse(text ?? '[]'))
  } catch {
    // What can't be read is not what was kept.
    return []
  }
}

/** What someone has written and the server has not taken yet, and what they are typing: over a reload of this tab as well. */
export const keptWriting = (store: SafeStorage, owner: string) => {
  const [outbox, draft] = [`support_outbox/${owner}`, `support_draft/${owner}`]
  const outgoing = () => parse(store.get(outbox))
  return {
    outgoing,
    /** Changes what waits, from what is kept now. */
    change(change: (waiting: readonly Outgoing[]) => readonly Outgoing[]) {
      const next = change(outgoing())
      if (next.length === 0) store.remove(outbox)
      else store.set(outbox, JSON.stringify(next))
    },
    draft: () => store.get(draft) ?? '',
    keepDraft(text: string) {
      if (text === '') store.remove(draft)
      else store.set(draft, text)
    },
  }
}
export type KeptWriting = ReturnType<typeof keptWriting>

/** Who speaks where no one is signed in: the guest of this browser. */
export const guest = 'guest'

/** By what name and picture the server knows the guest whose writing is kept: a guest never changes them. */
const guestKey = 'support_guest'

/**
 * Decides whose a guest's writing is, now that the server shows the owner as this player. Answers whether that changed
 * what the owner has.
 *
 * A guest who registers is the account from then on, still with their name and picture, and the device's next guest is
 * another. So an account that looks like the guest takes over what they wrote, and a guest who doesn't has none of it.
 */
export const settleGuest = (store: SafeStorage, owner: string, { name, avatar }: PlayerView): boolean => {
  const [before, now] = [store.get(guestKey), JSON.stringify([name, avatar])]
  const left = keptWriting(store, guest)
  const [outgoing, draft] = [left.outgoing(), left.draft()]
  const clear = () => {
    left.change(() => [])
    left.keepDraft('')
    return outgoing.length > 0 || draft !== ''
  }
  if (owner === guest) {
    store.set(guestKey, now)
    return before !== null && before !== now && clear()
  }
  // The guest of someone who signs in to an account that exists comes back when they sign out.
  if (before !== null && before !== now) return false
  store.remove(guestKey)
  if (before === now) {
    const own = keptWriting(store, owner)
    own.change((waiting) => [...outgoing, ...waiting])
    own.keepDraft([draft, own.draft()].filter((text) => text !== '').join('\n'))
  }
  // Without a name it can't be known which guest wrote it.
  return clear()
}
