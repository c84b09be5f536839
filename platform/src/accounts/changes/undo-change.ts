import { shortContact } from '@minefall/shared/contact'
import { bodyCode } from '@minefall/shared/contracts'
import type { UndoableChange } from '@minefall/shared/contracts/rest'
import type { Sql } from '../../db/index.ts'
import { isRefusal, type Refusal, refusal, tooMany } from '../../http/index.ts'
import { notifyProfile } from '../../players/index.ts'
import { contactsToTell, type OwnContact, ownContacts, ownerOf, tell } from '../contacts.ts'
import { addressLimits, countIfAllowed } from '../limits.ts'
import { insertContact } from '../login/register.ts'
import { readSecurity } from '../passwords/security.ts'
import { closeSockets, endSessions } from '../sessions/end-sessions.ts'
import { lifetimes, rates } from '../settings.ts'
import type { Caller, World } from '../world.ts'
import { changeOfToken, type OpenChange, openChanges } from './change-rows.ts'

/**
 * The changes that an undo reverts: the given one and all later ones. If that would restore a contact that was itself
 * new, it starts at the change that added that contact, so that every restored contact had settled.
 */
export const changesToUndo = (open: readonly OpenChange[], id: bigint): OpenChange[] => {
  let from = id
  for (;;) {
    const since = open.filter((one) => one.id >= from)
    const firsts = (['email', 'phone'] as const).flatMap(
      (kind) => since.find((one) => one.kind === kind) ?? [],
    )
    const earlier = firsts
      .filter((first) => !first.wasSettled)
      .flatMap((first) => open.findLast((one) => one.kind === first.kind && one.id < first.id) ?? [])
    if (earlier.length === 0) return since
    from = earlier.reduce((least, one) => (one.id < least ? one.id : least), from)
  }
}

/** The first change of each kind. The contact that it replaced is restored. */
const firstOfEach = (changes: readonly OpenChange[]): OpenChange[] =>
  changes.filter((one, nth) => changes.findIndex(({ kind }) => kind === one.kind) === nth)

const gone = refusal(bodyCode.notFound, { notice: 'undo-gone' })

/** Why a link that undoes nothing is refused: only these count, so that no one at its address keeps an owner from theirs. */
const refuseGone = async ({ db, clock }: World, { address }: Caller): Promise<Refusal> => {
  const limits = addressLimits('undo-address', address, rates.undoAddress)
  const counted = await countIfAllowed(db, limits, clock.now())
  return 'wait' in counted ? tooMany(counted.wait) : gone
}

/**
 * The change that a link undoes, for its page. Refused for a link that is unknown, used or expired (1404, without a
 * difference), and for an address that sent too many such (1429).
 */
export const readUndo = async (
  world: World,
  { token, caller }: { token: string; caller: Caller },
): Promise<UndoableChange | Refusal> => {
  const { db, clock } = world
  const change = await changeOfToken(db, token, clock.now())
  if (!change) return refuseGone(world, caller)
  const changes = changesToUndo(await openChanges(db, change.playerId, clock.now()), change.id)
  const first = changes[0]
  if (!first) return gone
  const own = await ownContacts(db, change.playerId)
  return {
    changedAt: first.at,
    until: first.undoUntil,
    contacts: firstOfEach(changes).map(({ kind, old }) => {
      const now = own.find((one) => one.kind === kind)
      return {
        kind,
        now: now ? shortContact(now) : null,
        back: old && shortContact({ kind, value: old.value }),
      }
    }),
  }
}

type Undone = { removed: OwnContact[]; ended: string[]; stoppedUntil: number; tell: (() => Promise<void>)[] }

const takeBack = async (
  world: World,
  tx: Sql,
  token: string,
): Promise<(Undone & { playerId: string }) | Refusal> => {
  const now = world.clock.now()
  const at = new Date(now)
  const change = await changeOfToken(tx, token, now)
  if (!change) return gone
  const { playerId } = change
  await readSecurity(tx, playerId, { lock: true })
  // Read under the lock: a concurrent call may have undone it, or added a change.
  const open = await openChanges(tx, playerId, now)
  const changes = changesToUndo(open, change.id)
  const first = changes[0]
  if (!first || !open.some(({ id }) => id === change.id)) return gone
  const before = await ownContacts(tx, playerId)
  const restored = firstOfEach(changes)
  for (const { kind, old } of restored) {
    const owner = old && (await ownerOf(tx, { kind, value: old.value }))
    if (owner !== null && owner !== playerId) return refusal(bodyCode.contactTaken)
  }
  for (const { kind, old } of restored) {
    await tx.query('delete from contact where player_id = $1 and kind = $2', [playerId, kind])
    if (old) {
      const contact = kind === 'phone' ? { kind, ...old } : { kind, value: old.value }
      await insertContact(tx, { playerId, contact, at, settlesAt: old.settlesAt })
    }
  }
  await tx.query('update contact_change set undone_at = $2 where id = any($1::bigint[])', [
    changes.map(({ id }) => id),
    at,
  ])
  const stoppedUntil = now + lifetimes.undo
  // The person who made the change may know both passwords or have set them.
  await tx.query(
    `update login_account set password_hash = null, payment_hash = null, payment_key_id = null, payment_failures = 0,
       payment_locked_until = null, secured_at = $2, withdrawals_stopped_until = $3 where player_id = $1`,
    [playerId, at, new Date(stoppedUntil)],
  )
  await tx.query('delete from known_device where player_id = $1', [playerId])
  const ended = await endSessions(tx, { playerId, reason: 'undone', now })
  const tell: Undone['tell'] = []
  for (const step of world.undoSteps) tell.push(await step(tx, { playerId, since: first.at, at: now }))
  const kept = await ownContacts(tx, playerId)
  const removed = before.filter(
    (one) => !kept.some(({ kind, value }) => kind === one.kind && value === one.value),
  )
  return { playerId, removed, ended, stoppedUntil, tell }
}

/**
 * Undoes a change of a contact with its link, once. Restores the contacts, ends every session, removes both passwords,
 * rejects withdrawals placed since and returns their coins, and stops withdrawals for 72 hours. Writes to every
 * contact, including the removed ones. Refused like {@link readUndo}.
 */
export const undoChange = async (
  world: World,
  { token, caller }: { token: string; caller: Caller },
): Promise<Refusal | null> => {
  if (!(await changeOfToken(world.db, token, world.clock.now()))) return refuseGone(world, caller)
  const undone = await world.db.transaction((tx) => takeBack(world, tx, token))
  if (isRefusal(undone)) return undone
  const { playerId, removed, ended, stoppedUntil } = undone
  closeSockets(world, playerId, ended)
  await notifyProfile(world, playerId)
  for (const tellMore of undone.tell) await tellMore()
  const kept = await contactsToTell(world, playerId)
  const told = [...kept, ...removed.filter((one) => !kept.some(({ value }) => value === one.value))]
  const until = new Date(stoppedUntil).toISOString().slice(0, 16).replace('T', ' ')
  await tell(world, playerId, told, { name: 'change-undone', values: { until } })
  return null
}
