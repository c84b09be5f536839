import type { SafeStorage } from '../../lib/storage.ts'

/** A browser as support knows it while nobody is signed in: no credential of anything. */
export type Visitor = { id: string; createdAt: string; visits: number }

const idKey = 'support_visitor_id'
const createdKey = 'support_visitor_created_at'
const countKey = 'support_visit_count'
/** Set while a tab lives: its reloads are one visit. */
const visitKey = 'support_visit'

type Stores = {
  /** Kept across visits. */
  local: SafeStorage
  /** Kept across reloads of the tab. */
  tab: SafeStorage
}

const isId = (text: string | null): text is string => text !== null && /^[\w-]{16,64}$/.test(text)
const isTime = (text: string | null): text is string => text !== null && !Number.isNaN(Date.parse(text))

/** The visitor of this browser, this visit counted. What is kept and can't be read is made anew. */
export const readVisitor = (
  { local, tab }: Stores,
  { drawId, now }: { drawId(): string; now(): number },
): Visitor => {
  const kept = local.get(idKey)
  const known = isId(kept) ? kept : null
  const id = known ?? drawId()
  const time = local.get(createdKey)
  const createdAt = known && isTime(time) ? time : new Date(now()).toISOString()
  const counted = known ? Number(local.get(countKey)) : 0
  const before = Number.isSafeInteger(counted) && counted > 0 ? counted : 0
  const isFirst = tab.get(visitKey) !== id
  const visits = Math.max(1, isFirst ? before + 1 : before)
  local.set(idKey, id)
  local.set(createdKey, createdAt)
  local.set(countKey, String(visits))
  tab.set(visitKey, id)
  return { id, createdAt, visits }
}
